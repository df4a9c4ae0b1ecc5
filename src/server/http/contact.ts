import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ContactAnswer, Failure } from '../../lib/contact-answer.ts';
import { mailInstead } from '../../lib/contact-answer.ts';
import { type Enquiry, errorSentences } from '../../lib/enquiry.ts';
import { confirmationPath } from '../../routes.ts';
import type { Page } from '../../schemas/pages.ts';
import { REFERENCE } from '../db/enquiries.ts';
import type { EnquiryStore } from '../db/store.ts';
import { type Accept, type Outcome, within } from '../enquiries/accept.ts';
import type { Limiter } from '../enquiries/limiter.ts';
import { readPost, type Unreadable } from '../enquiries/read-post.ts';
import type { Log } from './log.ts';
import { type Proxies, visitorAddress } from './proxies.ts';

type Exchange = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface Options {
  accept: Accept;
  store: Pick<EnquiryStore, 'has'>;
  limiter: Limiter;
  words: Page<'contact'>['form'];
  contactEmail: string;
  proxies: Proxies;
  /** The contact page with an answer. */
  page: (answer: ContactAnswer) => string | Promise<string>;
  log: Log;
}

/** How long a body that is too large may go on arriving, so that its sender gets to read the answer. */
const LINGER = 2000;
const LOOK_AGAIN = 60;
/** A look-up takes a millisecond; a store that needs longer than this is away. */
const DEADLINE = 8000;
const failures = { conflict: 409, busy: 429, unavailable: 503 } as const;

export interface Contact {
  post: Exchange;
  /** The page that a sent form leads to; it knows the reference from its address. */
  confirm: (reference: string, request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
}

/** The contact form's end of the line. It answers a browser with the page and a program with JSON. */
export function createContact(options: Options): Contact {
  const { accept, store, limiter, words, contactEmail, proxies, page, log } = options;
  const addressOf = ({ socket, headers }: IncomingMessage) =>
    visitorAddress(socket.remoteAddress ?? '', headers['x-forwarded-for']?.toString(), proxies);

  async function post(request: IncomingMessage, response: ServerResponse) {
    // Reset by now: nobody waits for an answer, and whose limit it would count for is gone as well.
    if (request.socket.remoteAddress === undefined) return void response.destroy();
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Vary', 'Accept');
    if (isForeign(request))
      return refuse(request, response, {
        status: 403,
        error: 'This form can only be sent from its own page.',
      });
    const address = addressOf(request);
    // Whatever is sent counts, right or wrong; what is over the limit is not even read.
    const wait = limiter.ask(address);
    if (wait > 0) {
      response.setHeader('Retry-After', wait);
      return refuse(request, response, TOO_MANY);
    }
    const read = await readPost(request);
    if ('status' in read) return refuse(request, response, read);
    const outcome = await accept({ ...read, address });
    if ('retryAfter' in outcome) response.setHeader('Retry-After', outcome.retryAfter);
    return wantsJson(request)
      ? answerProgram(response, outcome, read.enquiry)
      : answerBrowser(response, outcome, read.enquiry);
  }

  /** The rest of a body that nobody reads would go on arriving over a connection that is kept. */
  async function refuse(request: IncomingMessage, response: ServerResponse, { status, error }: Refusal) {
    response.setHeader('Connection', 'close');
    setTimeout(() => request.destroy(), LINGER).unref();
    request.resume();
    const failure = pageFailures[status];
    if (wantsJson(request) || !failure) return say(request, response, status, error);
    return show(response, status, { kind: 'failed', failure });
  }

  function answerProgram(response: ServerResponse, outcome: Outcome, enquiry: Enquiry) {
    if (outcome.kind === 'accepted') return json(response, 200, { reference: outcome.reference });
    if (outcome.kind === 'invalid')
      return json(response, 422, {
        error: words.errors.heading,
        fields: errorSentences(words.errors, outcome.errors),
      });
    return json(response, failures[outcome.kind], {
      error: words.failed[outcome.kind],
      mailto: mailInstead(contactEmail, words.heading, enquiry),
    });
  }

  function answerBrowser(response: ServerResponse, outcome: Outcome, enquiry: Enquiry) {
    if (outcome.kind === 'accepted') {
      // Somewhere else to be: reloading that page sends nothing.
      response.writeHead(303, { Location: confirmationPath(outcome.reference), 'Content-Length': 0 }).end();
      return;
    }
    if (outcome.kind === 'invalid')
      return show(response, 422, { kind: 'invalid', enquiry, errors: outcome.errors });
    return show(response, failures[outcome.kind], { kind: 'failed', failure: outcome.kind, enquiry });
  }

  const sayWhy = (error: unknown) => {
    log('confirmation-not-shown', { error });
    return undefined;
  };

  async function show(response: ServerResponse, status: number, answer: ContactAnswer) {
    send(response, status, 'text/html; charset=utf-8', await page(answer));
  }

  return {
    post,
    confirm: async (reference, request, response) => {
      if (!REFERENCE.test(reference)) return false;
      response.setHeader('Cache-Control', 'no-store');
      const wait = limiter.ask(addressOf(request));
      const found =
        wait > 0 ? undefined : await within(DEADLINE, store.has(reference), undefined).catch(sayWhy);
      if (found === false) return false;
      if (found) await show(response, 200, { kind: 'sent', reference });
      else {
        response.setHeader('Retry-After', wait || LOOK_AGAIN);
        say(
          request,
          response,
          wait > 0 ? 429 : 503,
          `We cannot show the confirmation for ${reference} at the moment. A message that you have already sent is not affected. Reload this page in ${wait > 0 ? 'ten minutes' : 'a minute'}.`,
        );
      }
      return true;
    },
  };
}

type Refusal = Unreadable | { status: 403 | 429; error: string };
const TOO_MANY: Refusal = {
  status: 429,
  error: 'Too many requests have come from your network. Wait ten minutes.',
};

/** What a browser is told by the page itself; the rest is for programs. */
const pageFailures: Partial<Record<number, Failure>> = { 400: 'unreadable', 413: 'tooLarge', 429: 'tooMany' };

function say(request: IncomingMessage, response: ServerResponse, status: number, error: string) {
  if (wantsJson(request)) return json(response, status, { error });
  send(response, status, 'text/plain; charset=utf-8', `${error}\n`);
}

const json = (response: ServerResponse, status: number, body: unknown) =>
  send(response, status, 'application/json; charset=utf-8', JSON.stringify(body));

function send(response: ServerResponse, status: number, type: string, text: string) {
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}

/** Whichever of the two is named first; a program that names neither gets what it sent. */
function wantsJson({ headers }: IncomingMessage): boolean {
  const [first] = /\btext\/html\b|\bapplication\/json\b/.exec(headers.accept ?? '') ?? [
    headers['content-type'] ?? '',
  ];
  return first.startsWith('application/json');
}

/** Whether another site posts here. Where a browser does not say so itself, the host of its page tells. */
function isForeign({ headers }: IncomingMessage): boolean {
  const from = headers['sec-fetch-site'];
  if (from) return from !== 'same-origin' && from !== 'none';
  return headers.origin !== undefined && URL.parse(headers.origin)?.host !== headers.host;
}
