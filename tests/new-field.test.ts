import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { inboxPaths, type ListPage } from '../src/lib/inbox.ts';
import { routes } from '../src/routes.ts';
import { signIn, startInboxIn } from './support/inbox.ts';
import { root } from './support/other-firm.ts';
import { runOwner } from './support/owner.ts';
import { type RunningSite, startSite } from './support/server.ts';
import { type MailServer, startMailServer } from './support/smtp.ts';

let running: RunningSite;
let mail: MailServer;
beforeAll(async () => {
  mail = await startMailServer();
  running = await startSite(root, { SMTP_URL: mail.url });
  return async () => {
    await running.stop();
    await mail.stop();
  };
});
const send = (phoneNumber: string) =>
  fetch(running.url + routes.contact, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', message: 'Please call me back.', phoneNumber }),
  });

// In the form and the store: contact.test.ts; in the webhook and the privacy policy: privacy.test.ts.
it('is checked, mailed, exported and shown in the inbox', async () => {
  const refused = await send('1'.repeat(41));
  expect(refused.status).toBe(422);
  expect(Object.keys(((await refused.json()) as { fields: object }).fields)).toEqual(['phoneNumber']);
  expect((await send('+64 21 000 000')).status).toBe(200);

  await expect
    .poll(() => mail.received.map(({ mail }) => mail.text).join())
    .toMatch(/Telephone:\s+\+64 21 000 000/);
  const { out } = await runOwner(['export', '--json'], { DATABASE_URL: running.database }, root);
  expect(JSON.parse(out)).toMatchObject([{ phoneNumber: '+64 21 000 000', spam: '' }]);
  const inbox = await startInboxIn(root, 'src/server/inbox/main.ts', running.database);
  onTestFinished(inbox.stop);
  const owner = await signIn(inbox);
  const list = await owner.get(`${inboxPaths.enquiries}?list=new&search=000`);
  const { rows } = (await list.json()) as ListPage;
  expect(await (await owner.get(inboxPaths.enquiry(rows[0]?.reference ?? ''))).json()).toMatchObject({
    fields: [{ label: 'Phone number', value: '+64 21 000 000' }],
  });
});
