import { inboxPaths, type Opened } from '../../lib/inbox.ts';
import { ask, heldSession, holdSession, Refused, sentenceFor } from './ask.ts';

export type Session =
  | { kind: 'opening' }
  | { kind: 'open' }
  /** The server no longer knows the session. */
  | { kind: 'closed' }
  /** There is no session in this tab. */
  | { kind: 'elsewhere' }
  /** The token of the address was used before. */
  | { kind: 'used' }
  | { kind: 'failed'; sentence: string };

/** Signs in with the token of the address, or goes on with the session of this tab. */
export async function signIn(): Promise<Session> {
  const token = tokenIn(location.hash);
  try {
    // Read first: if the browser blocks storage, this throws before the token is used up.
    const held = heldSession();
    // The first request shows whether a held session is still valid.
    if (!token) return { kind: held ? 'open' : 'elsewhere' };
    const { session } = await ask<Opened>(inboxPaths.session, { token });
    holdSession(session);
    forgetToken();
    return { kind: 'open' };
  } catch (error) {
    const wasUsed = error instanceof Refused && error.status === 403;
    if (!wasUsed) return { kind: 'failed', sentence: sentenceFor(error) };
    forgetToken();
    return { kind: 'used' };
  }
}

/** Places within the inbox begin with a slash; a token does not. */
export const tokenIn = (hash: string) => /^#([^/].*)$/.exec(hash)?.[1];

/** Keeps it out of bookmarks and the history. */
const forgetToken = () => history.replaceState(null, '', location.pathname + location.search);
