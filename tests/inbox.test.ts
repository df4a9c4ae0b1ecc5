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

/** As a browser never would: with any headers. */
const ask = (url: string, headers: Record<string, string>, method = 'GET', body = '') =>
  askAs(url, { headers, method, body });

describe('whoever is not the owner', () => {
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
  const host = () => new URL(inbox.url).host;

  it.each([
    inboxPaths.overview,
    inboxPaths.figures,
    inboxPaths.enquiries,
    `${inboxPaths.export}?format=csv&list=all`,
    `${inboxPaths.erasure}?email=ada@shop.example`,
  ])('is not told %s without the session', async (path) => {
    const session = authorization.Authorization.replace('Bearer ', '');
    const others: Record<string, string>[] = [
      {},
      { Authorization: `Bearer ${inbox.token}` },
      // A cookie goes to every port of the machine: it must never open anything.
      { Cookie: `inbox-${new URL(inbox.url).port}=${session}; session=${session}` },
    ];
    for (const headers of others) {
      const { status, text } = await ask(inbox.url + path, { Host: host(), ...headers });
      expect(status).toBe(401);
      expect(text).not.toContain('confidential');
    }
    expect((await ask(inbox.url + path, { Host: host(), ...authorization })).status).toBe(200);
  });

  it('is refused by another name, whatever it is asked for, and let in through a tunnel', async () => {
    for (const path of ['/', inboxPaths.overview, inboxPaths.enquiry(reference)])
      expect((await ask(inbox.url + path, { Host: 'evil.example:80', ...authorization })).status).toBe(421);
    expect((await ask(`${inbox.url}/`, { Host: 'localhost:9999' })).status).toBe(200);
  });

  it.each([
    [403, { Origin: 'https://127.0.0.1' }],
    [415, { 'Content-Type': 'text/plain' }],
  ])('changes nothing from elsewhere, nor by a form: %i', async (status, headers) => {
    const own = { Host: host(), ...authorization, Origin: inbox.url, 'Content-Type': 'application/json' };
    const path = inbox.url + inboxPaths.handling(reference);
    const answer = await ask(path, { ...own, ...headers }, 'POST', '{"handling":"closed"}');
    expect(answer.status).toBe(status);
    expect(await shared.store.find(reference)).toMatchObject({ handling: 'new' });
  });

  it('cannot use the token again', async () => {
    const headers = { Host: host(), Origin: inbox.url, 'Content-Type': 'application/json' };
    for (const [token, status] of [
      [inbox.token, 403],
      [[inbox.token], 400],
      [null, 400],
    ]) {
      const body = JSON.stringify({ token });
      const answer = await ask(inbox.url + inboxPaths.session, headers, 'POST', body);
      expect(answer.status, body).toBe(status);
      expect(JSON.parse(answer.text), body).toEqual({ error: expect.any(String) });
    }
  });

  it('finds no cookie, nothing that may be kept or framed, and no session of another inbox', async () => {
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
      const { headers } = await ask(inbox.url + path, { Host: host(), ...authorization });
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
  });

  it('cannot make it take too much, or what it cannot read', async () => {
    const headers = { Host: host(), Origin: inbox.url, 'Content-Type': 'application/json', ...authorization };
    const post = async (body: string) =>
      (await ask(inbox.url + inboxPaths.notes(reference), headers, 'POST', body)).status;
    expect(await post(`{"text":"${'x'.repeat(100_000)}"}`)).toBe(413);
    for (const body of ['{', '[]', 'null']) expect(await post(body), body).toBe(400);
    expect((await ask(inbox.url + inboxPaths.overview, headers, 'DELETE')).status).toBe(405);
    expect((await ask(`${inbox.url}//`, headers)).status).toBe(404);
  });

  it('reaches it from this machine alone', () => {
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

  it('says how far an enquiry has come, and reads it in words', async () => {
    const reference = await add({ message: 'One\nTwo' });
    const [claimed] = await shared.store.claim('mail', { lease: 1000, longestDelay: 1000, limit: 1 });
    if (claimed) await shared.store.settle(claimed, { state: 'sent', acceptedBy: 'mail.example:465' });
    const answered = await owner.post(inboxPaths.handling(reference), { handling: 'answered' });
    expect(await answered.json()).toMatchObject({ handling: 'answered', message: 'One\nTwo' });
    const texts = (await whole(reference)).history.map(({ text }) => text);
    expect(texts).toContain('Mailed to the firm, accepted by mail.example:465.');
    expect(texts).toContain('Marked as answered by Grace.');
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

  it('notes, and takes a note back', async () => {
    const reference = await add();
    await owner.post(inboxPaths.notes(reference), { text: ' Called her. ' });
    const { noteList } = await whole(reference);
    expect(noteList).toMatchObject([{ by: 'Grace', text: 'Called her.' }]);
    const empty = await owner.post(inboxPaths.notes(reference), { text: '  ' });
    expect(empty.status).toBe(400);
    await owner.post(inboxPaths.notes(reference), { remove: noteList[0]?.id });
    expect((await whole(reference)).noteList).toEqual([]);
  });

  it('is told in a sentence what cannot be read or stored, and nothing is changed by it', async () => {
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
      const told = `${path} ${JSON.stringify(body)}`;
      expect(answer.status, told).toBe(400);
      expect((await answer.json()).error, told).toMatch(/^\P{Cc}+\.$/u);
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
    const path = `${inboxPaths.erasure}?email=${email}`;
    const plan = await (await owner.get(path)).json();
    expect(plan).toMatchObject({ email, notes: 1 });
    expect(plan.enquiries.map(({ reference }: { reference: string }) => reference).sort()).toEqual(
      [...references].sort(),
    );
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
    const ask = async (format: string) =>
      await owner.get(`${inboxPaths.export}?format=${format}&list=new&search=exported`);
    const csv = await ask('csv');
    expect(csv.headers.get('content-disposition')).toMatch(
      /^attachment; filename="enquiries-new-[\d-]+\.csv"$/,
    );
    const text = await csv.text();
    expect(text).toContain('Exported');
    expect(text).not.toContain('Left');
    expect(await (await ask('json')).json()).toMatchObject([{ lastName: 'Exported', handling: 'new' }]);
    expect((await ask('exe')).status).toBe(400);
  });

  it('counts the weeks and how long answers took', async () => {
    const figures = await (await owner.get(inboxPaths.figures)).json();
    expect(figures.weeks).toHaveLength(12);
    expect(figures.weeks.at(-1).count).toBeGreaterThan(0);
    expect(figures.answers.answered).toBeGreaterThan(0);
    expect(figures.answers.median).toBeLessThan(1);
    expect(figures.answers).toMatchObject({ late: 0, overdue: 0 });
  });

  it('sees the last backup, the last mail and the disk', async () => {
    await shared.store.resendAll();
    const reference = await add();
    const keepingOf = async (by: typeof owner) =>
      ((await (await by.get(inboxPaths.figures)).json()) as Figures).keeping;
    expect((await keepingOf(owner)).mail.waiting).toBeGreaterThan(0);
    const began = Date.now();
    for (const one of await shared.store.claim('mail', { lease: 1000, longestDelay: 1000, limit: 100 }))
      await shared.store.settle(one, { state: 'sent', acceptedBy: 'mail.example:465' });
    expect((await whole(reference)).delivery).toBe('sent');
    const { mail, backup, disk } = await keepingOf(owner);
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
    expect((await keepingOf(await signIn(other))).backup).toBe('2026-01-31T03:00:00.000Z');
    await other.stop();
  });

  it('loses nothing while two inboxes and the site write at once', async () => {
    const other = await startInbox(shared.url, '--as', 'Ada');
    const second = await signIn(other);
    const site = await startSite(process.cwd(), { DATABASE_URL: shared.url });
    /** As the form does it: the same again where it is told that the store is held. */
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

it('says how to mend it where there is no store, and where the port is taken', async () => {
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
