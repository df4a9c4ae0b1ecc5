import { existsSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { beforeAll, expect, it } from 'vitest';
import { routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { listen } from './support/listen.ts';
import { built, wordsOf } from './support/other-firm.ts';

const TYPES: Record<string, string> = {
  html: 'text/html',
  js: 'text/javascript',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/** A host that knows nothing but files: a page's address plus .html, 404.html for the rest, no other method. */
const answer: RequestListener = (request, response) => {
  const { pathname } = new URL(`http://host${request.url}`);
  const name = pathname === '/' ? '/index' : pathname;
  const file = [`${name}.html`, name].map((candidate) => built(candidate)).find(isFile) ?? '';
  response.setHeader('Content-Type', TYPES[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream');
  for (const [header, value] of rules) response.setHeader(header, value);
  response.writeHead(request.method === 'GET' ? (file ? 200 : 404) : 405);
  response.end(readFileSync(file || built('404.html')));
};
let rules: [string, string][];
let url: string;
beforeAll(async () => {
  rules = rulesFor('/*');
  const host = await listen(answer);
  url = host.url;
  return host.stop;
});

const browser = browserForTests();

it('dist/client holds every page that a link leads to, quiet under the headers that it brings along', async () => {
  const page = await browser.newPage();
  const messages: string[] = [];
  page.on('console', (message) => messages.push(`${page.url()}: ${message.text()}`));
  page.on('pageerror', (error) => messages.push(`${page.url()}: ${error}`));
  const targets = new Set<string>();
  for (const path of Object.values(routes)) {
    const answer = await page.goto(url + path);
    expect(answer?.headers()['content-security-policy'], path).toContain("default-src 'none'");
    for (const href of await page
      .locator('a[href^="/"]')
      .evaluateAll((links) => links.map((a) => (a as HTMLAnchorElement).href)))
      targets.add(href);
  }
  expect(messages).toEqual([]);
  expect(targets.size).toBeGreaterThan(10);
  for (const target of targets) expect((await fetch(target)).status, target).toBe(200);
});

it('dist/client holds the form, which offers a mail that carries the message', async () => {
  const { form } = wordsOf('contact');
  const page = await browser.newPage();
  await page.goto(url + routes.contact);
  await page.locator('#email').fill('ada@shop.example');
  await page.locator('#message').fill('Nobody stores this message.');
  await page.getByRole('button', { name: form.submit }).click();
  const answer = page.getByRole('alert');
  await answer.getByRole('heading', { name: form.failed.heading }).waitFor();
  expect(await answer.textContent()).toContain(form.failed.closed);
  const mail = await answer.getByRole('link', { name: form.failed.action }).getAttribute('href');
  expect(mail).toContain(encodeURIComponent('Nobody stores this message.'));
  expect(await page.locator('#message').inputValue()).toBe('Nobody stores this message.');
});

it('dist/client tells its host to keep hashed files for a year and to ask for HTTPS', () => {
  expect(Object.fromEntries(rulesFor('/_astro/*'))).toEqual({
    'Cache-Control': 'public, max-age=31536000, immutable',
  });
  expect(Object.fromEntries(rulesFor('/*'))).toHaveProperty('Strict-Transport-Security');
});

const isFile = (path: string) => existsSync(path) && /\.\w+$/.test(path);

/** The lines of `_headers` below one pattern. */
function rulesFor(pattern: string): [string, string][] {
  const lines = readFileSync(built('_headers'), 'utf8').split('\n');
  const start = lines.indexOf(pattern) + 1;
  const end = lines.findIndex((line, i) => i >= start && !line.startsWith('  '));
  return lines.slice(start, end).map((line) => {
    const [, name = '', value = ''] = /^ {2}([^:]+): (.*)$/.exec(line) ?? [];
    return [name, value];
  });
}
