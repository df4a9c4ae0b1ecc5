import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { articlePath, routes } from '../src/routes.ts';
import { violationsInBoth } from './support/axe.ts';
import { browserForTests } from './support/browser.ts';
import { copyFixture } from './support/lay-out.ts';
import type { ProjectCopy } from './support/project-copy.ts';
import { freePort, startProgram } from './support/server.ts';

const HOME = 'content/pages/home.yaml';
const FAQ = 'content/faq.yaml';
const CLAIMS = 'content/claims.yaml';
const POST = 'content/posts/the-price-of-one-mug.md';

const { newPage } = browserForTests();
const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
let copy: ProjectCopy;
let editor: Awaited<ReturnType<typeof startEditor>>;
let page: Page;
const troubles: string[] = [];
/** What the built site is to show at the end. */
const toBeShown: [path: string, words: string][] = [];

beforeAll(async () => {
  copy = await copyFixture();
  editor = await startEditor(copy.root);
  page = await newPage({ viewport: wide, reducedMotion: 'reduce' });
  // A refusal on purpose has its own status; anything else is a fault.
  page.on('console', (message) => {
    const isRefused = /status of (400|404|409)/.test(message.text());
    if (message.type() === 'error' && !isRefused) troubles.push(message.text());
  });
  page.on('pageerror', (error) => troubles.push(error.message));
  // The recipe ‘Open the editor’.
  await page.goto(`${editor.url}/#edit=${editor.token}`);
  await page.getByRole('toolbar', { name: 'Editor' }).waitFor();
  return editor.stop;
});

const read = (file: string) => readFileSync(join(copy.root, file), 'utf8');
const show = async (path: string) => {
  await page.goto(editor.url + path);
  await page.locator('[data-edit="value"]').first().waitFor();
};
/** One of the recipes of docs/authoring.md. */
function recipe(heading: string, run: () => Promise<void>): void {
  recipes.push(heading);
  it(heading, run);
}
const recipes = ['Open the editor'];

const marked = (words: string) => page.locator('[data-edit="value"]:visible', { hasText: words }).first();
const surface = () => page.locator('.edit-surface');
const hint = () => page.locator('#edit-hint');

/** Opens the words, types in their place, and waits until Enter has saved them. */
async function retype(words: string, typed: string): Promise<void> {
  await marked(words).click();
  await surface().waitFor();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(typed);
  await save();
}
async function save(): Promise<void> {
  await page.keyboard.press('Enter');
  await surface().waitFor({ state: 'detached' });
}

/** The lines that are gone and those that came, between the first and the last that differ. */
function changed(before: string, after: string) {
  const [old, now] = [before.split('\n'), after.split('\n')];
  while (old.length > 0 && now.length > 0 && old[0] === now[0])
    [old, now].forEach((lines) => void lines.shift());
  while (old.length > 0 && now.length > 0 && old.at(-1) === now.at(-1))
    [old, now].forEach((lines) => void lines.pop());
  return { gone: old, come: now };
}

