import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ContactAnswer, Failure } from '../../lib/contact-answer.ts';
import { mailInstead } from '../../lib/contact-answer.ts';
import { type Enquiry, errorSentences } from '../../lib/enquiry.ts';
import { confirmationPath, REFERENCE_PARAMETER, routes } from '../../routes.ts';
import type { Page } from '../../schemas/pages.ts';
import { REFERENCE } from '../db/enquiries.ts';
import type { EnquiryStore } from '../db/store.ts';
import { type Accept, type Outcome, within } from '../enquiries/accept.ts';
import { readPost, type Unreadable } from '../enquiries/form.ts';
import { limitRequests } from '../enquiries/limits.ts';
import type { Log } from './log.ts';
import { type Proxies, visitorAddress } from './proxies.ts';
import type { Headers } from './static.ts';

export interface ContactOptions {
  accept: Accept;
  store: Pick<EnquiryStore, 'has'>;
  /** How many enquiries an address may send; 0: any number. */
  rateLimit: number;
  /** Asked for with each request: in development they change all the time. */
  words: () => Page<'contact'>['form'];
  contactEmail: string;
  proxies: Proxies;
  /** The contact page with an answer. */
  page: (answer: ContactAnswer) => string | Promise<string>;
  /** The security headers of that page. */
  headers: Headers;
  /** Answers for whoever brings no reference of ours. */
  otherwise: (request: FastifyRequest, reply: FastifyReply) => unknown;
  log: Log;
}

/** How long a body that nobody reads may go on arriving, so that its sender gets to read the answer. */
const LINGER_MS = 2000;
const LOOK_AGAIN_SECONDS = 60;
/** A look-up takes a millisecond; a store that needs longer than this is away. */
const DEADLINE_MS = 8000;
const failures = { conflict: 409, busy: 429, unavailable: 503 } as const;

