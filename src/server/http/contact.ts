import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ContactAnswer, type Failure, mailInstead } from '../../lib/contact-answer.ts';
import { errorSentences } from '../../lib/enquiry.ts';
import { confirmationPath, REFERENCE_PARAMETER, routes } from '../../routes.ts';
import type { Page } from '../../schemas/pages.ts';
import { REFERENCE } from '../db/enquiries.ts';
import type { EnquiryStore } from '../db/store.ts';
import { type Accept, inTime } from '../enquiries/accept.ts';
import { readPost } from '../enquiries/form.ts';
import { limitRequests } from '../enquiries/limits.ts';
import { Refused } from '../failures.ts';
import type { Log } from '../log.ts';
import { HTML, TEXT } from './files.ts';
import type { Headers } from './static.ts';

export interface ContactOptions {
  accept: Accept;
  store: Pick<EnquiryStore, 'has'>;
  /** How many enquiries an address may send; 0: any number. */
  rateLimit: number;
  /** Asked for with each request: in development they change all the time. */
  words: () => Page<'contact'>['form'];
  contactEmail: string;
  page: (answer: ContactAnswer) => string | Promise<string>;
  /** The page for what should never happen. */
  errorPage: (error: unknown) => string;
  headers: Headers;
  /** Answers a request without a reference of ours. */
  otherwise: (request: FastifyRequest, reply: FastifyReply) => unknown;
  log: Log;
}

const LOOK_AGAIN_SECONDS = 60;
const statuses = {
  accepted: 200,
  invalid: 422,
  conflict: 409,
  busy: 429,
  full: 503,
  unavailable: 503,
} as const;

/** The contact form. It answers a browser with the page and a program with JSON. */
export async function contactRoutes(app: FastifyInstance, options: ContactOptions): Promise<void> {
  const { accept, store, contactEmail, page, log } = options;
  const countRequest = await limitRequests(app, options.rateLimit);

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post(routes.contact, { onRequest: admit }, post);
  app.get(routes.contact, confirm);

  /** Before the body is read: what is foreign, or over the limit, is not worth reading. */
  async function admit(request: FastifyRequest, reply: FastifyReply) {
    // The connection was reset, and with it went the address that the limits count.
    if (request.raw.socket.remoteAddress === undefined) return reply.hijack().raw.destroy();
    if (isForeign(request)) throw new Refused(403, 'This form can only be sent from its own page.');
    // Whatever is sent counts, right or wrong.
    const wait = await countRequest(request);
    if (wait === 0) return undefined;
    reply.header('Retry-After', wait);
    throw new Refused(429, 'Too many requests have come from your network. Wait ten minutes.');
  }

  async function post(request: FastifyRequest, reply: FastifyReply) {
    const read = readPost(request.headers, request.body as Buffer | undefined);
    const { enquiry } = read;
    const outcome = await accept({ ...read, address: request.ip });
    const { kind } = outcome;
    const forProgram = wantsJson(request);
    // A browser is led elsewhere: to reload that page sends nothing.
    reply.code(kind === 'accepted' && !forProgram ? 303 : statuses[kind]);
    reply.headers({ ...options.headers, 'Cache-Control': 'no-store', Vary: 'Accept' });
    const reason = kind === 'invalid' ? `not valid: ${Object.keys(outcome.errors).join(', ')}` : kind;
    logRequest(log, request, reply, kind === 'accepted' ? undefined : reason);

    if ('retryAfter' in outcome) reply.header('Retry-After', outcome.retryAfter);
    if (kind === 'accepted') {
      if (forProgram) return reply.send({ reference: outcome.reference });
      return reply.header('Location', confirmationPath(outcome.reference)).send();
    }
    const { errors, failed, heading } = options.words();
    if (kind === 'invalid') {
      if (!forProgram) return show(reply, { ...outcome, enquiry });
      return reply.send({ error: errors.heading, fields: errorSentences(errors, outcome.errors) });
    }
    if (!forProgram) return show(reply, { kind: 'failed', failure: kind, enquiry });
    return reply.send({
      error: failed[kind],
      failure: kind,
      mailto: mailInstead(contactEmail, heading, enquiry),
    });
  }

  /** The page that a sent form leads to; its address holds the reference. */
  async function confirm(request: FastifyRequest, reply: FastifyReply) {
    const reference = new URLSearchParams(request.raw.url?.split('?', 2)[1]).get(REFERENCE_PARAMETER) ?? '';
    if (!REFERENCE.test(reference)) return options.otherwise(request, reply);
    const wait = await countRequest(request);
    const found = wait > 0 ? undefined : await lookUp(reference);
    if (found === false) return options.otherwise(request, reply);
    reply.headers({ ...options.headers, 'Cache-Control': 'no-store' });
    if (found) return show(reply, { kind: 'sent', reference });
    const [status, later] = wait > 0 ? [429, 'ten minutes'] : [503, 'a minute'];
    const error = `We cannot show the confirmation for ${reference} at the moment. A message that you have already sent is not affected. Reload this page in ${later}.`;
    reply.code(status).header('Retry-After', wait || LOOK_AGAIN_SECONDS);
    return wantsJson(request) ? reply.send({ error }) : reply.type(TEXT).send(`${error}\n`);
  }

  /** Undefined: the store cannot say. */
  const lookUp = (reference: string): Promise<boolean | undefined> =>
    inTime(store.has(reference), undefined).catch((error) => {
      log('confirmation-not-shown', { error });
      return undefined;
    });

  async function show(reply: FastifyReply, answer: ContactAnswer) {
    return reply.type(HTML).send(await page(answer));
  }
}

