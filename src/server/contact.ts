import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ContactAnswer, Failure } from '../lib/contact-answer.ts';
import { type Enquiry, enquiryText } from '../lib/enquiry.ts';
import { mailto } from '../lib/mailto.ts';
import { confirmationPath } from '../routes.ts';
import type { Page } from '../schemas/pages.ts';
import type { Accept, Outcome } from './enquiries/accept.ts';
import { readPost } from './enquiries/read-post.ts';
import { type EnquiryStore, REFERENCE } from './enquiries/store.ts';
import { type Proxies, visitorAddress } from './proxies.ts';

type Exchange = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
export type ShowAnswer = (
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  answer: ContactAnswer,
) => Promise<void> | void;

interface Options {
  accept: Accept;
  store: EnquiryStore;
  words: Page<'contact'>['form'];
  contactEmail: string;
  proxies: Proxies;
  /** Shows the contact page with an answer. */
  show: ShowAnswer;
}

/** How long a body that is too large may go on arriving, so that its sender gets to read the answer. */
const LINGER = 2000;
const LOOK_AGAIN = 60;
const failures = { conflict: 409, busy: 429, unavailable: 503 } as const;

export interface Contact {
  post: Exchange;
  /** The page that a sent form leads to; it knows the reference from its address. */
  confirm: (reference: string, request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
}

/** The contact form's end of the line. It answers a browser with the page and a program with JSON. */
export function createContact({ accept, store, words, contactEmail, proxies, show }: Options): Contact {
  async function post(request: IncomingMessage, response: ServerResponse) {
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Vary', 'Accept');
    if (isForeign(request))
      return say(request, response, 403, 'This form can only be sent from its own page.');
    const read = await readPost(request);
    if ('status' in read) return refuse(request, response, read.status, read.error);
    const address = visitorAddress(
      request.socket.remoteAddress ?? '',
      request.headers['x-forwarded-for']?.toString(),
      proxies,
    );
    const outcome = await accept({ ...read, address });
    if ('retryAfter' in outcome) response.setHeader('Retry-After', outcome.retryAfter);
    return wantsJson(request)
      ? answerProgram(response, outcome, read.enquiry)
      : answerBrowser(request, response, outcome, read.enquiry);
  }

  function refuse(request: IncomingMessage, response: ServerResponse, status: number, error: string) {
    if (status !== 413) return say(request, response, status, error);
    response.setHeader('Connection', 'close');
    setTimeout(() => request.destroy(), LINGER).unref();
    request.resume();
    if (wantsJson(request)) return say(request, response, status, error);
    return show(request, response, status, { kind: 'failed', failure: 'tooLarge' });
  }

  function answerProgram(response: ServerResponse, outcome: Outcome, enquiry: Enquiry) {
    if (outcome.kind === 'accepted') return json(response, 200, { reference: outcome.reference });
    if (outcome.kind === 'invalid') {
      const fields = Object.entries(outcome.errors).map(([field, error]) => [field, words.errors[error]]);
      return json(response, 422, { error: words.errors.heading, fields: Object.fromEntries(fields) });
    }
    return json(response, failures[outcome.kind], {
      error: words.failed[outcome.kind],
      mailto: mailto(contactEmail, { subject: words.heading, body: enquiryText(enquiry) }),
    });
  }

  function answerBrowser(
    request: IncomingMessage,
    response: ServerResponse,
    outcome: Outcome,
    enquiry: Enquiry,
  ) {
    if (outcome.kind === 'accepted') {
      // Somewhere else to be: reloading that page sends nothing.
      response.writeHead(303, { Location: confirmationPath(outcome.reference) }).end();
      return;
    }
    if (outcome.kind === 'invalid')
      return show(request, response, 422, { kind: 'invalid', enquiry, errors: outcome.errors });
    const failure: Failure = outcome.kind;
    return show(request, response, failures[outcome.kind], { kind: 'failed', failure, enquiry });
  }

  return {
    post,
    confirm: async (reference, request, response) => {
      if (!REFERENCE.test(reference)) return false;
      response.setHeader('Cache-Control', 'no-store');
      try {
        if (!(await store.find(reference))) return false;
      } catch {
        response.setHeader('Retry-After', LOOK_AGAIN);
        say(
          request,
          response,
          503,
          `We cannot look up ${reference} at the moment. Load this page again in a minute.`,
        );
        return true;
      }
      await show(request, response, 200, { kind: 'sent', reference });
      return true;
    },
  };
}

function say(request: IncomingMessage, response: ServerResponse, status: number, error: string) {
  if (wantsJson(request)) return json(response, status, { error });
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(`${error}\n`);
}

const json = (response: ServerResponse, status: number, body: unknown) => {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
};

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
