import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { examples } from '../src/gallery/examples.tsx';
import { articlePath, llmsPath, routes, sitemapPath } from '../src/routes.ts';
import { REFERENCE } from '../src/server/db/enquiries.ts';
import { violations } from './support/axe.ts';
import { browserForTests } from './support/browser.ts';
import { startDev } from './support/dev-server.ts';
import { storedIn } from './support/enquiries.ts';
import { copyFixture } from './support/lay-out.ts';
import { SLOW_LINE } from './support/network.ts';
import { url, wordsOf } from './support/other-firm.ts';
import type { ProjectCopy } from './support/project-copy.ts';

/** Holds a page that has read the content as long as there is a file `hold`, and tells when new content was noticed. */
const HELD = `import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
export const held = {
  name: 'held',
  configureServer: ({ watcher }) =>
    void watcher.on('change', (file) => {
      if (file.endsWith('data-store.json')) setImmediate(writeFileSync, 'has-heard', '');
    }),
  async transform(_code, id) {
    if (!id.endsWith('astro:data-layer-content') || !existsSync('hold')) return;
    writeFileSync('has-read', '');
    while (existsSync('hold')) await setTimeout(20);
  },
};
`;

const { form } = wordsOf('contact');
const { newPage } = browserForTests();
let copy: ProjectCopy;
let dev: Awaited<ReturnType<typeof startDev>>;
beforeAll(async () => {
  copy = await copyFixture();
  write('held.mjs', HELD);
  copy.edit(
    'astro.config.ts',
    (text) => `import { held } from './held.mjs';\n${text.replace('plugins: [', 'plugins: [held, ')}`,
  );
  dev = await startDev(copy.root);
});
afterAll(async () => {
  await dev.stop();
  copy.remove();
});
const inCopy = (file: string) => join(copy.root, file);
const write = (file: string, text: string) => writeFileSync(inCopy(file), text);
const get = async (path: string) => (await fetch(dev.url + path)).text();
/** Until what is saved is in the store and the pages have heard of it. */
const untilHeard = async (save: () => void) => {
  rmSync(inCopy('has-heard'), { force: true });
  save();
  await expect.poll(() => existsSync(inCopy('has-heard'))).toBe(true);
};
const article = (more: object) =>
  `---\n${stringify({
    title: 'Written by a test',
    excerpt: 'An article that is changed while somebody looks at it.',
    description:
      'An article of the tests, which is changed while the development server runs, again and again.',
    category: wordsOf('blog').categories[0],
    date: '2025-01-01',
    ...more,
  })}---\n\nWords.\n`;

it.each([true, false])('answers the form as the built site does (script: %s)', async (javaScriptEnabled) => {
  const page = await newPage({ javaScriptEnabled });
  await page.goto(dev.url + routes.contact);
  const submit = page.getByRole('button', { name: form.submit });
  const message = `Tried out while working, ${Date.now()}`;
  await page.getByRole('textbox', { name: form.fields.email }).fill('nobody');
  await page.getByRole('textbox', { name: form.fields.message }).fill(message);
  await submit.click();
  await page.getByRole('heading', { name: form.errors.heading }).waitFor();
  expect(await page.getByRole('textbox', { name: form.fields.message }).inputValue()).toBe(message);
  await page.getByRole('textbox', { name: form.fields.email }).fill('ada@example.com');
  await submit.click();
  await page.getByRole('heading', { name: form.sent.heading }).waitFor();
  const reference = (await page.locator('.reference').textContent()) ?? '';
  expect(reference).toMatch(REFERENCE);
  expect(storedIn(inCopy('data/enquiries-in-development.db'), reference)).toMatchObject({ message });
});

it('marks what is an example and what is to come, until it is neither', async () => {
  const file = 'content/posts/of-a-test.md';
  const marks = async () => (await get(articlePath('of-a-test'))).match(/<mark[^>]*>[^<]*/g)?.join() ?? '';
  await untilHeard(() => write(file, article({ status: 'example' })));
  await expect.poll(marks).toContain('example');
  await untilHeard(() => write(file, article({ date: '2199-01-01' })));
  await expect.poll(marks).toContain('from 2199-01-01');
  await untilHeard(() => write(file, article({ draft: true })));
  await expect.poll(marks).toContain('draft');
  await untilHeard(() => write(file, article({ status: 'confirmed' })));
  await expect.poll(marks).toBe('');
  expect(await get(articlePath('of-a-test'))).toContain('Written by a test');
});

