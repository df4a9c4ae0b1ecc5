import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Enquiry } from '../src/lib/enquiry.ts';
import { type Figures, inboxPaths, type Whole } from '../src/lib/inbox.ts';
import { expectKept } from './faults/support/stored.ts';
import { answered, untilTaken, visit } from './faults/support/visitors.ts';
import { ask as askAs } from './support/from.ts';
import {
  addEnquiry,
  enginesForTests,
  type RunningInbox,
  type SharedStore,
  signIn,
  startInbox,
} from './support/inbox.ts';
import { url } from './support/other-firm.ts';
import { startSite } from './support/server.ts';

const engines = enginesForTests();

describe('a visitor who is not the owner', () => {
  let shared: SharedStore;
  let inbox: RunningInbox;
  let reference: string;
  let authorization: { Authorization: string };
  beforeAll(async () => {
    shared = await engines.sqlite();
    reference = await addEnquiry(shared.store, { message: 'Strictly confidential' });
    inbox = await startInbox(shared.url);
    ({ authorization } = await signIn(inbox));
  });
  afterAll(async () => {
    await inbox.stop();
    await shared.remove();
  });
  /** As a browser never would: with any headers. */
  const get = (path: string, headers: Record<string, string>) =>
    askAs(inbox.url + path, { headers: { Host: new URL(inbox.url).host, ...headers } });
  const post = (path: string, body: string, headers: Record<string, string> = {}, method = 'POST') => {
    const own = { Host: new URL(inbox.url).host, Origin: inbox.url, 'Content-Type': 'application/json' };
    return askAs(inbox.url + path, { headers: { ...own, ...authorization, ...headers }, method, body });
  };

  it.each([
    inboxPaths.overview,
    inboxPaths.figures,
    inboxPaths.enquiries,
    `${inboxPaths.export}?format=csv&list=all`,
    `${inboxPaths.erasure}?email=ada@shop.example`,
  ])('does not get %s without the session, nor by another name', async (path) => {
    const session = authorization.Authorization.replace('Bearer ', '');
    const others: [status: number, headers: Record<string, string>][] = [
      [401, {}],
      [401, { Authorization: `Bearer ${inbox.token}` }],
      // A cookie goes to every port of the machine: it must never open anything.
      [401, { Cookie: `inbox-${new URL(inbox.url).port}=${session}; session=${session}` }],
      [421, { Host: 'evil.example:80', ...authorization }],
    ];
    for (const [wanted, headers] of others) {
      const { status, text } = await get(path, headers);
      expect(status).toBe(wanted);
      expect(text).not.toContain('confidential');
    }
    expect((await get(path, authorization)).status).toBe(200);
    // Through a tunnel.
    expect((await get(path, { Host: 'localhost:9999', ...authorization })).status).toBe(200);
  });

  it('changes nothing from elsewhere, by a form, or with what is too large or not readable', async () => {
    const { handling, notes, overview } = inboxPaths;
    const close = (headers: Record<string, string>) =>
      post(handling(reference), '{"handling":"closed"}', headers);
    expect((await close({ Origin: 'https://127.0.0.1' })).status).toBe(403);
    expect((await close({ 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await post(notes(reference), `{"text":"${'x'.repeat(100_000)}"}`)).status).toBe(413);
    for (const body of ['{', '[]', 'null'])
      expect((await post(notes(reference), body)).status, body).toBe(400);
    expect((await post(overview, '', {}, 'DELETE')).status).toBe(405);
    expect((await get('//', authorization)).status).toBe(404);
    expect(await shared.store.find(reference)).toMatchObject({ handling: 'new', notes: 0 });
  });

  it('cannot use the token again', async () => {
    for (const [token, status] of [
      [inbox.token, 403],
      [[inbox.token], 400],
      [null, 400],
    ]) {
      const body = JSON.stringify({ token });
      const answer = await post(inboxPaths.session, body);
      expect(answer.status, body).toBe(status);
      expect(JSON.parse(answer.text), body).toEqual({ error: expect.any(String) });
    }
  });

  it('finds no cookie, nothing that may be kept or framed, no session of another inbox, and no way from elsewhere', async () => {
    const another = await startInbox(shared.url);
    const answer = await fetch(another.url + inboxPaths.session, {
      method: 'POST',
      headers: { Origin: another.url, 'Content-Type': 'application/json' },
      body: JSON.stringify({ token: another.token }),
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect((await fetch(another.url + inboxPaths.overview, { headers: authorization })).status).toBe(401);
    await another.stop();
    for (const path of ['/', inboxPaths.overview, inboxPaths.enquiry(reference), '/no-such-page']) {
      const { headers } = await get(path, authorization);
      expect(headers, path).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': expect.stringMatching(
          /^(?!.*(unsafe|\*)).*default-src 'none'; script-src 'self';.*frame-ancestors 'none'/,
        ),
      });
      expect(headers, path).not.toHaveProperty('set-cookie');
    }
    expect(inbox.url).toMatch(/^http:\/\/127\.0\.0\.1:/);
    expect(inbox.output()).toContain('ssh -L');
  });
});

describe.each([
  ['SQLite', engines.sqlite],
  ['PostgreSQL', engines.postgres],
])('on %s, the owner', (_, open) => {
  let shared: SharedStore;
  let inbox: RunningInbox;
  let owner: Awaited<ReturnType<typeof signIn>>;
  beforeAll(async () => {
    shared = await open();
    inbox = await startInbox(shared.url, '--as', 'Grace');
    owner = await signIn(inbox);
  });
  afterAll(async () => {
    await inbox.stop();
    await shared.remove();
  });
  const add = (change: Partial<Enquiry> = {}, rest = {}) => addEnquiry(shared.store, change, rest);
  const whole = async (reference: string) =>
    (await (await owner.get(inboxPaths.enquiry(reference))).json()) as Whole;
  /** The mail server takes whatever waits. */
  const send = async () => {
    for (const one of await shared.store.claim('mail', 100))
      await shared.store.settle(one, { state: 'sent', acceptedBy: 'mail.example:465' });
  };

  it('says how far an enquiry has come, notes, takes a note back, and reads it in words', async () => {
    const reference = await add({ message: 'One\nTwo' });
    await send();
    const marked = await owner.post(inboxPaths.handling(reference), { handling: 'answered' });
    expect(await marked.json()).toMatchObject({ handling: 'answered', message: 'One\nTwo' });
    await owner.post(inboxPaths.notes(reference), { text: ' Called her. ' });
    const { noteList, history } = await whole(reference);
    const texts = history.map(({ text }) => text);
    expect(texts).toContain('Mailed to the firm, accepted by mail.example:465.');
    expect(texts).toContain('Marked as answered by Grace.');
    expect(noteList).toMatchObject([{ by: 'Grace', text: 'Called her.' }]);
    expect((await owner.post(inboxPaths.notes(reference), { text: '  ' })).status).toBe(400);
    await owner.post(inboxPaths.notes(reference), { remove: noteList[0]?.id });
    expect((await whole(reference)).noteList).toEqual([]);
  });

  it('answers with the reference in the subject and the words quoted, to that address alone', async () => {
    const reference = await add({ email: 'a@b.example?bcc=evil%40evil.example', message: 'First\nSecond' });
    const { reply } = await whole(reference);
    const link = new URL(reply);
    expect(decodeURIComponent(link.pathname)).toBe('a@b.example?bcc=evil%40evil.example');
    expect([...link.searchParams.keys()]).toEqual(['subject', 'body']);
    expect(link.searchParams.get('subject')).toContain(`[${reference}]`);
    expect(link.searchParams.get('body')).toContain('> First\r\n> Second');
  });

  it('reports in a sentence what cannot be read or stored, and changes nothing', async () => {
    const reference = await add({}, { spam: 'a robot' });
    const { notes, handling, spam, erasure } = inboxPaths;
    const bodies: [path: string, body: unknown][] = [
      ...[{ toString: 1 }, [], 1, null, 'a\u0000b', 'a\ud800b'].flatMap((value): [string, unknown][] => [
        [notes(reference), { text: value }],
        [notes(reference), { remove: value }],
        [handling(reference), { handling: value }],
        [spam(reference), { isSpam: value }],
        [erasure, { email: value, count: 0 }],
      ]),
      [erasure, { email: 'nobody@shop.example', count: '0' }],
    ];
    for (const [path, body] of bodies) {
      const answer = await owner.post(path, body);
      const asked = `${path} ${JSON.stringify(body)}`;
      expect(answer.status, asked).toBe(400);
      expect((await answer.json()).error, asked).toMatch(/^\P{Cc}+\.$/u);
    }
    for (const text of ['%00', '%ED%A0%80', '%1B%5B2J', '__proto__'])
      for (const name of ['list', 'after', 'search']) {
        const answer = await owner.get(`${inboxPaths.enquiries}?${name}=${text}`);
        expect(answer.status, `${name}=${text}`).toBe(name === 'search' ? 200 : 400);
        expect(await answer.text(), `${name}=${text}`).not.toMatch(/\p{Cc}|\\u00/u);
      }
    expect(await whole(reference)).toMatchObject({ noteList: [], handling: 'new', spam: 'a robot' });
  });

  it('sees first what would be erased, then erases it, and hears what is left', async () => {
    const email = 'Leaving@Shop.example';
    const references = [await add({ email }), await add({ email: email.toLowerCase() })];
    await owner.post(inboxPaths.notes(references[0] ?? ''), { text: 'A note' });
    const plan = await (await owner.get(`${inboxPaths.erasure}?email=${email}`)).json();
    expect(plan).toMatchObject({ email, notes: 1 });
    const planned = plan.enquiries.map(({ reference }: { reference: string }) => reference);
    expect(planned.sort()).toEqual(references.toSorted());
    // Something that has come since is looked at first.
    expect((await owner.post(inboxPaths.erasure, { email, count: 1 })).status).toBe(400);
    const done = await (await owner.post(inboxPaths.erasure, { email, count: 2 })).json();
    expect(done).toMatchObject({ enquiries: 2, notes: 1 });
    expect(done.remaining.join(' ')).toMatch(/backups.*mails/);
    for (const reference of references)
      expect((await owner.get(inboxPaths.enquiry(reference))).status).toBe(400);
    expect((await owner.get(`${inboxPaths.erasure}?email=nobody`)).status).toBe(400);
  });

  it('takes along what is shown, and nothing else', async () => {
    await add({ lastName: 'Exported', message: 'For the spreadsheet' });
    await add({ lastName: 'Left', message: 'Something else' });
    const ask = (format: string) =>
      owner.get(`${inboxPaths.export}?format=${format}&list=new&search=exported`);
    const csv = await ask('csv');
    const name = /^attachment; filename="enquiries-new-[\d-]+\.csv"$/;
    expect(csv.headers.get('content-disposition')).toMatch(name);
    const text = await csv.text();
    expect(text).toContain('Exported');
    expect(text).not.toContain('Left');
    expect(await (await ask('json')).json()).toMatchObject([{ lastName: 'Exported', handling: 'new' }]);
    expect((await ask('exe')).status).toBe(400);
  });

  it('counts weeks and how long answers took, and sees the last backup, the last mail and the disk', async () => {
    await shared.store.resendAll();
    const reference = await add();
    const figuresOf = async (by: typeof owner) =>
      (await (await by.get(inboxPaths.figures)).json()) as Figures;
    const { weeks, answers, keeping } = await figuresOf(owner);
    expect(weeks).toHaveLength(12);
    expect(weeks.at(-1)?.count).toBeGreaterThan(0);
    expect(answers.answered).toBeGreaterThan(0);
    expect(answers.median).toBeLessThan(1);
    expect(answers).toMatchObject({ late: 0, overdue: 0 });
    expect(keeping.mail.waiting).toBeGreaterThan(0);
    const began = Date.now();
    await send();
    expect((await whole(reference)).delivery).toBe('sent');
    const { mail, backup, disk } = (await figuresOf(owner)).keeping;
    expect(mail.waiting).toBe(0);
    expect(Date.parse(mail.last ?? '')).toBeGreaterThanOrEqual(began);
    if (!shared.folder) return expect([backup, disk]).toEqual([undefined, undefined]);
    expect(backup).toBe(null);
    expect(disk?.free).toBeGreaterThan(0);
    expect(disk?.share).toBeLessThanOrEqual(1);
    const file = join(shared.folder, 'enquiries-2026-01-31T03-00-00.db');
    writeFileSync(file, '');
    utimesSync(file, 1_769_828_400, 1_769_828_400);
    const other = await startInbox(shared.url, '--backups', shared.folder);
    expect((await figuresOf(await signIn(other))).keeping.backup).toBe('2026-01-31T03:00:00.000Z');
    await other.stop();
  });

  it('loses nothing while two inboxes and the site write at once', async () => {
    const other = await startInbox(shared.url, '--as', 'Ada');
    const second = await signIn(other);
    const site = await startSite(process.cwd(), { DATABASE_URL: shared.url });
    /** As the form does: sends the same again if the store is locked. */
    const send = async () => untilTaken(site.url, await visit(site.url));
    const references = await Promise.all(Array.from({ length: 40 }, () => add()));
    const handle = async (who: typeof owner, text: string) => {
      for (const reference of references) {
        expect((await who.post(inboxPaths.notes(reference), { text })).status).toBe(200);
        expect((await who.post(inboxPaths.handling(reference), { handling: 'answered' })).status).toBe(200);
        expect((await who.get(`${inboxPaths.enquiries}?list=new&search=enquiry`)).status).toBe(200);
      }
    };
    const [came] = await Promise.all([
      Promise.all(Array.from({ length: 40 }, send)),
      handle(owner, 'From the first'),
      handle(second, 'From the second'),
    ]);
    await site.stop();
    await other.stop();
    for (const reference of references)
      expect(await whole(reference)).toMatchObject({ handling: 'answered', notes: 2 });
    expect(answered(came)).toHaveLength(40);
    await expectKept(shared.url, came);
  });
});

it('says what to do where there is no store, and where the port is taken', async () => {
  await expect(startInbox('file:/no/such/folder/enquiries.db')).rejects.toThrow('There is no store');
  const shared = await engines.sqlite();
  const inbox = await startInbox(shared.url);
  await expect(startInbox(shared.url, '--port', new URL(inbox.url).port)).rejects.toThrow('is in use');
  await inbox.stop();
  await shared.remove();
});

it('is nowhere on the public site', async () => {
  const [page = ''] = readdirSync('dist/inbox/assets');
  for (const path of ['/inbox', '/inbox/index.html', `/assets/${page}`, inboxPaths.overview])
    expect((await fetch(url + path)).status, path).toBe(404);
  const names = readdirSync('dist/client', { recursive: true, encoding: 'utf8' });
  expect(names.filter((name) => name.includes('inbox'))).toEqual([]);
});
