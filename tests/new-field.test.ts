import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inboxPaths, type ListPage } from '../src/lib/inbox.ts';
import { routes } from '../src/routes.ts';
import { plainEnvironment } from './support/environment.ts';
import { signIn, startInboxIn } from './support/inbox.ts';
import { root } from './support/other-firm.ts';
import { type RunningSite, startSite } from './support/server.ts';
import { type MailServer, startMailServer } from './support/smtp.ts';

let running: RunningSite;
let mail: MailServer;
let folder: string;
let store: string;
const webhookBodies: Record<string, string>[] = [];
const webhook = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  webhookBodies.push(JSON.parse(body));
  response.end();
});

beforeAll(async () => {
  mail = await startMailServer();
  webhook.listen(0, '127.0.0.1');
  await once(webhook, 'listening');
  folder = mkdtempSync(join(tmpdir(), 'new-field-'));
  store = `file:${folder}/enquiries.db`;
  const env = {
    DATABASE_URL: store,
    SMTP_URL: `${mail.url}?ignoreTLS=true`,
    WEBHOOK_URL: `http://127.0.0.1:${(webhook.address() as AddressInfo).port}`,
    WEBHOOK_SECRET: 'sixteen letters or more',
  };
  running = await startSite(root, env);
});
afterAll(async () => {
  await running?.stop();
  await mail.stop();
  webhook.close();
  rmSync(folder, { recursive: true });
});

it('is in the form, the check, the store, the mail, the webhook, the export, the inbox and the privacy policy', async () => {
  const page = await (await fetch(running.url + routes.contact)).text();
  expect(page).toMatch(/<input[^>]*autocomplete="tel"[^>]*name="phoneNumber"/);
  expect(page).toContain('Telephone');

  const send = (phoneNumber: string) =>
    post(running.url, { email: 'ada@example.com', message: 'Please call me back.', phoneNumber });
  const refused = await send('1'.repeat(41));
  expect(refused.status).toBe(422);
  expect(Object.keys(((await refused.json()) as { fields: object }).fields)).toEqual(['phoneNumber']);
  expect((await send('+64 21 000 000')).status).toBe(200);

  await expect
    .poll(() => mail.received.map(({ mail }) => mail.text).join())
    .toMatch(/Telephone:\s+\+64 21 000 000/);
  await expect
    .poll(() => webhookBodies)
    .toContainEqual(
      expect.objectContaining({ phoneNumber: '+64 21 000 000', message: 'Please call me back.' }),
    );
  const exported = execFileSync('npm', ['run', '--silent', 'enquiries', '--', 'export', '--json'], {
    cwd: root,
    env: plainEnvironment({ DATABASE_URL: store }),
    encoding: 'utf8',
  });
  expect(JSON.parse(exported)).toMatchObject([
    { phoneNumber: '+64 21 000 000', message: 'Please call me back.', spam: '' },
  ]);
  const inbox = await startInboxIn(root, 'src/server/inbox/main.ts', store);
  const owner = await signIn(inbox);
  const { rows } = (await (
    await owner.get(`${inboxPaths.enquiries}?list=new&search=000`)
  ).json()) as ListPage;
  expect(await (await owner.get(inboxPaths.enquiry(rows[0]?.reference ?? ''))).json()).toMatchObject({
    fields: [{ label: 'Phone number', value: '+64 21 000 000' }],
  });
  await inbox.stop();
  const policy = await (await fetch(running.url + routes.privacyPolicy)).text();
  expect(policy).toMatch(/[^.]*, telephone and [^.]*\./);
});

const post = (url: string, fields: Record<string, string>) =>
  fetch(url + routes.contact, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(fields),
  });
