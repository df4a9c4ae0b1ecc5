import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { examples } from '../src/gallery/examples.tsx';
import { articlePath, llmsPath, routes, sitemapPath } from '../src/routes.ts';
import { REFERENCE } from '../src/server/db/enquiries.ts';
import { violations } from './support/axe.ts';
import { browserForTests } from './support/browser.ts';
import { storedIn } from './support/enquiries.ts';
import { copyFixture } from './support/lay-out.ts';
import { SLOW_LINE } from './support/network.ts';
import { url, wordsOf } from './support/other-firm.ts';
import type { ProjectCopy } from './support/project-copy.ts';
import { freePort, startProgram } from './support/server.ts';

const { form } = wordsOf('contact');
const { newPage } = browserForTests();
let copy: ProjectCopy;
let dev: Awaited<ReturnType<typeof startDev>>;
beforeAll(async () => {
  copy = await copyFixture();
  dev = await startDev(copy.root);
  return dev.stop;
});
const inCopy = (file: string) => join(copy.root, file);
const write = (file: string, text: string) => writeFileSync(inCopy(file), text);
const get = async (path: string) => (await fetch(dev.url + path)).text();
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
  write(file, article({ status: 'example' }));
  await expect.poll(marks).toContain('example');
  write(file, article({ date: '2199-01-01' }));
  await expect.poll(marks).toContain('from 2199-01-01');
  write(file, article({ draft: true }));
  await expect.poll(marks).toContain('draft');
  write(file, article({ status: 'confirmed' }));
  await expect.poll(marks).toBe('');
  expect(await get(articlePath('of-a-test'))).toContain('Written by a test');
});

it('leads on from an address that changed, and says which was withdrawn', async () => {
  const file = inCopy('content/redirects.yaml');
  const before = readFileSync(file, 'utf8');
  const added = `- from: /an-old-page\n  to: ${routes.about}\n- from: /a-page-of-the-past\n  gone: true\n`;
  writeFileSync(file, `${before}\n${added}`);
  const ask = async () => {
    const { status, headers } = await fetch(`${dev.url}/an-old-page?from=a-mail`, { redirect: 'manual' });
    return [status, headers.get('location')];
  };
  await expect.poll(ask).toEqual([308, `${routes.about}?from=a-mail`]);
  expect(await get('/a-page-of-the-past')).toContain(wordsOf('gone').heading);
  writeFileSync(file, before);
  await expect.poll(ask).toEqual([404, null]);
});

it('lays all mistakes over the page until they are gone, whatever .env says meanwhile', async () => {
  const page = await newPage();
  await page.goto(dev.url + routes.faq);
  const overlay = page.locator('vite-error-overlay');
  write('.env', 'PORT=4999\n');
  copy.edit('content/pages/faq.yaml', (text) => text.replace(/^ {2}title: .*$/m, '  titel: Wrong'));
  await overlay.waitFor();
  // Astro's overlay sets what stands between backticks as code.
  const overlayText = () => overlay.evaluate((element) => element.shadowRoot?.textContent ?? '');
  await expect
    .poll(overlayText)
    .toMatch(/content\/pages\/faq\.yaml: line \d+: titel in head is not a known field/);
  expect(await overlayText()).toMatch(/content\/pages\/faq\.yaml: line \d+: head\.title is missing/);
  // A page that is still loading cannot receive the command to reload.
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', SLOW_LINE);
  copy.edit('content/pages/faq.yaml', (text) =>
    text.replace('  titel: Wrong', '  title: A title of the day'),
  );
  await expect.poll(() => page.title()).toContain('A title of the day');
  expect(await overlay.count()).toBe(0);
});

it('shows a mistake that only the finished page has as well, until it is gone, and then the article', async () => {
  const page = await newPage();
  await page.goto(dev.url + routes.faq);
  const overlay = page.locator('vite-error-overlay');
  const file = 'content/posts/of-a-test.md';
  // A link that is wrong once its token is filled in.
  write(file, article({}).replace('Words.', '[Words]({site.retentionMonths})'));
  // The page may load again meanwhile.
  const overlayText = () =>
    overlay.evaluate((element) => element.shadowRoot?.textContent ?? '').catch(() => '');
  await expect.poll(overlayText).toContain('the page would hold');
  write(file, article({}));
  await expect.poll(() => overlay.count()).toBe(0);
  rmSync(inCopy(file));
  await expect.poll(async () => (await fetch(dev.url + articlePath('of-a-test'))).status).toBe(404);
});

describe('the gallery', () => {
  it('shows every ui component', () => {
    const source = readFileSync('src/gallery/examples.tsx', 'utf8');
    const parts = ['src/ui', 'src/ui/form']
      .flatMap((folder) => readdirSync(folder))
      .filter((name) => name.endsWith('.tsx'))
      .map((name) => name.replace('.tsx', ''))
      // These are drawn by the components that use them.
      .filter((name) => !['EnquiryFieldset', 'Icon', 'Measure', 'Notice', 'Trap'].includes(name));
    expect(parts.length).toBeGreaterThan(10);
    for (const part of parts) expect(source).toContain(`<${part}`);
  });

  it('draws something for every example, pleases axe, and is no part of the built site', async () => {
    expect((await fetch(`${url}/_gallery`)).status).toBe(404);
    const page = await newPage({ reducedMotion: 'reduce' });
    await page.goto(`${dev.url}/_gallery`, { waitUntil: 'networkidle' });
    const shown = page.locator('[data-example] > h2 + *');
    expect(await shown.count()).toBe(examples.length);
    const sizes = await shown.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    expect(Math.min(...sizes)).toBeGreaterThan(8);
    expect(await violations(page)).toEqual([]);
  });
});

const PRESS = `---
import { getPage } from '../content/get.ts';
import Page from '../layouts/Page.astro';
import { routes } from '../routes.ts';
import { PageHero } from '../sections/shared/PageHero.tsx';

const { head, hero } = await getPage('press');
---

<Page {...head} path={routes.press} shows={{}}>
  <PageHero {...hero} />
</Page>
`;

/** Follows the row ‘a page (add)’ in docs/changing.md to the letter. */
it('shows a new page without being started by hand, and the compiler misses nothing', async () => {
  copy.restore();
  for (const file of ['content/posts/of-a-test.md', '.env']) rmSync(inCopy(file), { force: true });
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
  const shown = (path: string) => get(path).catch(() => dev.output());
  const patiently = { interval: 500, timeout: 240_000 };
  await expect.poll(() => shown('/press'), patiently).toContain(hero.heading);
  expect(await get(sitemapPath)).toContain('/press</loc>');
  expect(await get(llmsPath)).toContain('/press');
  await dev.stop();
  const compiled = copy.run('node', 'node_modules/typescript/bin/tsc', '-p', '.', '--noEmit');
  expect(compiled).toEqual({ status: 0, output: '' });
});

/** `npm run dev` on a port of its own. */
async function startDev(root: string) {
  const port = await freePort();
  const words = ['scripts/dev.ts', '--port', String(port)];
  const running = await startProgram(words, new RegExp(`localhost:${port}`), root);
  return { ...running, url: `http://localhost:${port}` };
}