/** The contact form's end of the line. It answers a browser with the page and a program with JSON. */
export async function contactRoutes(app: FastifyInstance, options: ContactOptions): Promise<void> {
  const { accept, store, contactEmail, proxies, page, log } = options;
  const addressOf = ({ raw: { socket }, headers }: FastifyRequest) =>
    visitorAddress(socket.remoteAddress ?? '', headers['x-forwarded-for']?.toString(), proxies);
  const countRequest = await limitRequests(app, options.rateLimit, addressOf);

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post(routes.contact, { onRequest: admit }, post);
  app.get(routes.contact, confirm);
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const refusal = unreadable[error.statusCode ?? 500];
    if (!refusal) throw error;
    return refuse(request, reply, refusal);
  });

  /** Before the body is read: what is foreign, or over the limit, is not worth reading. */
  async function admit(request: FastifyRequest, reply: FastifyReply) {
    // Reset by now: nobody waits for an answer, and whose limit it would count for is gone as well.
    if (request.raw.socket.remoteAddress === undefined) return reply.hijack().raw.destroy();
    reply.headers({ ...options.headers, 'Cache-Control': 'no-store', Vary: 'Accept' });
    if (isForeign(request))
      return refuse(request, reply, { status: 403, error: 'This form can only be sent from its own page.' });
    // Whatever is sent counts, right or wrong.
    const wait = await countRequest(request);
    if (wait > 0) return refuse(request, reply.header('Retry-After', wait), TOO_MANY);
    return undefined;
  }

  async function post(request: FastifyRequest, reply: FastifyReply) {
    const read = await readPost(request.headers, request.body as Buffer | undefined);
    if ('status' in read) return refuse(request, reply, read);
    const outcome = await accept({ ...read, address: addressOf(request) });
    if ('retryAfter' in outcome) reply.header('Retry-After', outcome.retryAfter);
    return wantsJson(request)
      ? answerProgram(reply, outcome, read.enquiry)
      : answerBrowser(reply, outcome, read.enquiry);
  }

  /** The page that a sent form leads to; it knows the reference from its address. */
  async function confirm(request: FastifyRequest, reply: FastifyReply) {
    const reference = new URLSearchParams(request.raw.url?.split('?', 2)[1]).get(REFERENCE_PARAMETER) ?? '';
    if (!REFERENCE.test(reference)) return options.otherwise(request, reply);
    const wait = await countRequest(request);
    const found =
      wait > 0 ? undefined : await within(DEADLINE_MS, store.has(reference), undefined).catch(sayWhy);
    if (found === false) return options.otherwise(request, reply);
    reply.headers({ ...options.headers, 'Cache-Control': 'no-store' });
    if (found) return show(reply, 200, { kind: 'sent', reference });
    reply.header('Retry-After', wait || LOOK_AGAIN_SECONDS);
    return say(
      request,
      reply,
      wait > 0 ? 429 : 503,
      `We cannot show the confirmation for ${reference} at the moment. A message that you have already sent is not affected. Reload this page in ${wait > 0 ? 'ten minutes' : 'a minute'}.`,
    );
  }

  const sayWhy = (error: unknown) => {
    log('confirmation-not-shown', { error });
    return undefined;
  };

  /** The rest of a body that nobody reads would go on arriving over a connection that is kept. */
  function refuse(request: FastifyRequest, reply: FastifyReply, { status, error }: Refusal) {
    reply.header('Connection', 'close');
    setTimeout(() => request.raw.destroy(), LINGER_MS).unref();
    request.raw.resume();
    const failure = pageFailures[status];
    if (wantsJson(request) || !failure) return say(request, reply, status, error);
    return show(reply, status, { kind: 'failed', failure });
  }

  function answerProgram(reply: FastifyReply, outcome: Outcome, enquiry: Enquiry) {
    const words = options.words();
    if (outcome.kind === 'accepted') return reply.send({ reference: outcome.reference });
    if (outcome.kind === 'invalid')
      return reply
        .code(422)
        .send({ error: words.errors.heading, fields: errorSentences(words.errors, outcome.errors) });
    return reply.code(failures[outcome.kind]).send({
      error: words.failed[outcome.kind],
      mailto: mailInstead(contactEmail, words.heading, enquiry),
    });
  }

  function answerBrowser(reply: FastifyReply, outcome: Outcome, enquiry: Enquiry) {
    // Somewhere else to be: reloading that page sends nothing.
    if (outcome.kind === 'accepted') return reply.redirect(confirmationPath(outcome.reference), 303);
    if (outcome.kind === 'invalid')
      return show(reply, 422, { kind: 'invalid', enquiry, errors: outcome.errors });
    return show(reply, failures[outcome.kind], { kind: 'failed', failure: outcome.kind, enquiry });
  }

  const show = async (reply: FastifyReply, status: number, answer: ContactAnswer) =>
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .send(await page(answer));
}

type Refusal = Unreadable | { status: 403 | 429; error: string };
const TOO_MANY: Refusal = {
  status: 429,
  error: 'Too many requests have come from your network. Wait ten minutes.',
};

/** What the server says of a body before we see it. */
const unreadable: Partial<Record<number, Unreadable>> = {
  400: { status: 400, error: 'The body is not what its Content-Type says.' },
  413: { status: 413, error: 'A request may be at most 64 kB.' },
  415: { status: 415, error: 'Send the form urlencoded, as multipart/form-data or as JSON.' },
};

/** What a browser is told by the page itself; the rest is for programs. */
const pageFailures: Partial<Record<number, Failure>> = { 400: 'unreadable', 413: 'tooLarge', 429: 'tooMany' };

const say = (request: FastifyRequest, reply: FastifyReply, status: number, error: string) =>
  wantsJson(request)
    ? reply.code(status).send({ error })
    : reply.code(status).type('text/plain; charset=utf-8').send(`${error}\n`);

/** Whichever of the two is named first; a program that names neither gets what it sent. */
function wantsJson({ headers }: FastifyRequest): boolean {
  const [first] = /\btext\/html\b|\bapplication\/json\b/.exec(headers.accept ?? '') ?? [
    headers['content-type'] ?? '',
  ];
  return first.startsWith('application/json');
}

/** Whether another site posts here. Where a browser does not say so itself, the host of its page tells. */
function isForeign({ headers }: FastifyRequest): boolean {
  const from = headers['sec-fetch-site'];
  if (from) return from !== 'same-origin' && from !== 'none';
  return headers.origin !== undefined && URL.parse(headers.origin)?.host !== headers.host;
}
