import { inboxPaths, type Opened } from '../../lib/inbox.ts';
import { ask, Refused, sentenceFor } from './ask.ts';
import { heldSession, holdSession, sessionStore } from './session.ts';

/** Signs in with the token of the address, now and whenever a new one is pasted into it. */
export function startSession() {
  addEventListener('hashchange', () => {
    if (tokenIn(location.hash)) void signIn();
  });
  void signIn();
}

export async function signIn() {
  const token = tokenIn(location.hash);
  try {
    // A session of before may still be good, and the first request tells. Asked first: a browser that keeps nothing for a
    // page throws here, and the token is still unused.
    const held = heldSession();
    if (!token) return sessionStore.set({ kind: held ? 'open' : 'elsewhere' });
    sessionStore.set({ kind: 'opening' });
    const { session } = await ask<Opened>(inboxPaths.session, { token });
    holdSession(session);
    forgetToken();
    sessionStore.set({ kind: 'open' });
  } catch (error) {
    if (error instanceof Refused && error.status === 403) {
      forgetToken();
      sessionStore.set({ kind: 'used' });
    } else sessionStore.set({ kind: 'failed', sentence: sentenceFor(error) });
  }
}

/** Places within the inbox begin with a slash; a token does not. */
const tokenIn = (hash: string) => /^#([^/].*)$/.exec(hash)?.[1];

/** Neither a bookmark nor the history keeps it. */
const forgetToken = () => history.replaceState(null, '', location.pathname + location.search);