it('leads on from an address that changed, and says which was withdrawn', async () => {
  const file = inCopy('content/redirects.yaml');
  const before = readFileSync(file, 'utf8');
  const added = `- from: /an-old-page\n  to: ${routes.about}\n- from: /a-page-of-the-past\n  gone: true\n`;
  writeFileSync(file, `${before}\n${added}`);
  const moved = await fetch(`${dev.url}/an-old-page?from=a-mail`, { redirect: 'manual' });
  expect([moved.status, moved.headers.get('location')]).toEqual([308, `${routes.about}?from=a-mail`]);
  expect(await get('/a-page-of-the-past')).toContain(wordsOf('gone').heading);
  writeFileSync(file, before);
  expect((await fetch(`${dev.url}/an-old-page`)).status).toBe(404);
});

it('lays all mistakes over the page until they are gone, whatever .env says meanwhile', async () => {
  const page = await newPage();
  await page.goto(dev.url + routes.faq);
  const overlay = page.locator('vite-error-overlay');
  write('.env', 'PORT=4999\n');
  copy.edit('content/pages/faq.yaml', (text) => text.replace(/^ {2}title: .*$/m, '  titel: Wrong'));
  await overlay.waitFor();
  // Astro's overlay sets what stands between backticks as code.
  const told = () => overlay.evaluate((element) => element.shadowRoot?.textContent ?? '');
  await expect.poll(told).toMatch(/content\/pages\/faq\.yaml: line \d+: titel in head is not a known field/);
  expect(await told()).toMatch(/content\/pages\/faq\.yaml: line \d+: head\.title is missing/);
  // While a page is on its way, nobody can tell it to load again.
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', SLOW_LINE);
  copy.edit('content/pages/faq.yaml', (text) =>
    text.replace('  titel: Wrong', '  title: A title of the day'),
  );
  await expect.poll(() => page.title()).toContain('A title of the day');
  expect(await overlay.count()).toBe(0);
});

it('shows a mistake that nobody foresaw as well, until it is gone', async () => {
  const page = await newPage();
  await page.goto(dev.url + routes.faq);
  const overlay = page.locator('vite-error-overlay');
  const file = 'content/posts/of-a-test.md';
  // The HTML of the articles is kept in a folder; now it is a file.
  const folder = inCopy('node_modules/.astro/html/posts');
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
  write(file, article({ title: 'Changed once' }));
  // The page may load again meanwhile.
  const told = () => overlay.evaluate((element) => element.shadowRoot?.textContent ?? '').catch(() => '');
  await expect.poll(told).toContain('EEXIST');
  rmSync(folder);
  write(file, article({ title: 'Changed again' }));
  await expect.poll(() => overlay.count()).toBe(0);
});

it('shows a text that is saved while a page is on its way on the next one', async () => {
  // All content is read again by the next page, which is then held.
  await untilHeard(() => write('content/posts/of-a-test.md', article({ title: 'Changed before' })));
  write('hold', '');
  const first = get(routes.faq);
  await expect.poll(() => existsSync(inCopy('has-read'))).toBe(true);
  await untilHeard(() =>
    copy.edit('content/pages/faq.yaml', (text) =>
      text.replace(/^ {2}title: .*$/m, '  title: Saved meanwhile'),
    ),
  );
  // What was heard may have been the article before.
  const kept = () => readFileSync(inCopy('.astro/data-store.json'), 'utf8');
  await expect.poll(kept).toContain('Saved meanwhile');
  rmSync(inCopy('hold'));
  await first;
  await expect.poll(() => get(routes.faq)).toContain('Saved meanwhile');
});

