import type { Refusal } from '../../lib/inbox.ts';
import { sessionStore } from './session.ts';

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
  const post = body && {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
  const response = await fetch(path, { ...post, signal: AbortSignal.timeout(TIMEOUT) }).catch(() => {
    throw new Refused(SILENCE);
  });
  const answer = (await response.json().catch(() => undefined)) as Answer | Partial<Refusal> | undefined;
  if (response.ok) return answer as Answer;
  // Whatever was asked: without a session there is nothing left to show.
  if (response.status === 401) sessionStore.set({ kind: 'closed' });
  throw new Refused(sentenceOf(answer) ?? unexplained(response.status), response.status);
}

/** What to tell the owner of anything that was thrown. */
export const sentenceFor = (error: unknown) => (error instanceof Refused ? error.message : String(error));

const sentenceOf = (answer: unknown) =>
  typeof answer === 'object' && answer && 'error' in answer && typeof answer.error === 'string'
    ? answer.error
    : undefined;

const unexplained = (status: number) =>
  `The inbox answered with error ${status} and no reason. The terminal in which it runs may show one.`;
