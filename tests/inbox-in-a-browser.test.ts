import { readFileSync, renameSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest';
import { inboxPaths } from '../src/lib/inbox.ts';
import { violations } from './support/axe.ts';
import { browserForTests } from './support/browser.ts';
import { LEAST, textPairs } from './support/contrast.ts';
import {
  addEnquiry,
  newSqliteStore,
  type RunningInbox,
  type SharedStore,
  startInbox,
} from './support/inbox.ts';
import { listen } from './support/listen.ts';

const browser = browserForTests();
const wide = { width: 1440, height: 900 };
/** How many rows a list shows at first. */
const PAGE = 50;
/** As long as the page waits before it asks again. */
const POLL_MS = 4000;

let shared: SharedStore;
let inbox: RunningInbox;
const troubles: string[] = [];
beforeAll(async () => {
  shared = await newSqliteStore();
});
afterAll(() => shared.remove());
// Also after a failed test: it would run on.
afterEach(() => inbox?.stop());

const start = async (page: Page) => {
  inbox = await startInbox(shared.url, '--as', 'Grace');
  await page.goto(`${inbox.url}/#${inbox.token}`);
  await page.getByRole('navigation', { name: 'Lists' }).waitFor();
};

/** Opens a new inbox as its owner does. */
async function enter(viewport = wide, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' });
  page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('request', (request) => {
    // A reply opens the mail program, which sends no request.
    if (!request.url().startsWith(inbox.url) && !/^(data|mailto):/.test(request.url()))
      troubles.push(request.url());
  });
  await page.clock.install();
  await start(page);
  return page;
}
const row = (page: Page, reference: string) => page.locator(`a.row[href="#/${reference}"]`);
const add = (lastName: string, change = {}, rest = {}) =>
  addEnquiry(shared.store, { lastName, ...change }, rest);
/** Opens the inbox, and an enquiry in it. */
async function read(reference: string): Promise<Page> {
  const page = await enter();
  await row(page, reference).press('Enter');
  return page;
}
const show = async (page: Page, hash: string, heading: string) => {
  await page.evaluate((to) => location.assign(to), hash);
  await page.getByRole('heading', { name: heading, exact: true }).waitFor();
};
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const isFocused = (link: Locator) => link.evaluate((element) => element === document.activeElement);
const expectFocus = (link: Locator) => expect.poll(() => isFocused(link)).toBe(true);
const find = (reference: string) => shared.store.find(reference);
const expectState = (reference: string, handling: string) =>
  expect.poll(async () => (await find(reference))?.handling).toBe(handling);
const deedsOf = async (reference: string) => (await shared.store.changes(reference)).map(({ deed }) => deed);
const scrolled = (page: Page, part: string) => page.locator(part).evaluate(({ scrollTop }) => scrollTop);
/** Whether the page can be left without a question. */
const mayLeave = (page: Page) =>
  page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })));

/** The links that would open the mail program; here they do not. */
async function mailsFrom(page: Page): Promise<string[]> {
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
}

async function deliver(state: 'sent' | 'parked'): Promise<void> {
  for (const one of await shared.store.claim('mail', 500))
    await shared.store.settle(
      one,
      state === 'sent' ? { state, acceptedBy: 'mail.example:465' } : { state, error: '550 no such box' },
    );
}

