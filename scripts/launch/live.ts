import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ELAPSED_FIELD, type EnquiryField, TRAP_FIELD } from '../../src/lib/enquiry.ts';
import { routes, securityTxtPath } from '../../src/routes.ts';
import { ENQUIRIES, SETTINGS, START } from '../../src/server/built.ts';
import type { StoredEnquiry } from '../../src/server/db/enquiries.ts';
import type { EnquiryStore } from '../../src/server/db/store.ts';
import { type FetchedAnswer, fetchAnswer } from './fetch-answer.ts';
import { done, type Finding, messageOf, open, shortened, warning } from './finding.ts';

/** As long as a person takes to fill in the form: less counts as spam. */
const FILL_IN_MS = 60_000;

const SENDER = 'launch-check@localhost.invalid';
/** How long to wait for the first try of the delivery. */
const DELIVERY_MS = 30_000;

interface Options {
  /** Whether one is mailed as well. */
  mails: boolean;
  /** Whether the site may be on another machine. */
  isElsewhere: boolean;
}

/**
 * Sends an enquiry through the site that runs here, and deletes it from the store. It fills in the spam trap, so it is
 * stored but not mailed. One that is mailed is sent only after that worked: in a store out of reach it would stay, and
 * look like a visitor's.
 */
export async function tryEnquiry(
  url: string,
  store: EnquiryStore | undefined,
  { mails, isElsewhere }: Options,
): Promise<Finding> {
  if (!store) return warning('no test enquiry was sent', url, 'Without the store it could not be deleted.');
  try {
    const stored = await send(url, store, 'launch check');
    if ('state' in stored) return stored;
    await store.remove([stored.reference]);
    return mails
      ? await checkDelivery(url, store)
      : done(`the site stored an enquiry (${stored.reference}), which was deleted again`, url);
  } catch (error) {
    const why = `(${messageOf(error)})`;
    return isElsewhere
      ? warning(
          'whether the site stores an enquiry was not tried: it does not run here',
          url,
          `Run this on its server, in the folder of the release: node --env-file=/etc/site.env launch-check.mjs ${why}`,
        )
      : open('no enquiry could be sent through the site', url, `Is it running? ${START} ${why}`);
  }
}

/** Sends one; returns the stored enquiry, or what is wrong. */
async function send(url: string, store: EnquiryStore, trap: string): Promise<StoredEnquiry | Finding> {
  const enquiry = {
    firstName: 'Launch',
    lastName: 'Check',
    email: SENDER,
    message: `A test enquiry of the launch check (${randomUUID()}). It can be deleted.`,
  };
  const answer = await post(url, { ...enquiry, [TRAP_FIELD]: trap, [ELAPSED_FIELD]: FILL_IN_MS });
  if (answer.leadsTo) return moved(url + routes.contact, answer.leadsTo);
  const { reference } = objectIn(answer.body);
  if (answer.status !== 200 || typeof reference !== 'string')
    return open('the site accepts no enquiry', url, `It answered ${sentencesOf(answer)}`);
  const stored = await store.find(reference);
  // The answer may come from any server and name any enquiry: delete only the one that was sent here.
  const isOurs =
    stored && Object.entries(enquiry).every(([field, sent]) => sent === stored[field as EnquiryField]);
  return isOurs
    ? stored
    : open(
        `the site says that it stored the enquiry as ${shortened(reference)}, but the store that ${SETTINGS} names does not have it`,
        url,
        `Run this with the settings of that site. There, the enquiry is set aside as spam; this deletes it: ${ENQUIRIES} erase --email ${SENDER}`,
      );
}

async function checkDelivery(url: string, store: EnquiryStore): Promise<Finding> {
  const stored = await send(url, store, '');
  if ('state' in stored) return stored;
  const { reference } = stored;
  /** The mail to a recipient who did not get one yet; otherwise any. */
  const mail = async () => {
    const mails = (await store.find(reference))?.deliveries.filter(({ kind }) => kind === 'mail');
    return mails?.find(({ state }) => state !== 'sent') ?? mails?.[0];
  };
  const deadline = performance.now() + DELIVERY_MS;
  let delivery = await mail();
  while (delivery?.state === 'waiting' && !delivery.error && performance.now() < deadline) {
    await sleep(200);
    delivery = await mail();
  }
  await store.remove([reference]);
  return delivery?.state === 'sent'
    ? done(`the site stored an enquiry (${reference}) and mailed it; it was deleted again`, url)
    : open(
        `the site stored an enquiry (${reference}), but did not mail it; it was deleted again`,
        url,
        delivery?.error ?? 'See what the site says about its mail server when it starts.',
      );
}

