import { describe, expect, it } from 'vitest';
import { routes } from '../src/routes.ts';
import { everyRoute, url } from './support/other-firm.ts';

const get = (path: string, init?: RequestInit) => fetch(url + path, { redirect: 'manual', ...init });

describe('addresses', () => {
  it.each(everyRoute())('%s answers 200 with a page of its own', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toContain('<h1');
  });

  it.each([
    '/no-such-page',
    '/blog/unknown',
    '/About',
    '/index.html',
    '/index.html/x',
    '/404',
    '/404.html',
    '/410',
    '/410.html',
    '/503',
    '/503.html',
    '/_headers',
    '/_redirects',
    '/contact-answer',
    '/about.html',
    '/%ff',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
  ])('%s answers 404 with the 404 page', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('noindex');
  });

  it.each(everyRoute().filter((path) => path !== routes.home))(
    '%s/ leads to the address without the slash',
    async (path) => {
      const response = await get(`${path}/?from=mail`);
      expect(response.status).toBe(308);
      expect(response.headers.get('location')).toBe(`${path}?from=mail`);
    },
  );

  it('never leads to another host', async () => {
    const response = await get('//evil.example/');
    expect(response.status).toBe(404);
    expect(response.headers.get('location')).toBeNull();
  });
});
