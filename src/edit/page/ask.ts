import { type Change, type Conflict, editPaths, type Saved, type Value } from '../protocol.ts';

/** What the editor's server refuses: its message is a sentence, or several lines of them. */
export class Refused extends Error {
  readonly status: number;
  /** What somebody else wrote meanwhile, where that is the reason. */
  readonly now: Value | undefined;
  constructor(sentence: string, status = 0, now?: Value) {
    super(sentence);
    this.status = status;
    this.now = now;
  }
}

const NO_ANSWER = 'The editor does not answer, so nothing was saved. Is it still running in the terminal?';
const KEY = 'edit-session';

/** Whether this tab may edit: it has a session, or the address has the token for one. */
export async function signIn(): Promise<boolean> {
  const token = /^#edit=(.+)$/.exec(location.hash)?.[1];
  if (token) {
    history.replaceState(null, '', location.pathname + location.search);
    const { session } = await ask<{ session: string }>(editPaths.session, { token });
    sessionStorage.setItem(KEY, session);
  }
  return sessionStorage.getItem(KEY) !== null;
}

export async function ask<Answer>(path: string, body: object): Promise<Answer> {
  const response = await fetch(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${sessionStorage.getItem(KEY) ?? ''}`,
    },
    credentials: 'omit',
  }).catch(() => {
    throw new Refused(NO_ANSWER);
  });
  const answer = await response.json().catch(() => {
    throw new Refused(NO_ANSWER);
  });
  if (response.ok) return answer as Answer;
  const { error, now } = answer as Conflict;
  throw new Refused(error, response.status, now);
}

export const save = (change: Change) => ask<Saved>(editPaths.save, change);