/** Whether another site posts here. Where a browser does not say so itself, the host of its page tells. */
function isForeign({ headers }: FastifyRequest): boolean {
  const from = headers['sec-fetch-site'];
  if (from) return from !== 'same-origin' && from !== 'none';
  return headers.origin !== undefined && URL.parse(headers.origin)?.host !== headers.host;
}

/** What the framework refuses by itself, in our words. */
const sentences: Partial<Record<number, string>> = {
  400: 'The body is not what its Content-Type says.',
  413: 'A request may be at most 64 kB.',
  415: 'Send the form urlencoded or as JSON.',
};
/** What the contact page has words for. */
const failures: Partial<Record<number, Failure>> = { 400: 'unreadable', 413: 'tooLarge', 429: 'tooMany' };

/** Answers every error: a program with JSON, a browser with a page where there is one. */
export function answerErrors({ page, errorPage, headers, log }: Omit<ContactOptions, 'otherwise'>) {
  return async (error: Error & { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) => {
    // The visitor hung up in the middle of a form.
    if (request.raw.destroyed && !request.raw.complete) return reply.hijack();
    const status = error.statusCode ?? 500;
    const sentence = error instanceof Refused ? error.message : (sentences[status] ?? error.message);
    reply.code(status).headers({ ...headers, 'Cache-Control': 'no-store', Vary: 'Accept' });
    // The framework would close the connection: a browser that is cut off while it sends does not read why.
    reply.removeHeader('Connection');
    logRequest(log, request, reply, sentence);
    if (wantsJson(request)) return reply.send({ error: sentence });
    const failure = failures[status];
    if (status < 500 && !failure) return reply.type(TEXT).send(`${sentence}\n`);
    return reply.type(HTML).send(failure ? await page({ kind: 'failed', failure }) : errorPage(error));
  };
}

/** One line for a form or a failed request: what was asked and why it failed, never who asked or what was typed. */
function logRequest(log: Log, request: FastifyRequest, reply: FastifyReply, reason?: string): void {
  const { method, routeOptions } = request;
  const ms = Math.round(reply.elapsedTime * 10) / 10;
  log('request', { method, path: routeOptions.url, status: reply.statusCode, ms, ...(reason && { reason }) });
}

/** The first that is named in Accept; a program that names neither gets what it sent. */
function wantsJson({ headers }: FastifyRequest): boolean {
  const accepted = /\btext\/html\b|\bapplication\/json\b/.exec(headers.accept ?? '')?.[0];
  return (accepted ?? headers['content-type'] ?? '').startsWith('application/json');
}
