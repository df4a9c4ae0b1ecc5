import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inboxPaths, type ListPage } from '../src/lib/inbox.ts';
import { routes } from '../src/routes.ts';
import { plainEnvironment } from './support/environment.ts';
import { signIn, startInboxIn } from './support/inbox.ts';
import { copyProject, type ProjectCopy } from './support/project-copy.ts';
import { type RunningSite, startSite } from './support/server.ts';
import { type MailServer, startMailServer } from './support/smtp.ts';

/** A field that the form does not have, added as the comment above the list says. */
let copy: ProjectCopy;
let site: RunningSite;
let mail: MailServer;
/** Sent before there was the field. */
let reference: string;
const early = { email: 'eve@example.com', company: 'Engines', message: 'Sent before the upgrade.' };
const told: Record<string, string>[] = [];
const webhook = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  told.push(JSON.parse(body));
  response.end();
});

beforeAll(async () => {
  mail = await startMailServer();
  webhook.listen(0, '127.0.0.1');
  await once(webhook, 'listening');
  copy = copyProject();
  // A store that was there before the field.
  const env = {
    DATABASE_URL: `file:${copy.root}/data/enquiries.db`,
    SMTP_URL: `${mail.url}?ignoreTLS=true`,
    WEBHOOK_URL: `http://127.0.0.1:${(webhook.address() as AddressInfo).port}`,
    WEBHOOK_SECRET: 'sixteen letters or more',
  };
  copy.build();
  const before = await startSite(copy.root, env);
  reference = await referenceOf(await post(before.url, early, { 'Idempotency-Key': 'early' }));
  await before.stop();

  copy.edit('src/lib/enquiry.ts', (text) =>
    text.replace(
      /( {2}message: \{ kind)/,
      "  phoneNumber: { kind: 'line', most: 40, autoComplete: 'tel' },\n$1",
    ),
  );
  copy.edit('content/pages/contact.yaml', (text) =>
    text.replace(/( {4}message: )/, '    phoneNumber: Telephone\n$1'),
  );
  const { status, output } = copy.build();
  expect(output).toBe('');
  expect(status).toBe(0);
  site = await startSite(copy.root, env);
});
afterAll(async () => {
  await site?.stop();
  await mail.stop();
  webhook.close();
  copy.remove();
});

it('is in the form, the check, the store, the mail, the webhook, the export, the inbox and the privacy policy', async () => {
  const page = await (await fetch(site.url + routes.contact)).text();
  expect(page).toMatch(/<input[^>]*autocomplete="tel"[^>]*name="phoneNumber"/);
  expect(page).toContain('Telephone');

  const send = (phoneNumber: string) =>
    post(site.url, { email: 'ada@example.com', message: 'Please call me back.', phoneNumber });
  const refused = await send('1'.repeat(41));
  expect(refused.status).toBe(422);
  expect(Object.keys(((await refused.json()) as { fields: object }).fields)).toEqual(['phoneNumber']);
  expect((await send('+64 21 000 000')).status).toBe(200);

  await expect
    .poll(() => mail.received.map(({ mail }) => mail.text).join())
    .toMatch(/Telephone:\s+\+64 21 000 000/);
  await expect
    .poll(() => told)
    .toContainEqual(
      expect.objectContaining({ phoneNumber: '+64 21 000 000', message: 'Please call me back.' }),
    );
  const exported = execFileSync('npm', ['run', '--silent', 'enquiries', '--', 'export', '--json'], {
    cwd: copy.root,
    env: plainEnvironment({ DATABASE_URL: `file:${copy.root}/data/enquiries.db` }),
    encoding: 'utf8',
  });
  expect(JSON.parse(exported)).toMatchObject([
    { phoneNumber: '+64 21 000 000', message: 'Please call me back.', spam: '' },
    { phoneNumber: '', ...early },
  ]);
  const inbox = await startInboxIn(
    copy.root,
    'src/server/inbox/main.ts',
    `file:${copy.root}/data/enquiries.db`,
  );
  const owner = await signIn(inbox);
  const { rows } = (await (
    await owner.get(`${inboxPaths.enquiries}?list=new&search=000`)
  ).json()) as ListPage;
  expect(await (await owner.get(inboxPaths.enquiry(rows[0]?.reference ?? ''))).json()).toMatchObject({
    fields: [{ label: 'Phone number', value: '+64 21 000 000' }],
  });
  await inbox.stop();
  const policy = await (await fetch(site.url + routes.privacyPolicy)).text();
  expect(policy).toMatch(/asks for your [^.]*, telephone and [^.]*\./);
});

it('leaves the reference to whoever repeats what was sent before it, with the same key or without', async () => {
  expect(await referenceOf(await post(site.url, early, { 'Idempotency-Key': 'early' }))).toBe(reference);
  expect(await referenceOf(await post(site.url, { ...early, phoneNumber: '' }))).toBe(reference);
});

const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(url + routes.contact, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(fields),
  });

async function referenceOf(response: Response): Promise<string> {
  expect(response.status).toBe(200);
  return ((await response.json()) as { reference: string }).reference;
}
