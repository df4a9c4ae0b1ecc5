import type { Refusal } from '../../lib/inbox.ts';

/** A failed request; its message is a sentence for the owner. */
export class Refused extends Error {
  /** 0 if nothing answered. */
  readonly status: number;
  constructor(sentence: string, status = 0) {
    super(sentence);
    this.status = status;
  }
}

const NO_ANSWER = 'The inbox does not answer. Is it still running in the terminal?';
const TIMEOUT_MS = 15_000;
/** Time for the browser to read the downloaded file. */
const DOWNLOAD_MS = 60_000;

const KEY = 'session';
/** sessionStorage belongs to one tab and one port and survives a reload; a cookie is sent to every port of the machine. */
export const heldSession = () => sessionStorage.getItem(KEY);
export const holdSession = (session: string) => sessionStorage.setItem(KEY, session);

/** Asks the inbox's server: a GET, or a POST of the body. */
export async function ask<Answer>(path: string, body?: object): Promise<Answer> {
  const response = await send(path, AbortSignal.timeout(TIMEOUT_MS), body);
  return response.json().catch(() => {
    throw new Refused(NO_ANSWER);
  });
}

/**
 * Saves a file of the server among the browser's downloads, whole or not at all, and answers with its name. A link would
 * be requested without the session.
 */
export async function saveFile(path: string): Promise<string> {
  const response = await send(path, null);
  const file = await response.blob().catch(() => {
    throw new Refused(
      'The export broke off, so nothing was saved. The terminal in which the inbox runs may show why; then export again.',
    );
  });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = /filename="(.+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? '';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_MS);
  return link.download;
}

/** What to tell the owner about anything that was thrown. */
export const sentenceFor = (error: unknown) => (error instanceof Refused ? error.message : String(error));

/** Throws a Refused unless the request succeeds. */
async function send(path: string, signal: AbortSignal | null, body?: object): Promise<Response> {
  const response = await fetch(path, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      ...(body && { 'Content-Type': 'application/json' }),
      Authorization: `Bearer ${heldSession() ?? ''}`,
    },
    // Cookies could only come from other ports.
    credentials: 'omit',
    signal,
  }).catch(() => {
    throw new Refused(NO_ANSWER);
  });
  if (response.ok) return response;
  const { status } = response;
  const { error }: Partial<Refusal> = await response.json().catch(() => ({}));
  const unexplained = `The inbox answered with error ${status} and no reason. The terminal in which it runs may show one.`;
  throw new Refused(error ?? unexplained, status);
}