describe('the gallery', () => {
  it('shows every ui component', () => {
    const source = readFileSync('src/gallery/examples.tsx', 'utf8');
    const parts = ['src/ui', 'src/ui/form']
      .flatMap((folder) => readdirSync(folder))
      .filter((name) => name.endsWith('.tsx'))
      .map((name) => name.replace('.tsx', ''))
      // These are drawn by the components that use them.
      .filter(
        (name) => !['EnquiryFieldset', 'FormAnswer', 'Icon', 'Measure', 'Notice', 'Trap'].includes(name),
      );
    expect(parts.length).toBeGreaterThan(10);
    for (const part of parts) expect(source).toContain(`<${part}`);
  });

  it('draws something for every example, pleases axe, and is no part of the built site', async () => {
    expect((await fetch(`${url}/_gallery`)).status).toBe(404);
    const page = await newPage({ reducedMotion: 'reduce' });
    await page.goto(`${dev.url}/_gallery`, { waitUntil: 'networkidle' });
    const shown = page.locator('[data-example]');
    expect(await shown.count()).toBe(examples.length);
    const shot = sharp(await page.screenshot({ fullPage: true }));
    // Read once: it is as long as all examples together.
    const { data, info } = await shot.raw().toBuffer({ resolveWithObject: true });
    for (const example of await shown.all()) {
      const name = await example.getAttribute('data-example');
      const { x, y, width, height } = (await example.boundingBox()) ?? expect.fail(`${name} has no place`);
      const part = {
        left: Math.ceil(x),
        top: Math.ceil(y),
        width: Math.floor(width),
        height: Math.floor(height),
      };
      // Otherwise the statistics would be those of the whole.
      const png = await sharp(data, { raw: info }).extract(part).png().toBuffer();
      const { channels } = await sharp(png).stats();
      expect(Math.max(...channels.map(({ stdev }) => stdev)), `${name} is blank`).toBeGreaterThan(1);
    }
    expect(await violations(page)).toEqual([]);
  });
});

const PRESS = `---
import { getPage } from '../content/get.ts';
import Page from '../layouts/Page.astro';
import { scenes } from '../drawing/scene.ts';
import { routes } from '../routes.ts';
import { PageHero } from '../sections/shared/PageHero.tsx';

const { head, hero } = await getPage('press');
---

<Page {...head} path={routes.press} shows={{}}>
  <PageHero {...hero} picture={{ scene: scenes.about }} />
</Page>
`;

/** What the README’s table says to touch for changes in code, followed to the letter. */
it('shows a new page and a new field without being started by hand, and the compiler misses nothing', async () => {
  copy.restore();
  for (const file of ['held.mjs', 'content/posts/of-a-test.md', '.env'])
    rmSync(inCopy(file), { force: true });
  // A page (add).
  const head = {
    title: 'Press',
    description: 'What newspapers have written about the firm, and whom they can ask for more of it.',
  };
  const hero = { heading: 'In the newspapers', lead: 'What others write.' };
  write('content/pages/press.yaml', stringify({ head, hero }));
  write('src/pages/press.astro', PRESS);
  copy.edit('src/schemas/pages.ts', (text) =>
    text.replace(
      / {4}blog: z\.strictObject/,
      '    press: z.strictObject({ head, hero: group({ heading, lead }) }),\n\n$&',
    ),
  );
  copy.edit('src/routes.ts', (text) => text.replace(/ {2}blog: '\/blog',\n/, "$&  press: '/press',\n"));
  copy.edit('src/content/site-pages.ts', (text) =>
    text.replace(/ {2}blog: \{ path/, '  press: { path: routes.press, madeOf: [] },\n$&'),
  );
  // A field of the contact form (add).
  copy.edit('src/lib/enquiry.ts', (text) =>
    text.replace(
      / {2}message: \{ kind/,
      "  phoneNumber: { kind: 'line', most: 40, autoComplete: 'tel' },\n$&",
    ),
  );
  copy.edit('content/pages/contact.yaml', (text) =>
    text.replace(/ {4}message: /, '    phoneNumber: Telephone\n$&'),
  );

  const shown = (path: string) => get(path).catch(() => dev.output());
  const patiently = { interval: 500, timeout: 240_000 };
  await expect.poll(() => shown('/press'), patiently).toContain(hero.heading);
  await expect.poll(() => shown(routes.contact), patiently).toContain('Telephone');
  expect(await get(sitemapPath)).toContain('/press</loc>');
  expect(await get(llmsPath)).toContain('/press');
  await dev.stop();
  // How many articles a page of the list holds; a colour, a size, a space; a link in the header.
  copy.edit('src/lib/article-pages.ts', (text) => text.replace(/PAGE_SIZE = \d+/, 'PAGE_SIZE = 7'));
  copy.edit('src/styles/tokens.css', (text) => text.replace(/--radius-card: [^;]+;/, '--radius-card: 2rem;'));
  copy.edit('src/navigation.ts', (text) =>
    text.replace(/ {6}\{ href: routes\.contact, label: words\.contact \},\n/, ''),
  );
  const compiled = copy.run('node', 'node_modules/typescript-native/bin/tsc', '-p', '.', '--noEmit');
  expect(compiled).toEqual({ status: 0, output: '' });
});
