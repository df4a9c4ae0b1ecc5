import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const SCHEMA = readFileSync(new URL('schema-1.sql', import.meta.url), 'utf8');

/** A store as the first version of this program wrote it: one enquiry that waits, and one that was set aside. */
export function writeFirstVersion(file: string): void {
  const database = new DatabaseSync(file);
  database.exec(SCHEMA);
  database.exec(`
    INSERT INTO enquiries VALUES
      ('BBBB-BBBB', 1760000000000, 'Ada', '', 'ada@shop.example', '', 'A message', NULL),
      ('CCCC-CCCC', 1760000000000, '', '', 'robot@shop.example', '', 'A message', 'repeated text');
    INSERT INTO deliveries VALUES
      ('BBBB-BBBB', 'mail', 'waiting', 0, 1760000000000, NULL),
      ('CCCC-CCCC', 'mail', 'waiting', 0, 1760000000000, NULL);
    INSERT INTO keys VALUES ('k', 'f', 'm', 'BBBB-BBBB', 1760000000000);`);
  database.close();
}
