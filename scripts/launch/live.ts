import { randomUUID } from 'node:crypto';
import { sendEnquiry } from '../../src/islands/send-enquiry.ts';
import { routes, securityTxtPath } from '../../src/routes.ts';
import type { EnquiryStore } from '../../src/server/enquiries/store/store.ts';
import { done, type Finding, messageOf, open, warning } from './finding.ts';

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
    company: '',
    message: 'A test enquiry from npm run launch-check. It can be deleted.',
  };
  try {
    const sending = { enquiry, trap: sends ? '' : 'launch check', elapsed: UNHURRIED, key: randomUUID() };
    const answer = await sendEnquiry(url + routes.contact, sending);
    if (!('reference' in answer)) throw new Error(Object.values(answer.fields).join(' '));
    const { reference } = answer;
    if (!(await store.has(reference)))
      return open(
        `the site accepted the enquiry ${reference}, but it is not in the store that .env names`,
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

/** What the address that the world will use tells a visitor's browser. */
export async function checkAddress(url: string | undefined): Promise<Finding[]> {
  if (!url)
    return [warning('the live address was not checked', '--url', 'Add --url https://… once the site is up.')];
  const where = new URL(url).origin;
  let answer: Response;
  try {
    answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(10_000) });
  } catch (error) {
    const { cause } = error as Error;
    return [open('the live address does not answer', where, messageOf(cause ?? error))];
  }
  const told = (name: string) => answer.headers.get(name) ?? '';
  const wanted: [what: string, kept: boolean, how: string][] = [
    [
      'HTTPS with a trusted certificate',
      where.startsWith('https:'),
      'Follow docs/scaling.md up to the certificate.',
    ],
    ['the home page', answer.status === 200, `It answered ${answer.status}.`],
    [
      'Strict-Transport-Security',
      /max-age=[1-9]/.test(told('strict-transport-security')),
      'Set BEHIND_TLS=1 in .env.',
    ],
    [
      'a strict Content-Security-Policy',
      told('content-security-policy') !== '' && !told('content-security-policy').includes('unsafe-'),
      'The proxy must pass our headers on (deploy/).',
    ],
    [
      'X-Content-Type-Options',
      told('x-content-type-options') === 'nosniff',
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
  const answer = await fetch(origin + securityTxtPath, { signal: AbortSignal.timeout(10_000) });
  const text = answer.ok ? await answer.text() : '';
  const [, expires = ''] = /^Expires: (.+)$/m.exec(text) ?? [];
  const left = Date.parse(expires) - Date.now();
  if (!/^Contact: \S+$/m.test(text) || !(left > 0))
    return open(
      'security reports have no valid address',
      origin + securityTxtPath,
      'Build and release again.',
    );
  const until = `security reports have an address until ${expires.slice(0, 10)}`;
  return left > SOON
    ? done(until, origin + securityTxtPath)
    : warning(until, origin + securityTxtPath, 'Build and release again before that.');
}
