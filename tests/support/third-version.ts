import { readFileSync } from 'node:fs';

/**
 * The statements that make a store as the third version of this program wrote it, on the embedded engine and on the other:
 * one enquiry that was mailed, one that was refused, one that was set aside.
 */
export function thirdVersion(isSqlite: boolean): string[] {
  const schema = readFileSync(new URL('schema-3.sql', import.meta.url), 'utf8');
  const rows = `
    INSERT INTO enquiries VALUES
      ('BBBB-BBBB', 1760000000000, 'Zoë', 'Núñez', 'zoe@shop.example', 'Tea & Co', 'Our checkout fails', NULL, NULL),
      ('CCCC-CCCC', 1760000000001, '', '', 'ada@shop.example', '', 'A question', NULL, '5 links'),
      ('DDDD-DDDD', 1760000000002, '', '', 'robot@shop.example', '', 'Buy this', 'hidden field filled in', NULL);
    INSERT INTO deliveries VALUES
      ('BBBB-BBBB', 'mail', 'sent', 1, 1760000001000, NULL, 'hello@firm.example'),
      ('CCCC-CCCC', 'mail', 'parked', 1, 1760000001000, '550 no such box', ''),
      ('DDDD-DDDD', 'mail', 'held', 0, 1760000000002, NULL, '');
    INSERT INTO keys VALUES ('k', 'f', 'm', 'BBBB-BBBB', 1760000000000);
    INSERT INTO visits VALUES (20000, '/', 'news.example', 7)`;
  return `${schema}${rows}`
    .replaceAll(' WITHOUT ROWID', isSqlite ? ' WITHOUT ROWID' : '')
    .replace(/^--.*$/gm, '')
    .split(';')
    .filter((statement) => statement.trim() !== '');
}
