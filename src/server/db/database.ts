/** What the store asks of a database. SQLite and PostgreSQL run the same statements, with parameters as $1, $2. */
export interface Database {
  /** One statement that changes nothing. */
  read<Row>(sql: string, values?: Value[]): Promise<Row[]>;
  /** A transaction: all of its statements or none. PostgreSQL may run it again after a conflict. */
  write<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** A transaction on a new connection, which has nothing cached: it reads and writes the disk. */
  probe(work: (tx: Transaction) => Promise<void>): Promise<void>;
  /** Removes deleted text from the files for good. False: another program is still reading them. */
  scrub(): Promise<boolean>;
  /** Where the store is, for people; without a password. */
  place: string;
  close(): Promise<void>;
}

export type Value = string | number | null;

/** Await nothing but queries within a transaction: SQLite has one writer, and others wait for it. */
export interface Transaction {
  query<Row = unknown>(sql: string, ...values: Value[]): Promise<Row[]>;
}

/** Rows to read, index or delete in one transaction: visitors are answered in between. */
export const LOT = 200;

/** $1, $2 … for this many values. */
export const placeholders = (count: number) =>
  Array.from({ length: count }, (_, i) => `$${i + 1}`).join(', ');
