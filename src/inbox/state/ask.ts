import type { Refusal } from '../../lib/inbox.ts';
import { heldSession, sessionStore } from './session.ts';

/** A request that came to nothing; its message is a sentence for the owner. */
export class Refused extends Error {
  /** 0 where nobody answered. */
  readonly status: number;
  constructor(sentence: string, status = 0) {
    super(sentence);
    this.status = status;
  }
}

export const SILENCE = 'The inbox does not answer. Is it still running in the terminal?';
const TIMEOUT = 15_000;

/** Asks the inbox's server: a GET, or a POST of the body. */
export async function ask<Answer>(path: string, body?: object): Promise<Answer> {
  const response = await send(path, AbortSignal.timeout(TIMEOUT), body);
  return response.json().catch(() => {
    throw new Refused(SILENCE);
  });
}

/** Anything but a success is thrown as a Refused. */
export async function send(path: string, signal: AbortSignal | null, body?: object): Promise<Response> {
  const response = await fetch(path, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      ...(body && { 'Content-Type': 'application/json' }),
      Authorization: `Bearer ${heldSession() ?? ''}`,
    },
    // Cookies would be those of other ports.
    credentials: 'omit',
    signal,
  }).catch(() => {
    throw new Refused(SILENCE);
  });
  if (response.ok) return response;
  // Whatever was asked: without a session there is nothing left to show.
  if (response.status === 401) sessionStore.set({ kind: 'closed' });
  const refusal: unknown = await response.json().catch(() => undefined);
  throw new Refused(sentenceOf(refusal) ?? unexplained(response.status), response.status);
}

/** What to tell the owner of anything that was thrown. */
export const sentenceFor = (error: unknown) => (error instanceof Refused ? error.message : String(error));

const sentenceOf = (refusal: unknown) => {
  const { error } = (refusal ?? {}) as Partial<Refusal>;
  return typeof error === 'string' ? error : undefined;
};

const unexplained = (status: number) =>
  `The inbox answered with error ${status} and no reason. The terminal in which it runs may show one.`;
