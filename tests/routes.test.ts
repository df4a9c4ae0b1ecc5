import { expect, it } from 'vitest';
import { routes } from '../src/routes.ts';
import { everyRoute, url } from './support/other-firm.ts';

const get = (path: string) => fetch(url + path, { redirect: 'manual' });

const pages = everyRoute().filter((path) => path !== routes.home && !path.includes('generated-'));

it.each([
  '/blog/unknown',
  '/About',
  '/about.html',
  '/index.html',
  '/index.html/x',
  '/404',
  '/410.html',
  '/503',
  '/_headers',
  '/contact-answer',
  '/%ff',
  '/%2e%2e/package.json',
  '//evil.example/',
])('%s answers 404 with the 404 page, and leads nowhere', async (path) => {
  const response = await get(path);
  expect([response.status, response.headers.get('location')]).toEqual([404, null]);
  expect(await response.text()).toContain('noindex');
});

it('each page answers under its address, to which the one with a slash leads', async () => {
  for (const path of pages) {
    const page = await get(path);
    expect(page.status, path).toBe(200);
    expect(await page.text(), path).toContain('<h1');
    const { status, headers } = await get(`${path}/?from=mail`);
    expect([status, headers.get('location')]).toEqual([308, `${path}?from=mail`]);
  }
});
