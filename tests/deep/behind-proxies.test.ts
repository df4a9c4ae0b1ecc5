import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isPublished, momentOf } from '../../src/lib/publication.ts';
import {
  articlePath,
  markdownPath,
  routes,
  rssPath,
  sharePicturePath,
  sitemapPath,
} from '../../src/routes.ts';
import { openSqlite } from '../../src/server/db/sqlite.ts';
import { createStore } from '../../src/server/db/store.ts';
import { dayOf } from '../../src/server/db/visits.ts';
import { clockShiftedBy } from '../faults/support/environment.ts';
import { startCaddy, startNginx } from '../support/fronts.ts';
import { content, root } from '../support/other-firm.ts';
import { startSite } from '../support/server.ts';

const DAY = 24 * 60 * 60 * 1000;
const dist = join(root, 'dist');

describe.each([
  ['nginx', startNginx],
  ['Caddy', startCaddy],
] as const)('behind %s', (_, startFront) => {
  it('a scheduled article is left to the app, which knows the moment', async () => {
    const waiting = content.posts().find(({ data }) => !isPublished(data, Date.now()) && !data.draft);
    const [slug, moment] = [waiting?.id ?? '', momentOf(waiting?.data.date ?? '')];
    for (const [now, status] of [
      [moment - DAY, 404],
      [moment + DAY, 200],
    ] as const) {
      const running = await startSite(root, clockShiftedBy(now - Date.now()));
      const front = await startFront([running.url], { dist });
      for (const address of [articlePath(slug), markdownPath(articlePath(slug)), sharePicturePath(slug)])
        expect((await fetch(front.url + address)).status, address).toBe(status);
      for (const address of [routes.blog, rssPath, sitemapPath])
        expect((await (await fetch(front.url + address)).text()).includes(slug), address).toBe(
          status === 200,
        );
      expect((await fetch(front.url + routes.about)).status).toBe(200);
      await front.stop();
      await running.stop();
    }
  });

  it('page views are counted, with the host that the visitor came from', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'visits-'));
    const file = join(folder, 'enquiries.db');
    const running = await startSite(root, { DATABASE_URL: `file:${file}` });
    const front = await startFront([running.url], { dist });
    expect(await ask(front.url + routes.home, { Referer: 'https://news.example/' })).toBe(200);
    expect(await ask(front.url + routes.about)).toBe(200);
    expect(await ask(front.url + routes.about, { 'Sec-GPC': '1' })).toBe(200);
    await running.stop();
    // Pages are for the app now: where there is none, a visitor reads our words all the same.
    const gone = await fetch(front.url + routes.home);
    expect([gone.headers.get('retry-after'), gone.headers.has('content-security-policy')]).toEqual([
      '10',
      true,
    ]);
    await front.stop();
    const store = createStore(openSqlite(file));
    const { pages, referrers } = await store.visits.between(dayOf(Date.now()) - 1, dayOf(Date.now()));
    await store.close();
    rmSync(folder, { recursive: true });
    expect(Object.fromEntries(pages.map(({ path, views }) => [path, views]))).toEqual({
      [routes.home]: 1,
      [routes.about]: 1,
    });
    expect(referrers.map(({ referrer }) => referrer).sort()).toEqual(['', 'news.example']);
  });
});

/** As a browser asks, and not by fetch, which has headers of its own. */
const ask = (address: string, headers: Record<string, string> = {}) =>
  new Promise<number | undefined>((resolve, reject) => {
    const asBrowser = {
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
      'Sec-Fetch-Dest': 'document',
      'Sec-Fetch-Mode': 'navigate',
    };
    request(address, { headers: { ...asBrowser, ...headers } }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode));
    })
      .on('error', reject)
      .end();
  });
