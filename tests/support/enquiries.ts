import { DatabaseSync } from 'node:sqlite';

/** The one enquiry with this reference or this message, as it lies in the file. */
export function storedIn(database: string, what: string): Record<string, unknown> | undefined {
  const file = new DatabaseSync(database.replace('file:', ''), { readOnly: true, timeout: 5000 });
  try {
    const rows = file
      .prepare(
        `SELECT reference, first_name AS firstName, last_name AS lastName, email, company, message, spam, doubt
         FROM enquiries WHERE reference = ?1 OR message = ?1`,
      )
      .all(what);
    if (rows.length > 1) throw new Error(`There are ${rows.length} of ${what}`);
    return rows[0] && { ...rows[0] };
  } finally {
    file.close();
  }
}
