/** One line of docs/security.md. */
export interface Row {
  promise: string;
  attack: string;
  /** What came of it today, with its unit. */
  figure: string;
  kept: boolean;
}

/** Attacks that belong together: each starts what it attacks, and leaves nothing behind. */
export type Group = () => Promise<Row[]>;
