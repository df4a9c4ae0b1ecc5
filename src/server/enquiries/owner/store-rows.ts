import { DatabaseSync } from 'node:sqlite';
import { onOneLine } from '../../../lib/visible.ts';
import { SCHEMA_VERSION } from '../store/migrations.ts';
import { makeTables } from '../store/sqlite.ts';

/** For a file that somebody may have tampered with: its definitions call no functions that do something, and its pages are checked. */
export const CAUTION = 'PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON';

/**
 * Something in a file that no version of this program makes, such as a trigger, as the end of a sentence. It looks at
 * definitions alone: to check the rows of a file, SQLite evaluates what these say.
 */
export function strangerIn(database: DatabaseSync): string | undefined {
  const ours = new Set(allVersions().flatMap(({ sql }) => partsOf(sql)));
  const isOurs = ({ sql }: Definition) => {
    const [first = '', ...rest] = partsOf(sql);
    return ours.has(first) && rest.every((part) => ours.has(part) || PLAIN.test(part));
  };
  const stranger = definitionsOf(database).find((definition) => !isOurs(definition));
  return (
    stranger && onOneLine(`holds the ${stranger.type} ‘${stranger.name}’, which this program does not make`)
  );
}

/** A column of a field that the form once had: words only, so that nothing in it can be evaluated. */
const PLAIN = /^[\p{L}\p{N}_" ]+( DEFAULT '')?$/u;

/** The lines of a definition, which may stand in another order where a column was added since. */
const partsOf = (sql: string) =>
  sql
    .replace(/\s+/g, ' ')
    .split(/ ?, ?/)
    .map((part) => part.replace(/ ?\)$/, ''));

interface Definition {
  type: string;
  name: string;
  sql: string;
}

/** By their text: as what a thing is listed is only what the file says. */
const definitionsOf = (database: DatabaseSync) =>
  database
    .prepare('SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL')
    .all() as unknown as Definition[];

function allVersions(): Definition[] {
  return Array.from({ length: SCHEMA_VERSION }, (_, i) => {
    const database = new DatabaseSync(':memory:');
    makeTables(database, i + 1);
    const made = definitionsOf(database);
    database.close();
    return made;
  }).flat();
}

/**
 * Writes the rows of a store of this version into a new file, whose tables our own migrations make. Nothing else of the
 * store gets there, and no trigger, index or condition in it is made use of.
 */
export function copyRows(store: string | URL, version: number, file: string): void {
  // Rows that belong to no enquiry are found when the copy is checked.
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  try {
    makeTables(database, version);
    database.exec(CAUTION);
    database.prepare('ATTACH ? AS other').run(String(store));
    database.exec('BEGIN');
    addFields(database, 'other');
    const theirs = tablesOf(database, 'other');
    for (const table of tablesOf(database, 'main').filter(
      (name) => theirs.includes(name) && !LEFT_OUT.has(name),
    )) {
      const known = columnsOf(database, 'main', table);
      const columns = columnsOf(database, 'other', table).filter(
        (name) => known.includes(name) && !LEFT_OUT.has(name),
      );
      const list = columns.map(quoted).join(', ');
      database.exec(`INSERT INTO main.${table} (${list}) SELECT ${list} FROM other.${table} NOT INDEXED`);
    }
    database.exec('COMMIT; DETACH other');
  } finally {
    database.close();
  }
}
/** The version is there already, limits are over in minutes, and the words of the search are indexed anew. */
const LEFT_OUT = new Set(['schema_version', 'rate_limits', 'search_id']);

/** A field that the form once had is a column that only one of them may have. */
export function addFields(database: DatabaseSync, from: string): void {
  const present = columnsOf(database, 'main', 'enquiries');
  for (const column of columnsOf(database, from, 'enquiries').filter((name) => !present.includes(name)))
    database.exec(`ALTER TABLE main.enquiries ADD COLUMN ${quoted(column)} TEXT NOT NULL DEFAULT ''`);
}

/** Without what is computed. */
export const columnsOf = (database: DatabaseSync, schema: string, table: string) =>
  database
    .prepare('SELECT name FROM pragma_table_info(?, ?)')
    .all(table, schema)
    .map(({ name }) => String(name));

/** Without views, which may pass for one, and without those of the search. */
export const tablesOf = (database: DatabaseSync, schema: string) =>
  database
    .prepare(
      "SELECT name FROM pragma_table_list WHERE schema = ? AND type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    .all(schema)
    .map(({ name }) => String(name));

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
