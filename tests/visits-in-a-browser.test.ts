import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { routes } from '../src/routes.ts';
import { openSqlite } from '../src/server/enquiries/store/sqlite.ts';
import { createStore } from '../src/server/enquiries/store/store.ts';
import { dayOf } from '../src/server/enquiries/store/visits.ts';
import { browserForTests } from './support/browser.ts';
import { root } from './support/other-firm.ts';
import { startSite } from './support/server.ts';

const browser = browserForTests();
/** As it would call itself with a window. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'visits-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it('counts each page that is opened, once, and none that is only made ready', async () => {
  const file = join(folder, 'enquiries.db');
  const site = await startSite(root, { DATABASE_URL: `file:${file}` });
  const page = await browser.newPage({ baseURL: site.url, userAgent });
  await page.goto(routes.home);
  const ready = page.context().waitForEvent('request', (request) => request.url().endsWith(routes.about));
  await page.locator(`a[href="${routes.about}"]:visible`).first().hover();
  expect((await ready).headers()['sec-purpose']).toContain('prerender');
  await page.goto(routes.faq);
  await page.goto(`${routes.faq}?again`);
  const robot = await browser.newPage({ baseURL: site.url });
  await robot.goto(routes.services);
  await site.stop();

  const store = createStore(openSqlite(file));
  const { pages } = await store.visits.between(0, dayOf(Date.now()));
  await store.close();
  expect(Object.fromEntries(pages.map(({ path, views }) => [path, views]))).toEqual({
    [routes.home]: 1,
    [routes.faq]: 2,
  });
});