it('runs every recipe for authors', () => {
  const headings = readFileSync('docs/authoring.md', 'utf8').matchAll(/^## (.*)$/gm);
  const all = [...headings]
    .map(([, heading]) => heading)
    .filter((heading) => heading !== 'When the editor says no');
  expect(recipes.toSorted()).toEqual(all.toSorted());
});

recipe('Change words on a page', async () => {
  const before = read(HOME);
  await show(routes.home);
  const { heading } = parse(before).hero;
  await page.getByRole('heading', { level: 1 }).hover();
  await expect.poll(() => hint().textContent()).toContain(HOME);
  await page.getByRole('heading', { level: 1 }).click();
  await expect.poll(() => hint().textContent()).toContain(`${heading.length} of 90`);
  await page.keyboard.type('!');
  await expect.poll(() => hint().textContent()).toContain(`${heading.length + 1} of 90`);
  await save();
  expect(changed(before, read(HOME))).toEqual({
    gone: [`  heading: ${heading}`],
    come: [`  heading: ${heading}!`],
  });
  // The page redraws itself, and it is still there afterwards.
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe(`${heading}!`);
  await expect.poll(async () => (await fetch(editor.url)).text()).toContain(`${heading}!`);
  toBeShown.push([routes.home, `${heading}!`]);
});

it('leaves everything as it was after Escape, and where nothing was typed', async () => {
  const before = read(HOME);
  await show(routes.home);
  const heading = page.getByRole('heading', { level: 1 });
  const words = await heading.textContent();
  await heading.click();
  await page.keyboard.type('Not kept');
  await page.keyboard.press('Escape');
  expect(await heading.textContent()).toBe(words);
  await heading.click();
  await save();
  expect(read(HOME)).toBe(before);
});

recipe('Change an answer that holds a token', async () => {
  const before = read(FAQ);
  await show(routes.faq);
  const item = parse(before)[1].items[0];
  await page.locator('summary', { hasText: item.question }).locator('[data-edit]').click();
  // The question is open now, and so is its answer.
  await page.keyboard.press('Escape');
  const start = item.answer.slice(0, 40);
  await marked(start).click();
  const chip = page.locator('.edit-chip');
  expect(await chip.getAttribute('data-token')).toBe('{claim.first-plan}');
  const claim = parse(read(CLAIMS)).find(({ id }: { id: string }) => id === 'first-plan');
  expect(await chip.textContent()).toBe(claim.wording);
  await chip.click();
  await page.keyboard.type('x');
  expect(await chip.textContent()).toBe(claim.wording);
  await page.keyboard.press('Escape');
  await marked(start).click();
  await page.keyboard.type(' Ask for it.');
  await save();
  const line = `      answer: ${item.answer}`;
  expect(changed(before, read(FAQ))).toEqual({ gone: [line], come: [`${line} Ask for it.`] });
  toBeShown.push([routes.faq, 'Ask for it.']);
});

recipe('Change a claim, and say that it is still true', async () => {
  const before = read(CLAIMS);
  await show(routes.about);
  const all = parse(before) as { id: string; wording: string; figure?: string }[];
  const shown = parse(read('content/pages/about.yaml')).stats.claims as string[];
  const claim = all.find(({ id, figure }) => figure && shown.includes(id)) ?? expect.fail('no figure');
  await retype(claim.wording, 'workshops that we know');
  expect(changed(before, read(CLAIMS))).toEqual({
    gone: [`  wording: ${claim.wording}`],
    come: ['  wording: workshops that we know'],
  });
  const again = read(CLAIMS);
  await showFields(routes.about, 'Claims');
  await group('workshops that we know').click();
  await panel().getByRole('button', { name: 'Found true again today' }).first().click();
  await expect.poll(() => read(CLAIMS)).not.toBe(again);
  const today = new Date().toISOString().slice(0, 10);
  const { come } = changed(again, read(CLAIMS));
  expect(come).toEqual([`  asOf: ${today}`, expect.stringMatching(/^ {2}reviewBy: \d{4}-\d\d-\d\d$/)]);
  toBeShown.push([routes.about, 'workshops that we know']);
});

recipe('Change a paragraph of an article', async () => {
  const before = read(POST);
  await show(articlePath('the-price-of-one-mug'));
  const paragraph = before.split('\n\n').find((text) => text.startsWith('So we took')) ?? '';
  await marked(paragraph.slice(0, 30)).click();
  await page.keyboard.type(' **Slowly.**');
  await save();
  expect(changed(before, read(POST))).toEqual({ gone: [paragraph], come: [`${paragraph} **Slowly.**`] });
  await page.locator('strong', { hasText: 'Slowly.' }).waitFor();
  toBeShown.push([articlePath('the-price-of-one-mug'), '<strong>Slowly.</strong>']);
});

it('says what the build says of words that it would refuse, and saves none of them', async () => {
  const before = read(HOME);
  await show(routes.home);
  const words = parse(before).problem.heading as string;
  await marked(words).click();
  for (const [typed, found] of [
    ['', 'is empty; wanted: a heading, 1 to 90 characters long.'],
    ['x'.repeat(91), `is ‘${'x'.repeat(60)}…’; wanted: a heading, 1 to 90 characters long.`],
    [
      'A {claim.nobody-made} b',
      'holds the token {claim.nobody-made}; wanted: a claim registered in content/claims.yaml.',
    ],
    [
      'Some **bold** words',
      'holds ‘**bold**’, which would be published as it is written; wanted: plain text.',
    ],
  ]) {
    await page.keyboard.press('ControlOrMeta+A');
    if (typed) await page.keyboard.type(typed);
    else await page.keyboard.press('Delete');
    await page.keyboard.press('Enter');
    const errorText = () => page.locator('#edit-hint .edit-error').textContent();
    await expect.poll(errorText).toContain(found);
    expect(await errorText()).toMatch(/^content\/pages\/home\.yaml: line \d+: `problem\.heading` /);
    expect(read(HOME)).toBe(before);
    if (!typed?.includes('**')) continue;
    // The very sentence that a check of these words prints.
    writeFileSync(join(copy.root, HOME), before.replace(`heading: ${words}`, `heading: ${typed}`));
    const { output } = copy.run('node', 'scripts/check-content.ts');
    writeFileSync(join(copy.root, HOME), before);
    expect(output).toContain(await errorText());
  }
  await page.keyboard.press('Escape');
});

it('shows both when somebody else saved the same words meanwhile, and one chooses', async () => {
  await show(routes.home);
  const heading = parse(read(HOME)).solution.heading as string;
  for (const [choice, theirs, kept] of [
    ['Keep what is in the file', 'Theirs', 'Theirs'],
    ['Use yours', 'Theirs again', 'Mine'],
  ] as const) {
    const shown = parse(read(HOME)).solution.heading as string;
    await marked(shown).click();
    await surface().waitFor();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Mine');
    copy.edit(HOME, (text) => text.replace(`heading: ${shown}\n`, `heading: ${theirs}\n`));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Somebody else changed this meanwhile' });
    await dialog.waitFor();
    expect(await dialog.textContent()).toContain(theirs);
    expect(await dialog.textContent()).toContain('Mine');
    await dialog.getByRole('button', { name: choice }).click();
    await surface().waitFor({ state: 'detached' });
    await expect.poll(() => parse(read(HOME)).solution.heading).toBe(kept);
    await marked(kept).waitFor();
    // A text that is put back before the server has seen the change is no change to it: the page would stay.
    await expect.poll(async () => (await fetch(editor.url)).text()).toContain(kept);
    copy.edit(HOME, (text) => text.replace(`heading: ${kept}\n`, `heading: ${heading}\n`));
    await marked(heading).waitFor();
  }
});

const panel = () => page.getByRole('complementary', { name: 'Fields' });
const form = () => panel().locator('.edit-new');
const group = (words: string) => panel().locator('summary', { hasText: words }).first();
/** Opens the fields of a page, and those of another place in the list at their top. */
async function showFields(path: string, place?: string): Promise<void> {
  await show(path);
  await page.getByRole('button', { name: 'Fields' }).click();
  await panel().locator('.edit-fields').first().waitFor();
  if (place) await panel().getByRole('combobox', { name: 'Fields of' }).selectOption({ label: place });
}

recipe('Add a question', async () => {
  const before = read(FAQ);
  await showFields(routes.faq, 'Questions');
  await group(parse(before)[0].heading).click();
  await group('Items').click();
  await panel().getByRole('button', { name: 'Add…' }).first().click();
  await form().getByLabel('Id').fill('by-a-test');
  await form().getByLabel('Question').fill('Is this new: yes?');
  await form().getByLabel('Answer').fill('It is.');
  await form().getByRole('button', { name: 'Add' }).click();
  await form().waitFor({ state: 'detached' });
  expect(changed(before, read(FAQ))).toEqual({
    gone: [],
    come: ['    - id: by-a-test', '      question: "Is this new: yes?"', '      answer: It is.'],
  });
  toBeShown.push([routes.faq, 'Is this new: yes?']);
});

it('adds to a list that somebody else changed meanwhile, but moves nothing before it was seen', async () => {
  const { heading, items } = parse(read(FAQ))[0];
  const question = items[0].question as string;
  const ask = (from: string, to: string) =>
    copy.edit(FAQ, (text) => text.replace(`question: ${from}\n`, `question: ${to}\n`));
  await showFields(routes.faq, 'Questions');
  await group(heading).click();
  await group('Items').click();
  await panel().getByRole('button', { name: 'Add…' }).first().click();
  await form().getByLabel('Id').fill('also-by-a-test');
  await form().getByLabel('Question').fill('Is this added?');
  await form().getByLabel('Answer').fill('It is.');
  ask(question, 'Theirs?');
  await form().getByRole('button', { name: 'Add' }).click();
  await form().waitFor({ state: 'detached' });
  const questions = () => parse(read(FAQ))[0].items.map((item: { question: string }) => item.question);
  expect(questions()).toEqual([
    'Theirs?',
    ...items.slice(1).map((item: { question: string }) => item.question),
    'Is this added?',
  ]);
  ask('Theirs?', question);
  const before = read(FAQ);
  await panel().getByRole('button', { name: 'Move down: Theirs?' }).click();
  await page.getByText('Somebody else changed this list meanwhile.').waitFor();
  await panel()
    .getByRole('button', { name: `Move down: ${question}` })
    .waitFor();
  expect(read(FAQ)).toBe(before);
});

recipe('Move a card', async () => {
  const before = read(HOME);
  const [first, second] = parse(before).solution.cards;
  await showFields(routes.home);
  await group('Solution').click();
  await group('Cards').click();
  await panel()
    .getByRole('button', { name: `Move down: ${first.title}` })
    .click();
  await expect.poll(() => read(HOME)).not.toBe(before);
  const cards = [second, first].flatMap(({ title, text }) => [
    `    - title: ${title}`,
    `      text: ${text}`,
  ]);
  const { gone, come } = changed(before, read(HOME));
  expect(come).toEqual(cards);
  expect(gone).toEqual([...cards.slice(2), ...cards.slice(0, 2)]);
});

const BEGUN = 'content/posts/begun-in-a-test.md';

recipe('Begin an article', async () => {
  await showFields(routes.blog, 'Articles');
  await panel().getByRole('button', { name: 'Begin an article…' }).click();
  const description = 'An article that a test has begun, with a description that is long enough for it.';
  const [category] = parse(read('content/pages/blog.yaml')).categories;
  await form().getByLabel('Title').fill('Begun in a test');
  await form().getByLabel('Excerpt').fill('What the card says of it.');
  await form().getByLabel('Description').fill(description);
  await form().getByLabel('Category').selectOption(category);
  await form().getByRole('button', { name: 'Add' }).click();
  await page.waitForURL(`**${articlePath('begun-in-a-test')}`);
  const today = new Date().toISOString().slice(0, 10);
  expect(read(BEGUN)).toBe(
    `---\n\ntitle: Begun in a test\nexcerpt: What the card says of it.\ndescription: ${description}\ncategory: ${category}\ndate: ${today}\ndraft: true\n---\n\nWhat the card says of it.\n`,
  );
  // Its text is beside the page, which follows at each pause.
  await panel().getByRole('textbox', { name: 'Text' }).fill('## A part\n\nWritten in a test.\n');
  await page.getByRole('heading', { name: 'A part' }).waitFor();
  expect(read(BEGUN)).toMatch(/\n---\n\n?## A part\n\nWritten in a test\.\n$/);
});

recipe('Put a picture into an article', async () => {
  const file = join(copy.root, 'content/posts/market.jpg');
  await show(articlePath('begun-in-a-test'));
  await page.getByRole('button', { name: 'Fields' }).click();
  const text = panel().getByRole('textbox', { name: 'Text' });
  await text.press('ControlOrMeta+End');
  await panel().getByRole('button', { name: 'Put in a picture…' }).click();
  await form()
    .getByLabel('The picture')
    .setInputFiles({
      ...{ name: 'A Stall.JPG', mimeType: 'image/jpeg' },
      buffer: readFileSync(file),
    });
  await form().getByLabel('Shows').fill('A stall with bowls');
  await form().getByLabel('Caption').fill('In May');
  await form().getByRole('button', { name: 'Add' }).click();
  await page.locator('main img[alt="A stall with bowls"]').waitFor();
  expect(readFileSync(join(copy.root, 'content/posts/a-stall.jpg'))).toEqual(readFileSync(file));
  expect(read(BEGUN)).toMatch(
    /\n\nWritten in a test\.\n\n!\[A stall with bowls\]\(a-stall\.jpg "In May"\)\n+$/,
  );
});

it('puts in the portrait of a person', async () => {
  const picture = join(copy.root, 'content/posts/market.jpg');
  await showFields(routes.about, 'People');
  const file = (await panel().getByText('content/people/').textContent()) ?? '';
  const before = read(file);
  await panel().getByRole('button', { name: 'Portrait…' }).click();
  await form().getByRole('button', { name: 'Add' }).click();
  await form().getByText('Choose a picture.').waitFor();
  await form()
    .getByLabel('The picture')
    .setInputFiles({
      ...{ name: 'A Face.jpg', mimeType: 'image/jpeg' },
      buffer: readFileSync(picture),
    });
  await form().getByRole('button', { name: 'Add' }).click();
  await form().waitFor({ state: 'detached' });
  expect(readFileSync(join(copy.root, 'content/people/a-face.jpg'))).toEqual(readFileSync(picture));
  expect(changed(before, read(file))).toEqual({ gone: [], come: ['portrait: a-face.jpg'] });
});

it('changes the address of a service beside the page', async () => {
  await showFields(routes.services, 'Services');
  const name = panel().getByText('content/services/');
  const file = (await name.textContent()) ?? '';
  const before = read(file);
  await panel().getByLabel('Address').fill('renamed-in-a-test');
  await panel().getByLabel('Address').press('Tab');
  await expect.poll(() => name.textContent()).toBe(file.replace(/(\d-).*/, '$1renamed-in-a-test.yaml'));
  expect(read((await name.textContent()) ?? '')).toBe(before);
});

recipe('Take a change back', async () => {
  await show(routes.home);
  const before = read(HOME);
  const words = parse(before).engagement.heading as string;
  await retype(words, 'Undone in a test');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => read(HOME)).toBe(before);
  await marked(words).waitFor();
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect.poll(() => read(HOME)).toContain('heading: Undone in a test');
  await page.getByRole('button', { name: /^What changed/ }).click();
  const dialog = page.getByRole('dialog', { name: 'What changed' });
  expect(await dialog.textContent()).toContain(`Changed engagement.heading (${HOME})`);
  await dialog.getByRole('listitem').filter({ hasText: 'Undone in a test' }).getByRole('button').click();
  await expect.poll(() => read(HOME)).toBe(before);
});

it('is handled with the keyboard alone', async () => {
  await show(routes.about);
  const before = read('content/pages/about.yaml');
  const { heading, lead } = parse(before).hero;
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  await page.locator('#main').focus();
  while ((await focused()) !== heading) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await surface().waitFor();
  await page.keyboard.type('?');
  await page.keyboard.press('Tab');
  await expect.poll(() => surface().textContent()).toBe(lead);
  await page.keyboard.press('Escape');
  await expect.poll(focused).toBe(lead);
  expect(changed(before, read('content/pages/about.yaml')).come).toEqual([`  heading: ${heading}?`]);
  await page.keyboard.press('ControlOrMeta+Z');
  await expect.poll(() => read('content/pages/about.yaml')).toBe(before);
});

it.each([wide, phone])('pleases axe at $width px, with all that it opens', async (viewport) => {
  await page.setViewportSize(viewport);
  await show(routes.home);
  expect(await violationsInBoth(page)).toEqual([]);
  await page.getByRole('heading', { level: 1 }).click();
  expect(await violationsInBoth(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^What changed/ }).click();
  expect(await violationsInBoth(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Fields' }).click();
  await page.getByRole('complementary', { name: 'Fields' }).locator('summary').first().click();
  expect(await violationsInBoth(page)).toEqual([]);
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBeLessThanOrEqual(viewport.width);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.setViewportSize(wide);
});

it('answers its own page alone', async () => {
  const ask = (headers: Record<string, string>, path = '/_edit/history') =>
    new Promise<{ status: number; said: string }>((resolve, reject) => {
      const asked = request(editor.url + path, {
        method: 'POST',
        headers: { Origin: editor.url, 'Content-Type': 'application/json', ...headers },
      });
      asked.once('response', async (response) =>
        resolve({ status: response.statusCode ?? 0, said: await text(response) }),
      );
      asked.once('error', reject).end('{}');
    });
  const session = await page.evaluate(() => sessionStorage.getItem('edit-session'));
  const Authorization = `Bearer ${session}`;
  expect((await ask({ Authorization })).status).toBe(200);
  for (const [headers, status] of [
    [{}, 401],
    [{ Authorization: `${Authorization}x` }, 401],
    [{ Authorization, Origin: 'https://elsewhere.example' }, 403],
    [{ Authorization, 'Content-Type': 'text/plain' }, 415],
  ] as const) {
    const refused = await ask(headers);
    expect(refused.status).toBe(status);
    expect(JSON.parse(refused.said).error).toMatch(/^[A-Z].*\.$/);
  }
  // Vite refuses a foreign name first, in its own words; where it does not, the editor does.
  const foreign = await ask({ Authorization, Host: 'elsewhere.example' });
  expect([403, 421]).toContain(foreign.status);
  expect(foreign.said).toMatch(/host|127\.0\.0\.1/i);
  const used = { method: 'POST', headers: { Origin: editor.url, 'Content-Type': 'application/json' } };
  const again = await fetch(`${editor.url}/_edit/session`, {
    ...used,
    body: JSON.stringify({ token: editor.token }),
  });
  expect(again.status).toBe(403);
});

it('is no part of the built site, which builds and shows what was typed', async () => {
  expect(troubles).toEqual([]);
  await editor.stop();
  const { status, output } = copy.build();
  expect(output).not.toContain('_edit');
  expect(status).toBe(0);
  for (const [path, words] of toBeShown) {
    const html = read(`dist/client${path === '/' ? '/index' : path}.html`);
    expect(html, path).toContain(words);
    expect(html, path).not.toMatch(/_edit|data-edit|edit-on/);
  }
});

/** `npm run edit` on a port of its own. */
async function startEditor(root: string) {
  const port = await freePort();
  const words = ['scripts/dev.ts', '--edit', '--no-open', '--port', String(port)];
  const { output, stop } = await startProgram(words, /#edit=\S+\s/, root);
  return { url: `http://127.0.0.1:${port}`, token: /#edit=(\S+)/.exec(output())?.[1] ?? '', stop };
}
