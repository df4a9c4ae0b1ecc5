import { readFileSync } from 'node:fs';

/**
 * The statements that make a store as the fifth version of this program wrote it, on the embedded engine and on the other:
 * one enquiry that was mailed to one of two and waits for the other, one that nobody has got, one that all have.
 */
export function fifthVersion(isSqlite: boolean): string[] {
  const schema = readFileSync(new URL('schema-5.sql', import.meta.url), 'utf8');
  const search = isSqlite
    ? "CREATE VIRTUAL TABLE enquiry_search USING fts5(words, tokenize = ascii, prefix = '1 2', detail = none)"
    : 'CREATE TABLE enquiry_search (id BIGINT PRIMARY KEY, words TSVECTOR NOT NULL)';
  const rows = `
    INSERT INTO enquiries (reference, received_at, first_name, last_name, email, company, message) VALUES
      ('BBBB-BBBB', 1760000000000, 'Ada', '', 'ada@shop.example', '', 'Half of them have it'),
      ('CCCC-CCCC', 1760000000001, 'Zoe', '', 'zoe@shop.example', '', 'None of them has it'),
      ('DDDD-DDDD', 1760000000002, 'Eva', '', 'eva@shop.example', '', 'All of them have it');
    INSERT INTO deliveries VALUES
      ('BBBB-BBBB', 'mail', 'waiting', 2, 1760000001000, '450 later', 'one@firm.example', NULL),
      ('BBBB-BBBB', 'webhook', 'parked', 1, 1760000001000, '404', '', NULL),
      ('CCCC-CCCC', 'mail', 'waiting', 0, 1760000000001, NULL, '', NULL),
      ('DDDD-DDDD', 'mail', 'sent', 2, 1760000001000, NULL, 'one@firm.example', 'mail.example:465')`;
  return `${schema}${search};${rows}`
    .replaceAll(' WITHOUT ROWID', isSqlite ? ' WITHOUT ROWID' : '')
    .replace(/^--.*$/gm, '')
    .split(';')
    .filter((statement) => statement.trim() !== '');
}
