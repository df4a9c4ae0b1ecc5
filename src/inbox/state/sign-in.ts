import { inboxPaths } from '../../lib/inbox.ts';
import { ask, Refused, sentenceFor } from './ask.ts';
import { sessionStore } from './session.ts';

/** Signs in with the token of the address, now and whenever a new one is pasted into it. */
export function startSession() {
  addEventListener('hashchange', () => {
    if (tokenIn(location.hash)) void signIn();
  });
  void signIn();
}

export async function signIn() {
  const token = tokenIn(location.hash);
  // Loaded again: the session of before may still be good, and the first request tells.
  if (!token) return sessionStore.set({ kind: 'open' });
  sessionStore.set({ kind: 'opening' });
  try {
    await ask(inboxPaths.session, { token });
    forgetToken();
    sessionStore.set({ kind: 'open' });
  } catch (error) {
    const status = error instanceof Refused ? error.status : 0;
    if (status === 401 || status === 403) {
      forgetToken();
      sessionStore.set({ kind: status === 403 ? 'used' : 'closed' });
    } else sessionStore.set({ kind: 'failed', sentence: sentenceFor(error) });
  }
}

/** Places within the inbox begin with a slash; a token does not. */
const tokenIn = (hash: string) => /^#([^/].*)$/.exec(hash)?.[1];

/** Neither a bookmark nor the history keeps it. */
const forgetToken = () => history.replaceState(null, '', location.pathname + location.search);
