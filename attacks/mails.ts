import { thousands } from '../bench/report.ts';
import { type EnquiryField, emptyEnquiry, enquiryFields } from '../src/lib/enquiry.ts';
import { routes } from '../src/routes.ts';
import { until } from '../tests/faults/support/visitors.ts';
import type { RunningSite } from '../tests/support/server.ts';
import { type MailServer, type Received, startMailServer } from '../tests/support/smtp.ts';
import type { Group, Row } from './row.ts';
import { rowsIn, withSite } from './support/site.ts';
import { eachOf } from './support/sockets.ts';

const OWNER = 'owner@firm.example';
const EVE = 'eve@evil.example';

/** What a visitor writes into a field to have it read as something else. */
const tricks = [
  ...[
    '\r\n',
    '\n',
    '\r',
    '\u0085',
    '\u2028',
    '\u2029',
    '\u0000',
    '\u000b',
    '\u000c',
    '%0d%0a',
    '\\r\\n',
    '\u560a',
  ].flatMap((line) => [
    `Ada${line}Bcc: ${EVE}`,
    `Ada${line}Subject: forged${line}${line}<b>forged</b>`,
    `Ada${line}X-Forged: 1${line} folded`,
    `Ada${line}.${line}MAIL FROM:<${EVE}>${line}RCPT TO:<${EVE}>${line}DATA${line}Subject: forged${line}`,
    `Ada${line}Content-Type: multipart/mixed; boundary=forged${line}${line}--forged`,
  ]),
  `Ada, ${EVE}`,
  `Ada <${EVE}>`,
  `"Ada" <${EVE}>, x`,
  `${EVE}; ada@example.com`,
  `Ada:${EVE};`,
  `=?utf-8?Q?Ada=0D=0ABcc:_${EVE}?=`,
  `=?utf-8?B?${Buffer.from(`Ada\r\nBcc: ${EVE}`).toString('base64')}?=`,
  `ada@example.com>\r\nRCPT TO:<${EVE}`,
  `ada@example.com ORCPT=rfc822;${EVE}`,
  `"ada\\"@example.com"@x.example`,
  `ada(${EVE})@example.com`,
  `ada%${EVE}@example.com`,
  `ada@[127.0.0.1]`,
  `ada+\u0442est@\u043f\u0440\u0438\u043c\u0435\u0440.example`,
  '--forged\r\nContent-Type: text/html\r\n\r\n<b>forged</b>',
  '.',
  '..',
  '\u202egnp.exe',
  'x'.repeat(99),
];

const honest: Record<EnquiryField, string> = {
  ...emptyEnquiry,
  firstName: 'Ada',
  lastName: 'Example',
  email: 'ada@example.com',
  company: 'Example',
  message: 'We sell shoes and would like to talk.',
};

/** Every header that a mail of ours has. */
const OURS = [
  'from',
  'to',
  'reply-to',
  'subject',
  'message-id',
  'date',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'auto-submitted',
];

/** What a visitor writes is text, wherever in a mail it is. */
export const mails: Group = async () => {
  const server = await startMailServer();
  try {
    const env = { SMTP_URL: `${server.url}?ignoreTLS=true`, MAIL_TO: OWNER, MAIL_ACK: '1' };
    return [await withSite(env, (site) => smuggle(site, server))];
  } finally {
    await server.stop();
  }
};

async function smuggle({ url, database }: RunningSite, server: MailServer): Promise<Row> {
  const forms = enquiryFields.flatMap((field) =>
    tricks.flatMap((trick, i) => {
      return [encodeJson, encodeForm, encodeParts].map((encode, way) => {
        // From an address of its own each: one gets a single acknowledgement an hour.
        const email = `${way}.${i}.${field}.${honest.email}`;
        const message = `${honest.message} ${field} ${i} ${way}`;
        const told =
          field === 'message' ? `${message} ${trick}` : field === 'email' ? `${way}${trick}` : trick;
        return encode({ ...honest, email, message, [field]: told });
      });
    }),
  );
  await eachOf(forms, 10, (body) =>
    fetch(url + routes.contact, {
      method: 'POST',
      body,
      redirect: 'manual',
      ...(typeof body === 'string' && { headers: { 'Content-Type': 'application/json' } }),
    }).then((answer) => answer.text()),
  );
  const taken = rowsIn(database);
  // To the owner and to the visitor.
  await until('every mail has come', () => server.received.length >= taken * 2, 60);
  const forged = server.received.filter(isForged).length + Math.abs(server.received.length - taken * 2);
  return {
    promise: 'Nobody can write mail in the firm’s name',
    attack: `${thousands(forms.length)} forms with line breaks, headers, addresses and SMTP in every field; ${thousands(taken)} were valid text and accepted`,
    figure: `${forged} of ${thousands(server.received.length)} mails had a header, a recipient or a part that a visitor wrote`,
    kept: forged === 0 && taken > 100,
  };
}

function isForged({ to, mail, raw }: Received): boolean {
  const names = mail.headers.map(({ key }) => key.toLowerCase());
  const isOurs = names.every((name) => OURS.includes(name)) && new Set(names).size === names.length;
  // One recipient: the owner, or whoever gave their address.
  const isAddressed = to.length === 1 && to[0] !== EVE && mail.to?.length === 1;
  const [, boundary] = /boundary="([^"]+)"/.exec(mail.headers.map(({ value }) => value).join('\n')) ?? [];
  const parts = boundary ? raw.split(`\r\n--${boundary}\r\n`).length - 1 : 0;
  const isToOwner = to[0] === OWNER;
  return (
    !isOurs ||
    !isAddressed ||
    mail.attachments.length > 0 ||
    // The owner's has a text and a page; the visitor's is one text.
    parts !== (isToOwner ? 2 : 0) ||
    (isToOwner ? mail.replyTo?.length !== 1 : raw.includes(honest.message)) ||
    (mail.subject ?? '').includes('\n')
  );
}

const encodeJson = (fields: Record<string, string>) => JSON.stringify(fields);
const encodeForm = (fields: Record<string, string>) => new URLSearchParams(fields);
function encodeParts(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}