it('is handled with the keyboard alone, and does what is pressed in that order', async () => {
  const other = await add('Other');
  const reference = await add('Núñez', { firstName: 'Zoë', message: 'First\nSecond' });
  await deliver('sent');
  const page = await enter();
  expect(new URL(page.url()).hash).not.toContain(inbox.token);
  await row(page, reference).waitFor();
  await press(page, 'j');
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('row');
  while (!(await isFocused(row(page, reference)))) await press(page, 'j');
  await press(page, 'Enter');
  await page.getByRole('heading', { level: 2, name: 'Zoë Núñez' }).waitFor();
  expect(await page.locator('.said').first().textContent()).toBe('First\nSecond');
  await page.getByText('accepted by mail.example:465').waitFor();
  await expectState(reference, 'open');

  const isLate = Promise.withResolvers<void>();
  let asked = 0;
  await page.route(/\/handling$/, async (route) => {
    if (++asked === 1) await isLate.promise;
    await route.continue();
  });
  await press(page, 'a', 'e');
  // What was pressed is shown before it is stored.
  await page.getByRole('button', { name: 'Open again' }).waitFor();
  await expect.poll(() => asked).toBe(1);
  // The second one would have left the page by now: a later request has come back.
  await page.evaluate((path) => fetch(path), inboxPaths.overview);
  expect(asked).toBe(1);
  isLate.resolve();
  await expect.poll(() => deedsOf(reference)).toEqual(['open', 'answered', 'closed']);
  await page.getByRole('status').getByText('Closed').waitFor();
  await press(page, 'z');
  await expectState(reference, 'answered');
  await press(page, 'o');
  await expectState(reference, 'open');
  await page.getByText('Opened by Grace.').first().waitFor();

  await press(page, 'n');
  await page.keyboard.type('Called her. j k e s');
  await press(page, 'Control+Enter');
  await expect
    .poll(async () => (await shared.store.notes(reference))[0])
    .toMatchObject({ by: 'Grace', text: 'Called her. j k e s' });
  // Typed letters are no commands.
  await expectState(reference, 'open');
  await press(page, 'Escape', 's');
  await expect.poll(async () => (await find(reference))?.spam).toBe('marked by hand');
  await page.getByText('Its mail had been sent before that.').waitFor();
  await press(page, 's');
  await expect.poll(async () => (await find(reference))?.spam).toBe(null);
  await expect.poll(() => page.locator('.status').allInnerTexts()).toEqual(['Not spam\n\nUndo']);

  const mails = await mailsFrom(page);
  await press(page, 'r');
  await expect.poll(() => mails[0]).toContain(`%5B${reference}%5D`);
  await page.getByRole('button', { name: 'Mark as answered.' }).press('Enter');
  await expectState(reference, 'answered');

  await press(page, 'u', '/');
  await page.keyboard.type('other');
  // The row stays where it is if it is reached before the search has ended.
  await row(page, other).focus();
  await expect.poll(() => page.locator('a.row').count()).toBe(1);
  await press(page, 'Enter');
  await page.getByRole('heading', { level: 2, name: 'Other' }).waitFor();
  await press(page, 'Escape', 'Escape', '?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
});

it('shows what comes by itself, without moving the selected row', async () => {
  for (const name of ['Sixth', 'Fifth', 'Fourth', 'Third', 'Second', 'First']) await add(name);
  const page = await enter({ ...wide, height: 400 });
  await page.locator('a.row').first().waitFor();
  const focused = page.locator('a.row:focus');
  const stay = async (key: string) => {
    await press(page, key);
    const [before, place] = [await focused.evaluate(({ id }) => id), await focused.boundingBox()];
    const reference = await add('Comer', { firstName: 'Late' });
    await page.clock.fastForward(POLL_MS);
    await row(page, reference).waitFor();
    expect(await focused.evaluate(({ id }) => id)).toBe(before);
    await expect.poll(() => focused.boundingBox()).toEqual(place);
  };
  // At the very top, where the browser itself would move it, and further down.
  await stay('j');
  await expect.poll(() => page.title()).toMatch(/^\(\d+\) New · Inbox/);
  await expect
    .poll(() => page.locator('[role=status]').allInnerTexts())
    .toContain('1 new enquiry from Late Comer');
  await stay('j');
  await page.getByRole('button', { name: '2 new enquiries above' }).click();
  await expect.poll(() => scrolled(page, '.list-ground')).toBe(0);
  await page.getByRole('button', { name: 'above' }).waitFor({ state: 'detached' });
});

it('keeps what was opened in its list until that is left', async () => {
  const reference = await add('Handled');
  const other = await add('Untouched');
  const page = await read(reference);
  await expectState(reference, 'open');
  await press(page, 'u');
  await page.clock.fastForward(POLL_MS);
  await row(page, reference).getByText('Open', { exact: false }).first().waitFor({ state: 'attached' });
  await show(page, '#/open', 'Open');
  await row(page, reference).waitFor();
  await show(page, '#/new', 'New');
  await row(page, other).waitFor();
  await row(page, reference).waitFor({ state: 'detached' });
});

it('shows hostile words as harmless text', async () => {
  const reference = await addEnquiry(shared.store, {
    firstName: '<img src=x onerror="window.broken=1">',
    lastName: '{{constructor.constructor("window.broken=1")()}}',
    email: 'a@b.example?bcc=evil%40evil.example',
    company: '=HYPERLINK("http://evil.example";"x")',
    message: `<script>window.broken=1</script>\u202Egnirts\u202C \u001b]0;title\u0007\u001b[2J a${'\u0301\u0323\u0489'.repeat(1600)}`,
  });
  const page = await read(reference);
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
});

it('says that its store has vanished, and goes on once it is back', async () => {
  const page = await enter();
  await show(page, '#/all', 'All');
  const file = shared.url.replace('file:', '');
  renameSync(file, `${file}.away`);
  await page.clock.fastForward(POLL_MS);
  const notice = page.getByRole('alert').filter({ hasText: `The store ${file} is gone` });
  await notice.waitFor();
  renameSync(`${file}.away`, file);
  await page.clock.fastForward(POLL_MS);
  await notice.waitFor({ state: 'detached' });
});

it('gives another port of this machine nothing that opens it, and bears what that one plants', async () => {
  const reference = await add('Confidential');
  const page = await enter();
  await row(page, reference).waitFor();
  const got: IncomingHttpHeaders[] = [];
  const ours = ['session', `inbox-${new URL(inbox.url).port}`];
  const other = await listen(({ headers, url = '' }, response) => {
    got.push(headers);
    const lot = url.split('?plant=')[1];
    const names = lot ? [...ours, ...Array.from({ length: 45 }, (_, i) => lot + i)] : [];
    const cookies = names.map((name) => `${name}=${'x'.repeat(4000)}; Path=/`);
    response.setHeader('Set-Cookie', cookies);
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Anything</p>');
  });
  onTestFinished(other.stop);
  // Any page on the internet can lead the browser there.
  const neighbour = await page.context().newPage();
  for (const path of ['/', '/again']) await neighbour.goto(other.url + path);
  expect(got.length).toBeGreaterThanOrEqual(2);
  for (const { host, connection, ...sent } of got) {
    const headers = Object.entries(sent).map(([name, value]): [string, string] => [name, String(value)]);
    const answer = await fetch(inbox.url + inboxPaths.enquiry(reference), { headers });
    expect(answer.status).toBe(401);
  }
  const seen = await neighbour.evaluate(() => JSON.stringify([sessionStorage, localStorage]));
  expect(seen).toBe('[{},{}]');
  // As many cookies as a browser keeps for one host, also under names that could be ours.
  for (const lot of ['a', 'b', 'c', 'd']) await neighbour.goto(`${other.url}/?plant=${lot}`);
  await page.reload();
  await row(page, reference).press('Enter');
  await expectState(reference, 'open');
});

it('saves no part of an export that broke off, says so, and saves the whole one after it', async () => {
  const reference = await add('Exported');
  const page = await enter();
  await row(page, reference).waitFor();
  const broken = await listen((_, response) => {
    response.writeHead(200, { 'Content-Disposition': 'attachment; filename="half.csv"' });
    response.write('half of it', () => response.destroy());
  });
  onTestFinished(broken.stop);
  await page.route(/api\/export/, (route) => route.continue({ url: broken.url }), { times: 1 });
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

it('says the same thing twice where it happens twice', async () => {
  const [one, two] = [await addEnquiry(shared.store), await addEnquiry(shared.store)];
  const page = await enter();
  await row(page, one).waitFor();
  // A region that is not there before it speaks is not read out.
  const regions = page.locator('[role=status], [role=alert]');
  const areThere = await regions.evaluateAll((all) => all.map((region) => region.checkVisibility()));
  expect(areThere.length).toBeGreaterThan(1);
  expect(areThere).not.toContain(false);
  const said = page.getByRole('status').getByText('Marked as answered');
  await row(page, one).press('a');
  const first = await said.elementHandle();
  await row(page, two).press('a');
  await expect.poll(() => first?.evaluate((words) => words.isConnected)).toBe(false);
  expect(await said.count()).toBe(1);
});

it('ignores single letters once they are turned off, also the next time', async () => {
  await add('Below');
  const reference = await add('Spoken');
  const page = await enter();
  await row(page, reference).waitFor();
  await press(page, '?');
  const letters = page.getByRole('checkbox', { name: /Single letters/ });
  await letters.uncheck();
  await press(page, 'Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const goThrough = async () => {
    await row(page, reference).focus();
    await press(page, 'e', 'a', 's', 'j', '/', '?');
    expect(await isFocused(row(page, reference))).toBe(true);
    await press(page, 'ArrowDown');
    await expect.poll(() => isFocused(row(page, reference))).toBe(false);
  };
  await goThrough();
  await inbox.stop();
  await start(page);
  await row(page, reference).waitFor();
  await goThrough();
  expect(await deedsOf(reference)).toEqual([]);
  await page.getByRole('button', { name: 'Keys' }).click();
  await letters.check();
  await press(page, 'Escape');
  await row(page, reference).press('e');
  await expectState(reference, 'closed');
});

it('replies to no spam, sends the held mail of what is none, and again what was refused', async () => {
  const spam = await add('Robot', {}, { spam: 'hidden field filled in' });
  const refused = await add('Refused');
  await deliver('parked');
  const page = await enter();
  const mails = await mailsFrom(page);
  const waits = (reference: string) =>
    expect.poll(async () => (await find(reference))?.deliveries[0]?.state).toBe('waiting');
  await show(page, '#/spam', 'Spam');
  await row(page, spam).press('r');
  const notSpam = page.getByRole('button', { name: 'Not spam' });
  await notSpam.waitFor();
  await press(page, 'r');
  await notSpam.press('Enter');
  await page.getByRole('link', { name: 'Reply' }).waitFor();
  await waits(spam);
  await page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: 'Not delivered' }).click();
  await row(page, refused).press('Enter');
  await page.getByText('550 no such box').first().waitFor();
  const again = page.getByRole('button', { name: /send .*again/i });
  await again.first().press('Enter');
  await waits(refused);
  // What was pressed on spam opens no reply later, without a recipient.
  expect(mails).toEqual([]);
  await show(page, '#/all', 'All');
  await row(page, refused).press('r');
  await expect.poll(() => mails).toEqual([expect.stringContaining(`%5B${refused}%5D`)]);
});

it('erases a person after showing what goes, also where the dialog was closed while it ran', async () => {
  const email = 'leaving@shop.example';
  const mark = 'Quetzalcoatl';
  const staying = await add('Staying');
  const reference = await add(mark, { email });
  await addEnquiry(shared.store, { email, message: `Another by ${mark}` });
  await shared.store.addNote(reference, `${mark} called`, 'Grace');
  const page = await read(reference);
  await page.getByRole('textbox', { name: 'New private note' }).fill(`About ${mark}`);
  const isClosed = Promise.withResolvers<void>();
  await page.route(/erasure$/, (route) => isClosed.promise.then(() => route.continue()));
  const erase = page.getByRole('button', { name: 'Erase this person' });
  await erase.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(reference).waitFor();
  expect(await dialog.textContent()).toMatch(/2 enquiries[\s\S]*1 note/);
  const keep = dialog.getByRole('button', { name: 'Keep' });
  await keep.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expectFocus(erase);
  expect(await shared.store.from(email)).toHaveLength(2);
  await erase.press('Enter');
  await dialog.getByRole('button', { name: 'Erase for good' }).press('Enter');
  await dialog.getByRole('button', { name: 'Erasing' }).waitFor();
  expect(await keep.count()).toBe(0);
  await press(page, 'Escape');
  await dialog.waitFor({ state: 'detached' });
  isClosed.resolve();
  await page
    .getByRole('status')
    .getByText(/2 enquiries.*erased.*backups.*mails/)
    .waitFor();
  await expect.poll(() => new URL(page.url()).hash).toBe('#/new');
  await expect.poll(() => page.getByText(mark).count()).toBe(0);
  await expectFocus(row(page, staying));
  // The note that was begun is gone as well.
  expect(await mayLeave(page)).toBe(true);
  expect(await shared.store.from(email)).toEqual([]);
  expect(await shared.store.list({ search: mark, limit: 10 })).toEqual([]);
});

it.each([
  [wide, 'light'],
  [{ width: 390, height: 844 }, 'dark'],
  // The smallest screen: a large one at 400 %.
  [{ width: 320, height: 256 }, 'light'],
] as const)('gives axe nothing to find at %j in %s, and has room to read', async (viewport, scheme) => {
  const reference = await add('Seen');
  await shared.store.addNote(reference, 'A note', 'Ada');
  const page = await enter(viewport, scheme);
  await row(page, reference).waitFor();
  const look = async (what: string) => expect(await violations(page), what).toEqual([]);
  const lookInto = async (opener: string, words: Locator, way: string) => {
    await page.getByRole('button', { name: opener }).click();
    await words.waitFor();
    await look(opener);
    const dialog = page.getByRole('dialog');
    const [height, aside] = await dialog.evaluate((element) => {
      element.scrollTop = 0;
      const foot = element.querySelector('.modal-foot')?.getBoundingClientRect().top ?? 0;
      const height = Math.min(foot, innerHeight) - element.getBoundingClientRect().top;
      return [height, element.scrollWidth - element.clientWidth];
    });
    // Most of the smallest screen shows words, above the first button.
    expect(height, opener).toBeGreaterThan(256 * 0.7);
    expect(aside, opener).toBe(0);
    await page.getByRole('button', { name: way }).click();
  };
  await look('the list');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await row(page, reference).press('Enter');
  await expectFocus(page.locator('#who'));
  await page.getByText('A note', { exact: true }).waitFor();
  await look('an enquiry');
  await lookInto('Erase this person', page.getByRole('dialog').getByText(reference), 'Keep');
  await show(page, '#/new', 'New');
  await lookInto('Keys', page.getByRole('checkbox'), 'Done');
  await page.goto(`${inbox.url}/#/figures`);
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  await look('the figures');
});

it('goes on with older rows once they are there, not after they were refused, and begins a search at the top', async () => {
  const { length } = await shared.store.list({ list: 'new', limit: PAGE + 1 });
  for (let count = length; count <= PAGE; count++) await addEnquiry(shared.store);
  const page = await enter();
  await page.route(/after=/, (route) => route.abort(), { times: 1 });
  const older = page.getByRole('button', { name: 'Show older' });
  await older.click();
  await page.getByRole('alert').getByText('Is it still running').waitFor();
  const search = page.getByRole('searchbox');
  await search.focus();
  const late = await add('Numbered');
  await page.clock.fastForward(POLL_MS);
  await row(page, late).waitFor();
  expect(await isFocused(search)).toBe(true);
  const shown = await page.locator('a.row').count();
  await older.click();
  await expectFocus(page.locator('a.row').nth(shown));
  expect(await scrolled(page, '.list-ground')).toBeGreaterThan(0);
  await press(page, '/');
  await page.keyboard.type('numbered');
  await expect.poll(() => page.locator('a.row').count()).toBe(1);
  expect(await scrolled(page, '.list-ground')).toBe(0);
});

it('scrolls an open enquiry by keys, takes no letter for it from elsewhere, and shows it in forced colours', async () => {
  const reference = await add('Wordy', { message: 'A long story.\n'.repeat(200) });
  await shared.store.addNote(reference, 'A note', 'Ada');
  const page = await read(reference);
  await expect.poll(() => page.title()).toMatch(/Wordy · Inbox/);
  const heading = page.locator('#who');
  await expectFocus(heading);
  await press(page, 'PageDown');
  await expect.poll(() => scrolled(page, '#reading')).toBeGreaterThan(0);
  await expectState(reference, 'open');
  const elsewhere = page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: 'Spam' });
  await elsewhere.focus();
  await press(page, 'e', 'a', 's', 'n');
  expect(await isFocused(elsewhere)).toBe(true);
  await heading.press('a');
  await expectState(reference, 'answered');
  expect(await deedsOf(reference)).toEqual(['open', 'answered']);
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await heading.evaluate((words) => getComputedStyle(words).outlineStyle)).not.toBe('none');
  const pairs = await textPairs(page, '[aria-current]');
  expect(pairs.map(({ text }) => text)).toContain('1 note');
  expect(pairs.filter(({ ratio }) => ratio < LEAST.text)).toEqual([]);
});

