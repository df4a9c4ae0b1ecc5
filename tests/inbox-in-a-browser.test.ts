import { once } from 'node:events';
import { readFileSync, renameSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { inboxPaths } from '../src/lib/inbox.ts';
import { violations } from './support/axe.ts';
import { browserForTests } from './support/browser.ts';
import { LEAST, textPairs } from './support/contrast.ts';
import {
  addEnquiry,
  enginesForTests,
  type RunningInbox,
  type SharedStore,
  startInbox,
} from './support/inbox.ts';

const engines = enginesForTests();
const browser = browserForTests();
const wide = { width: 1440, height: 900 };
const PAGE = 50;
const phone = { width: 390, height: 844 };

/** What a stranger may send: each would do harm somewhere. */
const MARKS = `a${'\u0301\u0323\u0489'.repeat(1600)}`;
const hostile = {
  firstName: '<img src=x onerror="window.broken=1">',
  lastName: '{{constructor.constructor("window.broken=1")()}}',
  email: 'a@b.example?bcc=evil%40evil.example',
  company: '=HYPERLINK("http://evil.example";"x")',
  message: `<script>window.broken=1</script>\u202Egnirts\u202C \u001b]0;title\u0007\u001b[2J ${MARKS}`,
};

describe.each([
  ['SQLite', engines.sqlite],
  ['PostgreSQL', engines.postgres],
])('on %s', (engine, open) => {
  let shared: SharedStore;
  let inbox: RunningInbox;
  const troubles: string[] = [];
  beforeAll(async () => {
    shared = await open();
  });
  afterAll(() => shared.remove());

  /** Opens a new inbox as its owner does. */
  async function enter(viewport = wide, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
    inbox = await startInbox(shared.url, '--as', 'Grace');
    const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' });
    page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on('request', (request) => {
      // A reply opens the mail program; that asks nobody.
      if (!request.url().startsWith(inbox.url) && !/^(data|mailto):/.test(request.url()))
        troubles.push(request.url());
    });
    await page.goto(`${inbox.url}/#${inbox.token}`);
    await page.getByRole('navigation', { name: 'Lists' }).waitFor();
    return page;
  }
  // Also where a test has failed: it would run on for ever.
  afterEach(() => inbox?.stop());
  const row = (page: Page, reference: string) => page.locator(`a.row[href="#/${reference}"]`);
  /** What would open the mail program, which it does not. */
  const mailsFrom = async (page: Page) => {
    const mails: string[] = [];
    await page.exposeFunction('mailed', (link: string) => mails.push(link));
    await page.evaluate(() => {
      document.addEventListener('click', (event) => {
        const link = event.target instanceof Element && event.target.closest('a[href^="mailto:"]');
        if (!link) return;
        event.preventDefault();
        (window as unknown as { mailed(link: string): void }).mailed(link.getAttribute('href') ?? '');
      });
    });
    return mails;
  };
  const handlingOf = async (reference: string) => (await shared.store.find(reference))?.handling;
  const deliver = async (state: 'sent' | 'parked') => {
    for (const one of await shared.store.claim('mail', { lease: 1000, longestDelay: 1000, limit: 50 }))
      await shared.store.settle(
        one,
        state === 'sent' ? { state, acceptedBy: 'mail.example:465' } : { state, error: '550 no such box' },
      );
  };

  it('is handled with the keyboard alone', async () => {
    const [other, reference] = [
      await addEnquiry(shared.store, { lastName: 'Other' }),
      await addEnquiry(shared.store, { firstName: 'Zoë', lastName: 'Núñez', message: 'First\nSecond' }),
    ];
    await deliver('sent');
    const page = await enter();
    expect(new URL(page.url()).hash).not.toContain(inbox.token);
    await row(page, reference).waitFor();
    const press = (key: string) => page.keyboard.press(key);

    await press('j');
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('row');
    while (!(await row(page, reference).evaluate((link) => link === document.activeElement)))
      await press('j');
    await press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Zoë Núñez' }).waitFor();
    expect(await page.locator('.said').first().textContent()).toBe('First\nSecond');
    await page.getByText('accepted by mail.example:465').waitFor();
    // Whoever opens it has read it.
    await expect.poll(() => handlingOf(reference)).toBe('open');

    await press('a');
    await expect.poll(() => handlingOf(reference)).toBe('answered');
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await press('z');
    await expect.poll(() => handlingOf(reference)).toBe('open');
    await press('e');
    await expect.poll(() => handlingOf(reference)).toBe('closed');
    await press('o');
    await expect.poll(() => handlingOf(reference)).toBe('open');
    await page.getByText('Opened by Grace.').first().waitFor();

    await press('n');
    await page.keyboard.type('Called her. j k e s');
    await press('Control+Enter');
    await expect
      .poll(async () => (await shared.store.notes(reference))[0])
      .toMatchObject({
        by: 'Grace',
        text: 'Called her. j k e s',
      });
    // What was typed was no command.
    expect(await handlingOf(reference)).toBe('open');
    await press('Escape');

    await press('s');
    await expect.poll(async () => (await shared.store.find(reference))?.spam).toBe('marked by hand');
    await press('s');
    await expect.poll(async () => (await shared.store.find(reference))?.spam).toBe(null);

    const mails = await mailsFrom(page);
    await press('r');
    await expect.poll(() => mails[0]).toContain(`%5B${reference}%5D`);
    await page.getByRole('button', { name: 'Mark as answered.' }).press('Enter');
    await expect.poll(() => handlingOf(reference)).toBe('answered');

    await press('u');
    await press('/');
    await page.keyboard.type('other');
    await row(page, other).waitFor();
    await expect.poll(() => page.locator('a.row').count()).toBe(1);
    await press('Escape');
    await press('Escape');
    await press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await press('Escape');
  });

  it('shows what comes by itself, without moving the row that somebody is on', async () => {
    const before = await addEnquiry(shared.store, { lastName: 'Before' });
    const page = await enter();
    await row(page, before).waitFor();
    await page.keyboard.press('j');
    const focused = await page.evaluate(() => document.activeElement?.id);
    const after = await addEnquiry(shared.store, { firstName: 'Late', lastName: 'Comer' });
    await row(page, after).waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe(focused);
    await expect.poll(() => page.title()).toMatch(/^\(\d+\) New · Inbox/);
    await expect
      .poll(() => page.locator('[role=status]').allInnerTexts())
      .toContain('1 new enquiry from Late Comer');
  });

  it('leaves the row that somebody went to before a search had ended where it is, and opens it', async () => {
    await addEnquiry(shared.store, { lastName: 'Other' });
    const reference = await addEnquiry(shared.store, { firstName: 'Early', lastName: 'Xylander' });
    await addEnquiry(shared.store, { lastName: 'Another' });
    const page = await enter();
    await row(page, reference).waitFor();
    await page.getByRole('searchbox').fill('xylander');
    await row(page, reference).focus();
    await expect.poll(() => page.locator('a.row').count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Early Xylander' }).waitFor();
  });

  it('sends the held mail of what is no spam, and again what was refused', async () => {
    const spam = await addEnquiry(shared.store, { lastName: 'Robot' }, { spam: 'hidden field filled in' });
    const refused = await addEnquiry(shared.store, { lastName: 'Refused' });
    await deliver('parked');
    const page = await enter();
    const lists = page.getByRole('navigation', { name: 'Lists' });
    await lists.getByRole('link', { name: 'Spam' }).press('Enter');
    await row(page, spam).press('Enter');
    await page.getByRole('button', { name: 'Not spam' }).press('Enter');
    await expect.poll(async () => (await shared.store.find(spam))?.deliveries[0]?.state).toBe('waiting');

    await lists.getByRole('link', { name: 'Not delivered' }).press('Enter');
    await row(page, refused).press('Enter');
    await page.getByText('550 no such box').first().waitFor();
    await page
      .getByRole('button', { name: /send .*again/i })
      .first()
      .press('Enter');
    await expect.poll(async () => (await shared.store.find(refused))?.deliveries[0]?.state).toBe('waiting');
  });

  it('erases a person after showing what goes, and leaves no trace', async () => {
    const email = 'leaving@shop.example';
    const mark = 'Quetzalcoatl';
    const reference = await addEnquiry(shared.store, { email, lastName: mark });
    await addEnquiry(shared.store, { email, message: `Another by ${mark}` });
    await shared.store.addNote(reference, `${mark} called`, 'Grace');
    const page = await enter();
    await page.getByRole('searchbox').fill(mark);
    await row(page, reference).press('Enter');
    await page.getByRole('button', { name: 'Erase this person' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(reference).waitFor();
    expect(await dialog.textContent()).toMatch(/2 enquiries[\s\S]*1 note/);
    await dialog.getByRole('button', { name: 'Keep' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await shared.store.from(email)).toHaveLength(2);
    await page.getByRole('button', { name: 'Erase this person' }).press('Enter');
    await dialog.getByRole('button', { name: 'Erase for good' }).press('Enter');
    await dialog.getByText(/backups.*mails/).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).press('Enter');
    expect(await shared.store.from(email)).toEqual([]);
    expect(await shared.store.page({ search: mark, limit: 10 })).toEqual([]);
  });

  it('shows the harmful as harmless text, in the list, in whole and in files', async () => {
    const reference = await addEnquiry(shared.store, hostile);
    const page = await enter();
    await page.goto(`${inbox.url}/#/all`);
    await page.getByRole('heading', { name: 'All', exact: true }).waitFor();
    await row(page, reference).press('Enter');
    await page.getByText('{{constructor').first().waitFor();
    const said = page.locator('.said').first();
    const text = await said.textContent();
    expect(text).toContain('<script>window.broken=1</script>');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that must be gone
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202a-\u202e]/);
    expect(await page.evaluate(() => 'broken' in window)).toBe(false);
    // Thousands of marks on one letter stay in the box of the message.
    expect(await said.evaluate((box) => getComputedStyle(box).overflowY)).not.toBe('visible');
    expect(await page.getByRole('link', { name: 'Reply' }).getAttribute('href')).toMatch(
      /^mailto:a@b\.example%3Fbcc%3Devil%2540evil\.example\?subject=/,
    );
    for (const format of ['CSV', 'JSON']) {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: new RegExp(`as ${format}$`) }).press('Enter'),
      ]);
      const saved = readFileSync(await file.path(), 'utf8');
      expect(saved).toContain(reference);
      if (format === 'CSV') expect(saved).not.toMatch(/(^|[,;\n])\s*"?=/m);
      else expect(JSON.parse(saved)).toEqual(expect.arrayContaining([expect.objectContaining(hostile)]));
    }
  });

  it.each([
    [wide, 'light'],
    [wide, 'dark'],
    [phone, 'light'],
    [phone, 'dark'],
    [wide, 'forced colours'],
  ] as const)('gives axe nothing to find at %j in %s', async (viewport, scheme) => {
    const reference = await addEnquiry(shared.store, { lastName: 'Seen' });
    await shared.store.addNote(reference, 'A note', 'Ada');
    const page = await enter(viewport, scheme === 'dark' ? 'dark' : 'light');
    if (scheme === 'forced colours') await page.emulateMedia({ forcedColors: 'active' });
    await row(page, reference).waitFor();
    expect(await violations(page), 'the list').toEqual([]);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      'nothing beside the screen',
    ).toBeLessThanOrEqual(0);
    await row(page, reference).click();
    await page.getByRole('heading', { level: 2, name: 'Seen' }).waitFor();
    await page.getByText('A note', { exact: true }).waitFor();
    expect(await violations(page), 'an enquiry').toEqual([]);
    await page.getByRole('button', { name: 'Erase this person' }).click();
    await page.getByRole('dialog').getByText(reference).waitFor();
    expect(await violations(page), 'the question').toEqual([]);
    await page.getByRole('button', { name: 'Keep' }).click();
    await page.goto(`${inbox.url}/#/new`);
    await page.getByRole('button', { name: 'Keys' }).click();
    await page.getByRole('checkbox').waitFor();
    expect(await violations(page), 'the keys').toEqual([]);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.goto(`${inbox.url}/#/figures`);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    expect(await violations(page), 'the figures').toEqual([]);
  });

  it.each([wide, phone])('begins another list at its top at %j', async (viewport) => {
    for (let count = 0; count < 20; count++) await addEnquiry(shared.store, { lastName: `Number ${count}` });
    const page = await enter(viewport);
    const scrolled = () =>
      page.evaluate(() => scrollY + (document.querySelector('.list-ground')?.scrollTop ?? 0));
    await page.locator('a.row').nth(15).focus();
    expect(await scrolled()).toBeGreaterThan(0);
    await page.keyboard.press('/');
    await page.keyboard.type('number');
    await expect
      .poll(() => page.locator('[role=status]').allInnerTexts())
      .toContainEqual(expect.stringMatching(/found/));
    expect(await scrolled()).toBe(0);
  });

  // What the page does by itself is the same on both.
  if (engine === 'SQLite')
    describe('whatever the engine', () => {
      /** More new ones than a page of the list holds. */
      const fillPage = async () => {
        const { length } = await shared.store.page({ list: 'new', limit: PAGE + 1 });
        for (let count = length; count <= PAGE; count++) await addEnquiry(shared.store);
      };
      const show = async (page: Page, hash: string, heading: string) => {
        await page.evaluate((to) => location.assign(to), hash);
        await page.getByRole('heading', { name: heading, exact: true }).waitFor();
      };
      /** Without being asked. What a browser itself makes of it while it opens a mail program is its own affair. */
      const mayLeave = (page: Page) =>
        page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })));
      const isFocused = (link: Locator) => link.evaluate((element) => element === document.activeElement);

      /** Another program on this machine, until the test ends. */
      const listen = async (answer: RequestListener) => {
        const server = createServer({ maxHeaderSize: 1024 * 1024 }, answer).listen(0, '127.0.0.1');
        onTestFinished(() => {
          server.close();
          server.closeAllConnections();
        });
        await once(server, 'listening');
        return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      };

      it('counts beside All what stands in it, also what was just set aside', async () => {
        const reference = await addEnquiry(shared.store);
        const page = await enter();
        await show(page, '#/all', 'All');
        await row(page, reference).focus();
        await page.keyboard.press('s');
        await expect.poll(async () => (await shared.store.find(reference))?.spam).not.toBe(null);
        await row(page, reference).waitFor();
        const everything = (await shared.store.page({ limit: undefined })).length;
        const all = page.locator('.lists-link[data-list=all] .lists-count');
        await expect.poll(() => all.textContent()).toBe(String(everything));
        await show(page, '#/new', 'New');
        await show(page, '#/all', 'All');
        await row(page, reference).waitFor();
      });

      it('says that its store has vanished, and goes on once it is back', async () => {
        const page = await enter();
        await show(page, '#/all', 'All');
        const file = shared.url.replace('file:', '');
        renameSync(file, `${file}.away`);
        const notice = page.getByRole('alert').filter({ hasText: `The store ${file} is gone` });
        await notice.waitFor();
        renameSync(`${file}.away`, file);
        await expect.poll(() => notice.count()).toBe(0);
        // The browser says of each refusal that there was one.
        troubles.splice(0, troubles.length, ...troubles.filter((text) => !text.includes('400')));
      });

      it('gives another port of this machine nothing that opens it, and bears what that one plants', async () => {
        const reference = await addEnquiry(shared.store, { lastName: 'Confidential' });
        const page = await enter();
        await row(page, reference).waitFor();
        const got: IncomingHttpHeaders[] = [];
        const ours = ['session', `inbox-${new URL(inbox.url).port}`];
        const other = await listen(({ headers, url = '' }, response) => {
          got.push(headers);
          const lot = url.split('?plant=')[1];
          const names = lot ? [...ours, ...Array.from({ length: 45 }, (_, i) => lot + i)] : [];
          response.setHeader(
            'Set-Cookie',
            names.map((name) => `${name}=${'x'.repeat(4000)}; Path=/`),
          );
          response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Anything</p>');
        });
        // Any page on the internet can lead the browser there.
        const neighbour = await page.context().newPage();
        await neighbour.goto(other);
        await neighbour.goto(`${other}again`);
        expect(got.length).toBeGreaterThanOrEqual(2);
        for (const { host, connection, ...headers } of got)
          for (const path of [inboxPaths.overview, inboxPaths.enquiries, inboxPaths.enquiry(reference)]) {
            const sent = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
            expect((await fetch(inbox.url + path, { headers: Object.fromEntries(sent) })).status).toBe(401);
          }
        const seen = await neighbour.evaluate(() => JSON.stringify([sessionStorage, localStorage]));
        expect(seen).toBe('[{},{}]');
        await neighbour.evaluate((url) => {
          document.body.appendChild(document.createElement('iframe')).src = url;
        }, inbox.url);
        await expect
          .poll(() => neighbour.frames().map((frame) => frame.url()))
          .toEqual([`${other}again`, expect.stringMatching(/^chrome-error:/)]);

        // As many as a browser keeps for one host, also under names that could be ours.
        for (const lot of ['a', 'b', 'c', 'd']) await neighbour.goto(`${other}?plant=${lot}`);
        await page.reload();
        await row(page, reference).press('Enter');
        await page.getByRole('heading', { level: 2, name: 'Confidential' }).waitFor();
        await expect.poll(() => handlingOf(reference)).toBe('open');
      });

      it('stays open when it is loaded again, and tells another tab where it is', async () => {
        const reference = await addEnquiry(shared.store, { lastName: 'Stays' });
        const page = await enter();
        await row(page, reference).press('Enter');
        await page.getByRole('heading', { level: 2, name: 'Stays' }).waitFor();
        await page.reload();
        await page.getByRole('heading', { level: 2, name: 'Stays' }).waitFor();
        const tab = await page.context().newPage();
        await tab.goto(`${inbox.url}/#/${reference}`);
        await tab.getByRole('heading', { name: 'This inbox is not open in this tab.' }).waitFor();
        await tab.getByText('open in another one').waitFor();
        expect(await tab.getByText('Stays').count()).toBe(0);
        expect(await violations(tab)).toEqual([]);
      });

      it('saves no part of an export that broke off, says so, and saves the whole one after it', async () => {
        const reference = await addEnquiry(shared.store, { lastName: 'Exported' });
        const page = await enter();
        await row(page, reference).waitFor();
        const broken = await listen((_, response) => {
          response.writeHead(200, { 'Content-Disposition': 'attachment; filename="half.csv"' });
          response.write('half of it', () => response.destroy());
        });
        await page.route(/api\/export/, (route) => route.continue({ url: broken }), { times: 1 });
        const saved: string[] = [];
        page.on('download', (file) => saved.push(file.suggestedFilename()));
        const csv = page.getByRole('button', { name: /as CSV$/ });
        await csv.press('Enter');
        await page.getByRole('alert').getByText('nothing was saved').waitFor();
        const file = page.waitForEvent('download');
        await csv.press('Enter');
        expect(readFileSync(await (await file).path(), 'utf8')).toContain(reference);
        expect(saved).toEqual([expect.stringMatching(/^enquiries-new-[\d-]+\.csv$/)]);
        await page
          .getByRole('status')
          .getByText(saved[0] ?? '')
          .waitFor();
      });

      it('does what is pressed in that order, however late the first of it is', async () => {
        const reference = await addEnquiry(shared.store, { lastName: 'Hasty' });
        const page = await enter();
        await row(page, reference).press('Enter');
        await expect.poll(() => handlingOf(reference)).toBe('open');
        const isLate = Promise.withResolvers<void>();
        await page.route(/\/handling$/, (route) => isLate.promise.then(() => route.continue()), { times: 1 });
        // What is only shown may take its time.
        await page.route(/\/overview$/, () => {});

        await page.keyboard.press('a');
        await page.keyboard.press('e');
        await page.getByRole('button', { name: 'Open again' }).waitFor();
        await setTimeout(300);
        isLate.resolve();
        await expect
          .poll(async () => (await shared.store.changes(reference)).map(({ deed }) => deed))
          .toEqual(['open', 'answered', 'closed']);
        expect(await handlingOf(reference)).toBe('closed');
      });

      it('opens a reply to the enquiry for which it was asked, and to no other', async () => {
        const spam = await addEnquiry(
          shared.store,
          { lastName: 'Robot' },
          { spam: 'hidden field filled in' },
        );
        const other = await addEnquiry(shared.store, { lastName: 'Innocent' });
        const page = await enter();
        const mails = await mailsFrom(page);
        const press = (key: string) => page.keyboard.press(key);
        const inReading = () => page.evaluate(() => document.activeElement?.id === 'who');

        // Spam is not replied to, whether it is open or not; nor is it once it is none.
        await show(page, '#/spam', 'Spam');
        await row(page, spam).focus();
        await press('r');
        const notSpam = page.getByRole('button', { name: 'Not spam' });
        await notSpam.waitFor();
        await press('r');
        await notSpam.press('Enter');
        await page.getByRole('link', { name: 'Reply' }).waitFor();
        await show(page, '#/new', 'New');
        await row(page, other).press('Enter');
        await page.getByRole('heading', { level: 2, name: 'Innocent' }).waitFor();
        await expect.poll(inReading).toBe(true);
        expect(mails).toEqual([]);

        await show(page, '#/all', 'All');
        await row(page, other).focus();
        await press('r');
        await expect.poll(() => mails).toEqual([expect.stringContaining(`%5B${other}%5D`)]);
      });

      it('goes on with older rows once they are there, and not after they were refused', async () => {
        await fillPage();
        const page = await enter();
        await page.route(/after=/, (route) => route.abort(), { times: 1 });
        await page.getByRole('button', { name: 'Show older' }).click();
        await page.getByRole('alert').getByText('Is it still running').waitFor();
        await page.getByRole('searchbox').focus();
        const late = await addEnquiry(shared.store, { lastName: 'Late' });
        await row(page, late).waitFor();
        expect(await page.evaluate(() => document.activeElement?.id)).toBe('search');

        const shown = await page.locator('a.row').count();
        await page.getByRole('button', { name: 'Show older' }).click();
        await expect.poll(() => isFocused(page.locator('a.row').nth(shown))).toBe(true);
      });

      it('puts older rows into the list for which they were asked', async () => {
        await fillPage();
        const page = await enter();
        await show(page, '#/all', 'All');
        const asked = Promise.withResolvers<void>();
        const isLeft = Promise.withResolvers<void>();
        await page.route(/after=/, async (route) => {
          asked.resolve();
          await isLeft.promise;
          await route.continue();
        });
        await page.getByRole('button', { name: 'Show older' }).click();
        await asked.promise;
        await show(page, '#/closed', 'Closed');
        await expect.poll(() => page.locator('a.row').count()).toBeLessThan(PAGE);
        const answer = page.waitForResponse(/after=/);
        isLeft.resolve();
        await answer;
        await show(page, '#/all', 'All');
        await expect.poll(() => page.locator('a.row').count()).toBeGreaterThan(PAGE);
      });

      it('lets whoever was erased go, even where the question was closed while it ran', async () => {
        const email = 'going@shop.example';
        const reference = await addEnquiry(shared.store, { email, lastName: 'Going' });
        const page = await enter();
        await row(page, reference).press('Enter');
        await page.getByRole('textbox', { name: 'New private note' }).fill('About Going');
        const isClosed = Promise.withResolvers<void>();
        await page.route(/erasure$/, async (route) => {
          await isClosed.promise;
          await route.continue();
        });
        await page.getByRole('button', { name: 'Erase this person' }).press('Enter');
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button', { name: 'Erase for good' }).press('Enter');
        // What runs cannot be kept from running.
        await dialog.getByRole('button', { name: 'Erasing' }).press('Enter');
        expect(await dialog.getByRole('button', { name: 'Keep' }).count()).toBe(0);
        await dialog.waitFor();
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
        isClosed.resolve();
        await page
          .getByRole('status')
          .getByText(/1 enquiry.*erased.*backups.*mails/)
          .waitFor();
        await expect.poll(() => new URL(page.url()).hash).toBe('#/new');
        await expect.poll(() => page.getByText('Going').count()).toBe(0);
        // Nothing is left that could be lost.
        expect(await mayLeave(page)).toBe(true);
        expect(await shared.store.from(email)).toEqual([]);
      });

      it('lets whoever was erased go after the window was left and entered again', async () => {
        const email = 'gone@shop.example';
        const reference = await addEnquiry(shared.store, { email, lastName: 'Gone' });
        const page = await enter();
        await row(page, reference).press('Enter');
        await page.getByRole('button', { name: 'Erase this person' }).press('Enter');
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button', { name: 'Erase for good' }).press('Enter');
        const done = dialog.getByRole('button', { name: 'Done' });
        await done.waitFor();
        const plan = page.waitForResponse(/erasure\?/);
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
        await plan;
        // Not by being read again.
        await page.route(/api\/enquiries/, (route) => route.abort());
        await done.press('Enter');
        await dialog.waitFor({ state: 'detached' });
        await expect.poll(() => row(page, reference).count()).toBe(0);
      });

      it('says the same thing twice where it happens twice', async () => {
        const two = [await addEnquiry(shared.store), await addEnquiry(shared.store)];
        const page = await enter();
        // A region that is not there before it speaks is not read out.
        const regions = page.locator('[role=status], [role=alert]');
        const areThere = await regions.evaluateAll((all) => all.map((region) => region.checkVisibility()));
        expect(areThere).not.toContain(false);
        const said = page.getByRole('status').getByText('Marked as answered');
        await row(page, two[0] ?? '').focus();
        await page.keyboard.press('a');
        await said.waitFor();
        const first = await said.elementHandle();
        await row(page, two[1] ?? '').focus();
        await page.keyboard.press('a');
        await expect.poll(() => first?.evaluate((words) => words.isConnected)).toBe(false);
        expect(await said.count()).toBe(1);
        // Whoever dismissed one by keys does not hold the next.
        await page.clock.install();
        await page.getByRole('button', { name: 'Dismiss' }).press('Enter');
        await row(page, two[1] ?? '').focus();
        await page.keyboard.press('o');
        await page.getByRole('status').getByText('Open again').waitFor();
        await page.clock.fastForward(10_000);
        await expect.poll(() => page.getByRole('button', { name: 'Dismiss' }).count()).toBe(0);
      });

      it('asks before notes that were begun are lost, not before a reply', async () => {
        const reference = await addEnquiry(shared.store);
        const page = await enter();
        const asked: string[] = [];
        page.on('dialog', (dialog) => {
          asked.push(dialog.type());
          void dialog.accept();
        });
        await row(page, reference).click();
        await page.getByRole('textbox', { name: 'New private note' }).pressSequentially('Begun');
        await page.getByRole('link', { name: 'Reply' }).click();
        await page.getByText('Sent it?').waitFor();
        await page.keyboard.press('r');
        expect(asked).toEqual([]);
        expect(await mayLeave(page)).toBe(false);
      });

      it('in forced colours tells where somebody is, and lets it be read', async () => {
        const reference = await addEnquiry(shared.store, { lastName: 'Forced', company: 'Shop' });
        await shared.store.addNote(reference, 'A note', 'Ada');
        const page = await enter();
        await page.emulateMedia({ forcedColors: 'active' });
        await row(page, reference).press('Enter');
        const heading = page.locator('#who');
        await expect.poll(() => isFocused(heading)).toBe(true);
        const pairs = await textPairs(page, '[aria-current]');
        expect(pairs.map(({ text }) => text)).toContain('1 note');
        expect(pairs.filter(({ ratio }) => ratio < LEAST.text)).toEqual([]);
        expect(await heading.evaluate((words) => getComputedStyle(words).outlineStyle)).not.toBe('none');
      });

      it('opens an enquiry at its heading, says in its title where one is, and scrolls by keys', async () => {
        const reference = await addEnquiry(shared.store, {
          lastName: 'Wordy',
          message: 'A long story.\n'.repeat(200),
        });
        const page = await enter();
        await expect.poll(() => page.title()).toMatch(/New · Inbox/);
        await row(page, reference).press('Enter');
        const heading = page.getByRole('heading', { level: 2, name: 'Wordy' });
        await expect.poll(() => isFocused(heading)).toBe(true);
        await expect.poll(() => page.title()).toMatch(/Wordy · Inbox/);
        await page.keyboard.press('PageDown');
        await expect
          .poll(() => page.locator('#reading').evaluate((section) => section.scrollTop))
          .toBeGreaterThan(0);
        await page.evaluate(() => location.assign('#/figures'));
        await expect.poll(() => page.title()).toMatch(/Figures · Inbox/);
      });

      it('takes no letter for the open enquiry while the focus is elsewhere', async () => {
        const reference = await addEnquiry(shared.store, { lastName: 'Untouched' });
        const page = await enter();
        await row(page, reference).press('Enter');
        await expect.poll(() => handlingOf(reference)).toBe('open');
        const press = (key: string) => page.keyboard.press(key);
        await page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: 'Spam' }).focus();
        for (const key of ['e', 'a', 's', 'n']) await press(key);
        expect(await page.evaluate(() => document.activeElement?.className)).toBe('lists-link');
        await page.locator('#who').focus();
        await press('a');
        await expect.poll(() => handlingOf(reference)).toBe('answered');
        expect((await shared.store.changes(reference)).map(({ deed }) => deed)).toEqual(['open', 'answered']);
      });

      it('does nothing at single letters for whoever has turned them off, also the next time', async () => {
        await addEnquiry(shared.store, { lastName: 'Below' });
        const reference = await addEnquiry(shared.store, { lastName: 'Spoken' });
        const page = await enter();
        await row(page, reference).waitFor();
        await page.keyboard.press('?');
        const letters = page.getByRole('checkbox', { name: /Single letters/ });
        await letters.uncheck();
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        const goThrough = async () => {
          await row(page, reference).focus();
          for (const key of ['e', 'a', 's', 'j', '/', '?']) await page.keyboard.press(key);
          expect(await isFocused(row(page, reference))).toBe(true);
          await page.keyboard.press('ArrowDown');
          await expect.poll(() => isFocused(row(page, reference))).toBe(false);
        };
        await goThrough();
        await inbox.stop();
        inbox = await startInbox(shared.url, '--as', 'Grace');
        await page.goto(`${inbox.url}/#${inbox.token}`);
        await row(page, reference).waitFor();
        await goThrough();
        expect(await shared.store.changes(reference)).toEqual([]);
        await page.getByRole('button', { name: 'Keys' }).click();
        await letters.check();
        await page.keyboard.press('Escape');
        await row(page, reference).focus();
        await page.keyboard.press('e');
        await expect.poll(() => handlingOf(reference)).toBe('closed');
      });

      it('does not say of mail that was sent that it is held back', async () => {
        const mailed = await addEnquiry(shared.store, { lastName: 'Mailed' });
        // Others that were sent before it wait as well.
        while ((await shared.store.find(mailed))?.deliveries[0]?.state !== 'sent') await deliver('sent');
        const page = await enter();
        await row(page, mailed).press('Enter');
        await page.getByText('accepted by mail.example').waitFor();
        await page.keyboard.press('s');
        await page.getByText('Its mail had been sent before that.').waitFor();
        await page.keyboard.press('s');
        await expect.poll(() => page.locator('.status').allInnerTexts()).toEqual(['Not spam\n\nUndo']);
      });

      it('has room to read in its dialogs on the smallest screen', async () => {
        const reference = await addEnquiry(shared.store, { lastName: 'Small' });
        const page = await enter();
        await row(page, reference).press('Enter');
        await page.setViewportSize({ width: 320, height: 256 });
        const buttons = async (opener: string) => {
          await page.getByRole('button', { name: opener }).press('Enter');
          const dialog = page.getByRole('dialog');
          await dialog.locator('.modal-foot button').last().waitFor();
          const height = await dialog.evaluate((element) => {
            element.scrollTop = 0;
            const foot = element.querySelector('.modal-foot')?.getBoundingClientRect();
            return Math.min(foot?.top ?? 0, innerHeight) - element.getBoundingClientRect().top;
          });
          // Most of the screen is there for the words, before the first of the buttons.
          expect(height, opener).toBeGreaterThan(256 * 0.7);
          expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
          await page.keyboard.press('Escape');
          await dialog.waitFor({ state: 'detached' });
        };
        await buttons('Erase this person');
        await show(page, '#/new', 'New');
        await buttons('Keys');
      });
    });

  it('says that it is closed when it was stopped or its address was used, and keeps what was typed', async () => {
    const reference = await addEnquiry(shared.store, { lastName: 'Typed' });
    const page = await enter();
    const another = await browser.newPage({ viewport: wide });
    await another.goto(`${inbox.url}/#${inbox.token}`);
    await another.getByRole('heading', { name: 'This address was already used.' }).waitFor();
    await row(page, reference).press('Enter');
    const note = page.getByRole('textbox', { name: 'New private note' });
    await note.waitFor();
    await page.keyboard.press('n');
    await page.keyboard.type('A thought');
    await inbox.stop();
    await page.keyboard.press('Control+Enter');
    await page.getByText('Is it still running in the terminal?').first().waitFor();
    expect(await note.inputValue()).toBe('A thought');
  });

  it('asks nobody else, and has nothing to complain of', () => {
    // A browser says of each request that failed that it did; the last test stops the inbox under it.
    expect(troubles.filter((text) => !/Failed to load resource/.test(text))).toEqual([]);
  });
});
