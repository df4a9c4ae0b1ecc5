/** What the store asks of a database. SQLite and PostgreSQL run the same statements, with parameters as $1, $2. */
export interface Database {
  /** One statement that changes nothing. */
  read<Row>(sql: string, values?: Value[]): Promise<Row[]>;
  /** All statements of a script or none. It may be run anew, so it is handed over as a function. */
  write<Result>(script: () => Script<Result>): Promise<Result>;
  /** Where the rows are, for people; without a password. */
  place: string;
  dialect: Dialect;
  close(): Promise<void>;
}

export interface Dialect {
  /** Ends a query whose rows this transaction is about to change; rows that another one holds are left out. */
  skipLocked: string;
  /** Ends a table whose rows lie in the order of its key, where that spares a second tree. */
  clustered: string;
}

export type Value = string | number | null;

export interface Statement {
  sql: string;
  values: Value[];
}

/**
 * The statements of a transaction, each yielded and answered with its rows. SQLite runs a script in one go, so that
 * several scripts can share a commit; PostgreSQL waits for each answer.
 */
export type Script<Result> = Generator<Statement, Result, unknown[]>;

/** One step of a script. What the rows hold is known from the statement. */
export function* query<Row = unknown>(sql: string, ...values: Value[]): Script<Row[]> {
  return (yield { sql, values }) as Row[];
}