it('stays open when it is loaded again, and says where it is open, used or stopped', async () => {
  const reference = await add('Typed');
  const page = await read(reference);
  const heading = page.getByRole('heading', { level: 2, name: 'Typed' });
  await heading.waitFor();
  await page.reload();
  await heading.waitFor();
  const tab = await page.context().newPage();
  await tab.goto(`${inbox.url}/#/${reference}`);
  await tab.getByRole('heading', { name: 'This inbox is not open in this tab.' }).waitFor();
  await tab.getByText('open in another one').waitFor();
  expect(await tab.getByText('Typed').count()).toBe(0);
  expect(await violations(tab)).toEqual([]);
  const another = await browser.newPage();
  await another.goto(`${inbox.url}/#${inbox.token}`);
  await another.getByRole('heading', { name: 'This address was already used.' }).waitFor();

  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  const note = page.getByRole('textbox', { name: 'New private note' });
  await note.pressSequentially('A thought');
  await page.getByRole('link', { name: 'Reply' }).click();
  await page.getByText('Sent it?').waitFor();
  // A reply leaves nothing behind; the note that was begun would be lost.
  expect(asked).toEqual([]);
  expect(await mayLeave(page)).toBe(false);
  await inbox.stop();
  await note.press('Control+Enter');
  await page.getByText('Is it still running in the terminal?').first().waitFor();
  expect(await note.inputValue()).toBe('A thought');
});

it('makes no request to other hosts and logs no error', () => {
  // A browser reports each failed request itself; some tests refuse some.
  expect(troubles.filter((text) => !/Failed to load resource/.test(text))).toEqual([]);
});
