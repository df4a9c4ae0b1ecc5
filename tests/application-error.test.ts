import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { root, wordsOf } from './support/other-firm.ts';
import { startSite } from './support/server.ts';
import { copySite } from './support/site-copy.ts';

const browser = browserForTests();
const { heading: HEADING } = wordsOf('error');

it('an island that fails says so in its place, with the message and the stack', async () => {
  const page = await browser.newPage();
  await page.route(`**${routes.contact}`, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const broken = html.replace(/(&quot;fields&quot;:)\[0,/, '$1[0,null],&quot;was&quot;:[0,');
    expect(broken).not.toBe(html);
    await route.fulfill({ response, body: broken });
  });
  await page.goto(routes.contact);
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.getByRole('main').getByRole('button').last().hover();
  const alert = page.getByRole('alert');
  await alert.waitFor();
  expect(await alert.getByRole('heading').textContent()).toBe(HEADING);
  expect(await alert.getByRole('paragraph').textContent()).toMatch(/null/);
  expect(await alert.locator('pre').textContent()).toMatch(/\bat .*_astro\/.*\.js:\d+/s);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(wordsOf('contact').hero.heading);
});

describe('a page of the server that cannot be made', () => {
  let broken: string;
  beforeAll(() => {
    broken = copySite(root);
    // Nothing that a visitor sends can do this, so it is done to the code.
    const contact = join(broken, 'src/server/http/contact.ts');
    const code = readFileSync(contact, 'utf8');
    const before = /const read = readPost\(.+\);/;
    expect(code).toMatch(before);
    writeFileSync(contact, code.replace(before, '$&\n    throw new Error("The shelf <b>fell</b> down.");'));
  });

  it.each([undefined, 'development', 'production'])(
    'answers 500 with the message, and goes on serving, while NODE_ENV is %s; in production it keeps the stack to itself',
    async (NODE_ENV) => {
      const site = await startSite(broken, { NODE_ENV });
      onTestFinished(site.stop);
      const { html, stack, ...answer } = await postTo(site.url);
      expect(answer).toEqual({
        status: 500,
        heading: HEADING,
        message: 'The shelf <b>fell</b> down.',
        robots: 'noindex',
        refused: [],
      });
      expect((await fetch(site.url)).status).toBe(200);
      if (NODE_ENV !== 'production') return expect(stack).toMatch(/\bat /);
      expect(stack).toBeUndefined();
      expect(html).not.toContain(broken);
      expect(html).not.toMatch(/\.mjs:\d+/);
    },
  );
});

/** Posts a form as a visitor without JavaScript does, and reads the page that comes back. */
async function postTo(url: string) {
  const page = await browser.open(url + routes.contact, { javaScriptEnabled: false });
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  const navigation = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.locator('form button').click();
  const response = await navigation;
  await page.waitForLoadState();
  const alert = page.getByRole('alert');
  const [stack] = await alert.locator('pre').allTextContents();
  return {
    status: response.status(),
    html: await response.text(),
    heading: await page.getByRole('heading', { level: 1 }).textContent(),
    message: await alert.getByRole('paragraph').textContent(),
    robots: await page.locator('meta[name=robots]').getAttribute('content'),
    stack,
    refused,
  };
}
