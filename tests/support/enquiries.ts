import { DatabaseSync } from 'node:sqlite';

/** The one enquiry with this reference or this message, as it lies in the file. */
export function storedIn(database: string, what: string): Record<string, unknown> | undefined {
  const file = new DatabaseSync(database.replace('file:', ''), { readOnly: true, timeout: 5000 });
  try {
    const rows = file.prepare('SELECT * FROM enquiries WHERE reference = ?1 OR message = ?1').all(what);
    if (rows.length > 1) throw new Error(`There are ${rows.length} of ${what}`);
    const named = Object.entries(rows[0] ?? {}).map(([column, value]) => [asField(column), value]);
    return rows[0] && Object.fromEntries(named);
  } finally {
    file.close();
  }
}

/** As the form names it. */
const asField = (column: string) => column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
