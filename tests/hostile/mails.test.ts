import { expect, it, onTestFinished } from 'vitest';
import { emptyEnquiry, enquiryFields } from '../../src/lib/enquiry.ts';
import { type Received, startMailServer } from '../support/smtp.ts';
import { eachOf, post, startTarget } from './support/clients.ts';

const OWNER = 'owner@firm.example';
const EVE = 'eve@evil.example';
const MESSAGE = 'We sell shoes and would like to talk.';

/** What a visitor writes into a field to have it read as something else. */
const tricks = [
  ...['\r\n', '\n', '\r', '\u0085', '\u2028', '\0', '\v', '%0d%0a', '\\r\\n', '\u560a'].flatMap((line) => [
    `Ada${line}Bcc: ${EVE}`,
    `Ada${line}Subject: forged${line}${line}<b>forged</b>`,
    `Ada${line}.${line}MAIL FROM:<${EVE}>${line}RCPT TO:<${EVE}>${line}DATA${line}Subject: forged${line}`,
    `Ada${line}Content-Type: multipart/mixed; boundary=forged${line}${line}--forged`,
  ]),
  ...[`Ada, ${EVE}`, `Ada <${EVE}>`, `"Ada" <${EVE}>, x`, `${EVE}; ada@example.com`, `Ada:${EVE};`],
  `=?utf-8?Q?Ada=0D=0ABcc:_${EVE}?=`,
  `=?utf-8?B?${Buffer.from(`Ada\r\nBcc: ${EVE}`).toString('base64')}?=`,
  `ada@example.com>\r\nRCPT TO:<${EVE}`,
  `ada@example.com ORCPT=rfc822;${EVE}`,
  ...[
    '"ada\\"@example.com"@x.example',
    `ada(${EVE})@example.com`,
    `ada%${EVE}@example.com`,
    'ada@[127.0.0.1]',
  ],
  ...['--forged\r\nContent-Type: text/html\r\n\r\n<b>forged</b>', '.', '\u202egnp.exe'],
];

it('the form sends no mail in the firm’s name, whatever is written into it', async () => {
  const mail = await startMailServer();
  onTestFinished(mail.stop);
  const env = { SMTP_URL: mail.url, MAIL_TO: OWNER, MAIL_ACK: '1' };
  const { url } = await startTarget(env);
  const forms = enquiryFields.flatMap((field) =>
    tricks.map((trick, i) => {
      // Each from an address of its own: one gets a single acknowledgement an hour.
      const honest = {
        ...emptyEnquiry,
        email: `${i}.${field}@example.com`,
        message: `${MESSAGE} ${field} ${i}`,
      };
      const typed = field === 'message' ? `${honest.message} ${trick}` : trick;
      const fields = { ...honest, [field]: typed };
      return i % 2 ? JSON.stringify(fields) : new URLSearchParams(fields).toString();
    }),
  );
  const statuses = (await eachOf(forms, 10, (form) => post(url, form))).map(({ status }) => status);
  // Taken from a program and from a browser, or refused as invalid.
  expect(new Set(statuses)).toEqual(new Set([200, 303, 422]));
  const taken = statuses.filter((status) => status !== 422);
  // One to the owner and one to the visitor.
  await expect.poll(() => mail.received.length).toBe(2 * taken.length);
  expect(mail.received.filter(isForged)).toEqual([]);
});

/** Every header that a mail of ours has. */
const OURS =
  'from to reply-to subject message-id date mime-version content-type content-transfer-encoding auto-submitted';

function isForged({ to, mail, raw }: Received): boolean {
  const names = mail.headers.map(({ key }) => key.toLowerCase());
  const isToOwner = to[0] === OWNER;
  const [, boundary] = /boundary="([^"]+)"/.exec(mail.headers.map(({ value }) => value).join('\n')) ?? [];
  const parts = boundary ? raw.split(`\r\n--${boundary}\r\n`).length - 1 : 0;
  return (
    names.some((name) => !OURS.split(' ').includes(name)) ||
    new Set(names).size < names.length ||
    // One recipient: the owner, or the address in the form.
    [to.length, mail.to?.length].some((count) => count !== 1) ||
    to[0] === EVE ||
    mail.attachments.length > 0 ||
    (mail.subject ?? '').includes('\n') ||
    // The owner's has a text and a page; the visitor's is one text, with nothing of theirs in it.
    (isToOwner ? parts !== 2 || mail.replyTo?.length !== 1 : parts !== 0 || raw.includes(MESSAGE))
  );
}
