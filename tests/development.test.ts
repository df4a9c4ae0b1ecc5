import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { site } from '../src/config/site.ts';
import { findExamples } from '../src/content/examples.ts';
import { readContent } from '../src/content/read.ts';
import { articlePath, routes } from '../src/routes.ts';
import { REFERENCE } from '../src/server/enquiries/store/store.ts';
import { browserForTests } from './support/browser.ts';
import { confirmAll } from './support/confirm-all.ts';
import { wordsOf } from './support/content.ts';
import { startDev } from './support/dev-server.ts';
import { storedIn } from './support/enquiries.ts';
import { SLOW_LINE } from './support/network.ts';
import { copyProject, type ProjectCopy } from './support/project-copy.ts';

const { form } = wordsOf('contact');
const { newPage } = browserForTests();
let copy: ProjectCopy;
let dev: Awaited<ReturnType<typeof startDev>>;
beforeAll(async () => {
  copy = copyProject();
  dev = await startDev(copy.root);
});
afterAll(async () => {
  await dev.stop();
  copy.remove();
});

describe('the form in npm run dev', () => {
  it.each([true, false])('is answered as on the built site, with scripts: %s', async (javaScriptEnabled) => {
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
    expect(storedIn(`${copy.root}/data/enquiries-in-development.db`, reference)).toMatchObject({ message });
  });
});

describe('an example in npm run dev', () => {
  it('wears a mark until it is confirmed', async () => {
    const marks = async () => {
      const texts = [routes.home, routes.about, routes.caseStudies, routes.blog].map(async (path) =>
        (await fetch(dev.url + path)).text(),
      );
      return (await Promise.all(texts)).join('').split('<mark').length - 1;
    };
    const examples = findExamples(copy.root, site).length;
    expect((await marks()) > 0).toBe(examples > 0);
    confirmAll(copy);
    await expect.poll(marks, { timeout: 100_000 }).toBe(0);
  });
});

it('an address that changed leads on in npm run dev, and one that was withdrawn says so', async () => {
  const ask = (path: string) => fetch(dev.url + path, { redirect: 'manual' });
  copy.edit(
    'content/redirects.yaml',
    (text) =>
      `${text}\n- from: /an-old-page\n  to: ${routes.about}\n- from: /a-page-of-the-past\n  gone: true\n`,
  );
  const moved = await ask('/an-old-page?from=a-mail');
  expect([moved.status, moved.headers.get('location')]).toEqual([308, `${routes.about}?from=a-mail`]);
  expect(await (await ask('/a-page-of-the-past')).text()).toContain(wordsOf('gone').heading);
  copy.restore();
  expect((await ask('/an-old-page')).status).toBe(404);
});

describe('a mistake in npm run dev', () => {
  it('lies over the page with all its sentences until it is gone, whatever .env says meanwhile', async () => {
    const page = await newPage();
    await page.goto(dev.url + routes.faq);
    const overlay = page.locator('vite-error-overlay');
    writeFileSync(`${copy.root}/.env`, 'PORT=4999\n');
    copy.edit('content/pages/faq.yaml', (text) => text.replace(/^ {2}title: .*$/m, '  titel: Wrong'));
    await overlay.waitFor();
    // Astro's overlay sets what stands between backticks as code.
    const told = () => overlay.evaluate((element) => element.shadowRoot?.textContent ?? '');
    await expect
      .poll(told)
      .toMatch(/content\/pages\/faq\.yaml: line \d+: titel in head is not a known field/);
    expect(await told()).toMatch(/content\/pages\/faq\.yaml: line \d+: head\.title is missing/);
    // While a page is on its way, nobody can tell it to load again.
    const session = await page.context().newCDPSession(page);
    await session.send('Network.emulateNetworkConditions', SLOW_LINE);
    copy.edit('content/pages/faq.yaml', (text) =>
      text.replace('  titel: Wrong', '  title: A title of the day'),
    );
    await expect.poll(() => page.title(), { timeout: 100_000 }).toContain('A title of the day');
    expect(await overlay.count()).toBe(0);

    const file = `${copy.root}/content/pages/faq.yaml`;
    const right = readFileSync(file, 'utf8');
    writeFileSync(file, right.replace(/^ {2}title: /m, '  titel: '));
    await overlay.waitFor();
    writeFileSync(file, right);
    await expect.poll(() => overlay.count(), { timeout: 100_000 }).toBe(0);
  });

  it('is shown as well where nobody foresaw it, until it is gone', async () => {
    const page = await newPage();
    await page.goto(dev.url + routes.faq);
    const overlay = page.locator('vite-error-overlay');
    const [text] = readContent(copy.root, site).legal();
    // The HTML of the texts is kept in a folder; now it is a file.
    const folder = `${copy.root}/node_modules/.astro/html/legal`;
    rmSync(folder, { recursive: true });
    writeFileSync(folder, '');
    const change = () => copy.edit(text?.file ?? '', (written) => `${written}\nOne more line.\n`);
    change();
    // The page may load again meanwhile.
    const told = () => overlay.evaluate((element) => element.shadowRoot?.textContent ?? '').catch(() => '');
    await overlay.waitFor();
    await expect.poll(told).toContain('EEXIST');
    // That the words are right, as they are found to be a moment later, does not make it go.
    await setTimeout(1000);
    await expect.poll(() => overlay.count()).toBe(1);
    rmSync(folder);
    change();
    await expect.poll(() => overlay.count(), { timeout: 100_000 }).toBe(0);
  });

  it('shows drafts and what is to come, marked', async () => {
    const [post] = readContent(copy.root, site).posts();
    copy.edit(post?.file ?? '', (text) => text.replace(/^date: .*$/m, 'date: 2199-01-01'));
    const text = async () => (await fetch(dev.url + articlePath(post?.id ?? ''))).text();
    await expect.poll(text, { timeout: 100_000 }).toMatch(/<mark[^>]*>from 2199-01-01</);
  });
});

/** A page that has read the content, and waits with it until it is told to go on: a slow machine. */
const HELD = `import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
export const held = {
  name: 'held',
  async transform(_code, id) {
    if (!id.endsWith('astro:data-layer-content')) return;
    writeFileSync('has-read', '');
    while (!existsSync('go-on')) await setTimeout(20);
  },
};
`;

it('in npm run dev a text that is saved while a page is on its way is on the next one', async () => {
  const slow = copyProject();
  writeFileSync(`${slow.root}/held.mjs`, HELD);
  slow.edit(
    'astro.config.ts',
    (text) => `import { held } from './held.mjs';\n${text.replace('plugins: [', 'plugins: [held, ')}`,
  );
  const server = await startDev(slow.root);
  try {
    const get = async () => (await fetch(server.url + routes.faq)).text();
    const first = get();
    await expect.poll(() => existsSync(`${slow.root}/has-read`)).toBe(true);
    slow.edit('content/pages/faq.yaml', (text) =>
      text.replace(/^ {2}title: .*$/m, '  title: A title of the day'),
    );
    const stored = () => readFileSync(`${slow.root}/.astro/data-store.json`, 'utf8');
    await expect.poll(stored).toContain('A title of the day');
    // Until Astro has heard of it too.
    await setTimeout(1000);
    writeFileSync(`${slow.root}/go-on`, '');
    await first;
    await expect.poll(get, { timeout: 20_000 }).toContain('A title of the day');
  } finally {
    await server.stop();
    slow.remove();
  }
});
