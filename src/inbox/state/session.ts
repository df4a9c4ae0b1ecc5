import { createStore } from './store.ts';

export type Session =
  | { kind: 'opening' }
  | { kind: 'open' }
  /** No longer a session. */
  | { kind: 'closed' }
  /** No session in this tab. */
  | { kind: 'elsewhere' }
  /** The address from the terminal works once. */
  | { kind: 'used' }
  | { kind: 'failed'; sentence: string };

export const sessionStore = createStore<Session>({ kind: 'opening' });

const KEY = 'session';

/** Of this tab and this port alone, unlike a cookie, which goes to every port of the machine. A reload keeps it. */
export const heldSession = () => sessionStorage.getItem(KEY);
export const holdSession = (session: string) => sessionStorage.setItem(KEY, session);
