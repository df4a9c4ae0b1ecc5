import { createStore } from './store.ts';

export type Session =
  | { kind: 'opening' }
  | { kind: 'open' }
  /** No session, or no longer one. */
  | { kind: 'closed' }
  /** The address from the terminal works once. */
  | { kind: 'used' }
  | { kind: 'failed'; sentence: string };

export const sessionStore = createStore<Session>({ kind: 'opening' });
