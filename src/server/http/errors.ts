import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ContactAnswer, Failure } from '../../lib/contact-answer.ts';
import type { Log } from '../log.ts';
import type { Headers } from './static.ts';

/** A request that is refused: its status, and the sentence that says why. */
export class Refused extends Error {
  readonly statusCode: number;
  constructor(statusCode: number, sentence: string) {
    super(sentence);
    this.statusCode = statusCode;
  }
}

interface Options {
  /** The contact page with an answer. */
  page: (answer: ContactAnswer) => string | Promise<string>;
  /** The page for what should never happen. */
  errorPage: (error: unknown) => string;
  /** The security headers of both. */
  headers: Headers;
  log: Log;
}

/** What the framework refuses by itself, in our words. */
const sentences: Partial<Record<number, string>> = {
  400: 'The body is not what its Content-Type says.',
  413: 'A request may be at most 64 kB.',
  415: 'Send the form urlencoded, as multipart/form-data or as JSON.',
};
/** What the contact page has words for. */
const failures: Partial<Record<number, Failure>> = { 400: 'unreadable', 413: 'tooLarge', 429: 'tooMany' };

/** How long a body that is not read may go on arriving, so that its sender gets to read the answer. */
const LINGER_MS = 2000;

/** Answers every error: a program with JSON, a browser with a page where there is one. */
export function answerErrors({ page, errorPage, headers, log }: Options) {
  return async (error: Error & { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) => {
    const { raw } = request;
    // The visitor hung up in the middle of a form.
    if (raw.destroyed && !raw.complete) return reply.hijack();
    const status = error.statusCode ?? 500;
    const sentence = error instanceof Refused ? error.message : (sentences[status] ?? error.message);
    reply.code(status).headers({ ...headers, 'Cache-Control': 'no-store', Vary: 'Accept' });
    logRequest(log, request, reply, sentence);
    if (status < 500) {
      // The rest of a body that is not read would go on arriving over a connection that is kept.
      reply.header('Connection', 'close');
      setTimeout(() => raw.destroy(), LINGER_MS).unref();
      raw.resume();
    }
    if (wantsJson(request)) return reply.send({ error: sentence });
    const failure = failures[status];
    if (status < 500 && !failure) return reply.type(TEXT).send(`${sentence}\n`);
    return reply.type(HTML).send(failure ? await page({ kind: 'failed', failure }) : errorPage(error));
  };
}

export const HTML = 'text/html; charset=utf-8';
export const TEXT = 'text/plain; charset=utf-8';

/** One line for a form or a failed request: what was asked and why it failed, never who asked or what was typed. */
export function logRequest(log: Log, request: FastifyRequest, reply: FastifyReply, reason?: string): void {
  const { method, routeOptions } = request;
  const ms = Math.round(reply.elapsedTime * 10) / 10;
  log('request', { method, path: routeOptions.url, status: reply.statusCode, ms, ...(reason && { reason }) });
}

/** The first that is named in Accept; a program that names neither gets what it sent. */
export function wantsJson({ headers }: FastifyRequest): boolean {
  const [first] = /\btext\/html\b|\bapplication\/json\b/.exec(headers.accept ?? '') ?? [
    headers['content-type'] ?? '',
  ];
  return first.startsWith('application/json');
}
