import { randomUUID } from 'node:crypto';
import { ELAPSED_FIELD, type EnquiryField, TRAP_FIELD } from '../../src/lib/enquiry.ts';
import { routes, securityTxtPath } from '../../src/routes.ts';
import type { EnquiryStore } from '../../src/server/enquiries/store/store.ts';
import { type Answer, ask } from './ask.ts';
import { done, type Finding, messageOf, open, told, warning } from './finding.ts';

/** Longer than a program would take: else it would be set aside for that. */
const UNHURRIED = 60_000;

/**
 * One enquiry through the site that runs, and back out of the store. Unless a mail is wanted, it fills in the field for
 * programs: what does so is stored like any other, and mailed to nobody.
 */
export async function checkEnquiry(url: string, store: EnquiryStore, sends: boolean): Promise<Finding> {
  const enquiry = {
    firstName: 'Launch',
    lastName: 'Check',
    email: 'launch-check@localhost.invalid',
    message: `A test enquiry from npm run launch-check (${randomUUID()}). It can be deleted.`,
  };
  try {
    const answer = await ask(url + routes.contact, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({
        ...enquiry,
        [TRAP_FIELD]: sends ? '' : 'launch check',
        [ELAPSED_FIELD]: UNHURRIED,
      }),
    });
    if (answer.leadsTo) return moved(url + routes.contact, answer.leadsTo);
    const reference = referenceIn(answer);
    const stored = await store.find(reference);
    // Whoever answered may name any enquiry: only the one that was sent here may be deleted.
    const isOurs =
      stored && Object.entries(enquiry).every(([field, sent]) => sent === stored[field as EnquiryField]);
    if (!isOurs)
      return open(
        `the site says that it stored the enquiry as ${told(reference)}, but the store that .env names does not have it`,
        url,
        'Run this where the site runs, with the same .env.',
      );
    if (!sends) await store.remove([reference]);
    return done(`the site accepted an enquiry (${reference}), and it is in the store`, url);
  } catch (error) {
    return open(
      'no enquiry could be sent through the site',
      url,
      `Is it running? npm start. (${messageOf(error)})`,
    );
  }
}

function referenceIn({ status, body }: Answer): string {
  const { reference, error, fields } = objectIn(body);
  if (status === 200 && typeof reference === 'string') return reference;
  const sentences = [error, ...Object.values(fields ?? {})].filter(
    (sentence) => typeof sentence === 'string',
  );
  throw new Error(`It answered ${[status, ...sentences].join(' ')}`);
}

/** A host that only keeps files answers with a page. */
function objectIn(json: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(json));
  } catch {
    return {};
  }
}

const moved = (where: string, leadsTo: string) =>
  open(`the address leads to ${leadsTo}`, where, 'Use that one with --url; no request follows a redirect.');

/** What the address that the world will use tells a visitor's browser. */
export async function checkAddress(url: string | undefined): Promise<Finding[]> {
  if (!url)
    return [warning('the live address was not checked', '--url', 'Add --url https://… once the site is up.')];
  const where = new URL(url).origin;
  let answer: Answer;
  try {
    answer = await ask(url);
  } catch (error) {
    return [open('the live address does not answer', where, messageOf(error))];
  }
  if (answer.leadsTo) return [moved(where, answer.leadsTo), await checkSecurityTxt(where)];
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
      'Set BEHIND_TLS=1 in .env.',
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
    await checkSecurityTxt(where),
  ];
}

/** A month, so that somebody can build in time. */
const SOON = 30 * 24 * 60 * 60 * 1000;

/** Where to report a security hole: the build writes it anew, and it ends within a year. */
async function checkSecurityTxt(origin: string): Promise<Finding> {
  const where = origin + securityTxtPath;
  const missing = (how: string) => open('security reports have no valid address', where, how);
  try {
    const { status, body, leadsTo } = await ask(where);
    if (leadsTo) return moved(where, leadsTo);
    const [, expires = ''] = /^Expires: (.+)$/m.exec(status === 200 ? body : '') ?? [];
    const end = Date.parse(expires);
    if (!/^Contact: \S+$/m.test(body) || !(end > Date.now())) return missing('Build and release again.');
    const until = `security reports have an address until ${new Date(end).toISOString().slice(0, 10)}`;
    return end - Date.now() > SOON
      ? done(until, where)
      : warning(until, where, 'Build and release again before that.');
  } catch (error) {
    return missing(messageOf(error));
  }
}