const post = (url: string, fields: Record<string, unknown>) =>
  fetchAnswer(url + routes.contact, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(fields),
  });

/** Whether the form reaches the site: an empty one is refused by our server, and nothing is stored. */
async function checkForm(origin: string): Promise<Finding> {
  const where = origin + routes.contact;
  const unreached = (how: string) => open('the form does not reach the site', where, how);
  try {
    const answer = await post(origin, {});
    if (answer.leadsTo) return moved(where, answer.leadsTo);
    return answer.status === 422 && objectIn(answer.body).fields
      ? done('the form reaches the site', where)
      : unreached(
          `What is in front must pass POST ${routes.contact} on (deploy/). It answered ${sentencesOf(answer)}`,
        );
  } catch (error) {
    return unreached(messageOf(error));
  }
}

function sentencesOf({ status, body }: FetchedAnswer): string {
  const { error, fields } = objectIn(body);
  const sentences = [error, ...Object.values(fields ?? {})].filter(
    (sentence) => typeof sentence === 'string',
  );
  return shortened([status, ...sentences].join(' '));
}

/** A static host answers with HTML: no fields. */
function objectIn(json: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(json));
  } catch {
    return {};
  }
}

const moved = (where: string, leadsTo: string) =>
  open(`the address leads to ${leadsTo}`, where, 'Use that address with --url; redirects are not followed.');

/** Checks the headers that a visitor's browser gets from the live address. */
export async function checkAddress(url: string | undefined): Promise<Finding[]> {
  if (!url)
    return [warning('the live address was not checked', '--url', 'Add --url https://… once the site is up.')];
  const where = new URL(url).origin;
  let answer: FetchedAnswer;
  try {
    answer = await fetchAnswer(url);
  } catch (error) {
    return [open('the live address does not answer', where, messageOf(error))];
  }
  const beyond = [await checkForm(where), await checkSecurityTxt(where)];
  if (answer.leadsTo) return [moved(where, answer.leadsTo), ...beyond];
  const header = (name: string) => answer.headers.get(name) ?? '';
  const wanted: [what: string, kept: boolean, how: string][] = [
    [
      'HTTPS with a trusted certificate',
      where.startsWith('https:'),
      'Follow docs/scaling.md up to the certificate.',
    ],
    ['the home page', answer.status === 200, `It answered ${answer.status}.`],
    [
      'Strict-Transport-Security',
      /max-age=[1-9]/.test(header('strict-transport-security')),
      `Set TRUST_PROXY in ${SETTINGS} to the address of the proxy that adds HTTPS.`,
    ],
    [
      'a strict Content-Security-Policy',
      header('content-security-policy') !== '' && !header('content-security-policy').includes('unsafe-'),
      'The proxy must pass our headers on (deploy/).',
    ],
    [
      'X-Content-Type-Options',
      header('x-content-type-options') === 'nosniff',
      'The proxy must pass our headers on (deploy/).',
    ],
    [
      'no cookie',
      !answer.headers.has('set-cookie'),
      'Something in front of the site sets one: turn that off.',
    ],
  ];
  return [
    ...wanted.map(([what, kept, how]) => (kept ? done(what, where) : open(`missing: ${what}`, where, how))),
    ...beyond,
  ];
}

/** A warning comes this long before the end, which leaves time for a build. */
const EXPIRY_WARNING_MS = 30 * 24 * 60 * 60 * 1000;

/** Where to report a security hole. Each build renews it; it expires within a year. */
async function checkSecurityTxt(origin: string): Promise<Finding> {
  const where = origin + securityTxtPath;
  const missing = (how: string) => open('security reports have no valid address', where, how);
  try {
    const { status, body, leadsTo } = await fetchAnswer(where);
    if (leadsTo) return moved(where, leadsTo);
    const [, expires = ''] = /^Expires: (.+)$/m.exec(status === 200 ? body : '') ?? [];
    const end = Date.parse(expires);
    if (!/^Contact: \S+$/m.test(body) || !(end > Date.now())) return missing('Build and release again.');
    const until = `security reports have an address until ${new Date(end).toISOString().slice(0, 10)}`;
    return end - Date.now() > EXPIRY_WARNING_MS
      ? done(until, where)
      : warning(until, where, 'Build and release again before that.');
  } catch (error) {
    return missing(messageOf(error));
  }
}
