/** What the store asks of a database. SQLite and PostgreSQL run the same statements, with parameters as $1, $2. */
export interface Database {
  /** One statement that changes nothing. */
  read<Row>(sql: string, values?: Value[]): Promise<Row[]>;
  /** A transaction: all of its statements or none. PostgreSQL may run it again after a conflict. */
  write<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** The same on a connection of its own, which has nothing cached: what it says is true of the disk. */
  probe(work: (tx: Transaction) => Promise<void>): Promise<void>;
  /** Leaves no trace of what was deleted. False: somebody is still reading it. */
  scrub(): Promise<boolean>;
  /** Where the rows are, for people; without a password. */
  place: string;
  dialect: Dialect;
  close(): Promise<void>;
}

export interface Dialect {
  /** Ends a query for a row that this transaction is about to change: others wait for it. */
  forUpdate: string;
  /** Ends a query whose rows this transaction is about to change; rows that another one holds are left out. */
  skipLocked: string;
  /** Ends a table whose rows lie in the order of its key, where that spares a second tree. */
  clustered: string;
  /** Asks for the names of the columns of the enquiries. */
  columns: string;
  /** Finding enquiries by their words. */
  search: {
    /** Makes the table of the words, statement by statement. */
    tables: string;
    /** Makes it in a better way, empty; nothing where the first was good enough. */
    again: string;
    /** The column with the number of a row. */
    id: string;
    /** A text as its column holds it. */
    toWords(parameter: string): string;
    /** True of rows with what is asked for. */
    matches(parameter: string): string;
    /** Asks for a word that begins so. */
    word(start: string): string;
    /** Between two of those that must both be there. */
    and: string;
  };
}

export type Value = string | number | null;

/** Within a transaction nothing else may be awaited: SQLite has one writer, and others wait for it. */
export interface Transaction {
  query<Row = unknown>(sql: string, ...values: Value[]): Promise<Row[]>;
}

/** No statement of the server's own touches more rows than this at a time: visitors are answered in between. */
export const LOT = 200;

/** $1, $2 … for this many values. */
export const placeholders = (count: number, first = 1) =>
  Array.from({ length: count }, (_, i) => `$${first + i}`).join(', ');

/** Deletes what the condition is true of; visitors are answered in between. */
export async function deleteInLots(
  database: Database,
  table: string,
  key: string,
  condition: string,
  ...values: Value[]
): Promise<void> {
  const some = `SELECT ${key} FROM ${table} WHERE ${condition} LIMIT ${LOT}`;
  const deleted = () =>
    database.write((tx) =>
      tx.query(`DELETE FROM ${table} WHERE (${key}) IN (${some}) RETURNING 1`, ...values),
    );
  while ((await deleted()).length === LOT);
}
