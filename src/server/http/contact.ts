import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ContactAnswer, mailInstead } from '../../lib/contact-answer.ts';
import { errorSentences } from '../../lib/enquiry.ts';
import { confirmationPath, REFERENCE_PARAMETER, routes } from '../../routes.ts';
import type { Page } from '../../schemas/pages.ts';
import { REFERENCE } from '../db/enquiries.ts';
import type { EnquiryStore } from '../db/store.ts';
import { type Accept, within } from '../enquiries/accept.ts';
import { readPost } from '../enquiries/form.ts';
import { limitRequests } from '../enquiries/limits.ts';
import type { Log } from '../log.ts';
import type { Proxies } from '../settings.ts';
import { HTML, logRequest, Refused, TEXT, wantsJson } from './errors.ts';
import { visitorAddress } from './proxies.ts';
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
  /** Answers a request without a reference of ours. */
  otherwise: (request: FastifyRequest, reply: FastifyReply) => unknown;
  log: Log;
}

const LOOK_AGAIN_SECONDS = 60;
/** A look-up takes a millisecond; a store that needs longer than this is away. */
const DEADLINE_MS = 8000;
const statuses = { accepted: 200, invalid: 422, conflict: 409, busy: 429, unavailable: 503 } as const;

/** The contact form. It answers a browser with the page and a program with JSON. */
export async function contactRoutes(app: FastifyInstance, options: ContactOptions): Promise<void> {
  const { accept, store, contactEmail, proxies, page, log } = options;
  const addressOf = ({ raw: { socket }, headers }: FastifyRequest) =>
    visitorAddress(socket.remoteAddress ?? '', headers['x-forwarded-for']?.toString(), proxies);
  const countRequest = await limitRequests(app, options.rateLimit, addressOf);

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
    const read = await readPost(request.headers, request.body as Buffer | undefined);
    if ('status' in read) throw new Refused(read.status, read.error);
    const { enquiry } = read;
    const outcome = await accept({ ...read, address: addressOf(request) });
    const { kind } = outcome;
    const forProgram = wantsJson(request);
    // A browser is led elsewhere: to reload that page sends nothing.
    reply.code(kind === 'accepted' && !forProgram ? 303 : statuses[kind]);
    reply.headers({ ...options.headers, 'Cache-Control': 'no-store', Vary: 'Accept' });
    const reason = kind === 'invalid' ? `not valid: ${Object.keys(outcome.errors).join(', ')}` : kind;
    logRequest(log, request, reply, kind === 'accepted' ? undefined : reason);

    if ('retryAfter' in outcome) reply.header('Retry-After', outcome.retryAfter);
    if (kind === 'accepted' && !forProgram)
      return reply.header('Location', confirmationPath(outcome.reference)).send();
    if (kind === 'accepted') return reply.send({ reference: outcome.reference });
    if (!forProgram)
      return show(
        reply,
        kind === 'invalid' ? { ...outcome, enquiry } : { kind: 'failed', failure: kind, enquiry },
      );
    const { errors, failed, heading } = options.words();
    if (kind === 'invalid')
      return reply.send({ error: errors.heading, fields: errorSentences(errors, outcome.errors) });
    return reply.send({ error: failed[kind], mailto: mailInstead(contactEmail, heading, enquiry) });
  }

  /** The page that a sent form leads to; its address holds the reference. */
  async function confirm(request: FastifyRequest, reply: FastifyReply) {
    const reference = new URLSearchParams(request.raw.url?.split('?', 2)[1]).get(REFERENCE_PARAMETER) ?? '';
    if (!REFERENCE.test(reference)) return options.otherwise(request, reply);
    const wait = await countRequest(request);
    const found =
      wait > 0 ? undefined : await within(DEADLINE_MS, store.has(reference), undefined).catch(sayWhy);
    if (found === false) return options.otherwise(request, reply);
    reply.headers({ ...options.headers, 'Cache-Control': 'no-store' });
    if (found) return show(reply, { kind: 'sent', reference });
    const [status, later] = wait > 0 ? [429, 'ten minutes'] : [503, 'a minute'];
    const error = `We cannot show the confirmation for ${reference} at the moment. A message that you have already sent is not affected. Reload this page in ${later}.`;
    reply.code(status).header('Retry-After', wait || LOOK_AGAIN_SECONDS);
    return wantsJson(request) ? reply.send({ error }) : reply.type(TEXT).send(`${error}\n`);
  }

  const sayWhy = (error: unknown) => {
    log('confirmation-not-shown', { error });
    return undefined;
  };

  const show = async (reply: FastifyReply, answer: ContactAnswer) =>
    reply.type(HTML).send(await page(answer));
}

/** Whether another site posts here. Where a browser does not say so itself, the host of its page tells. */
function isForeign({ headers }: FastifyRequest): boolean {
  const from = headers['sec-fetch-site'];
  if (from) return from !== 'same-origin' && from !== 'none';
  return headers.origin !== undefined && URL.parse(headers.origin)?.host !== headers.host;
}
