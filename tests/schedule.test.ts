import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { isPublished, momentOf } from '../src/lib/publication.ts';
import {
  articlePath,
  jsonFeedPath,
  llmsPath,
  markdownPath,
  routes,
  rssPath,
  sharePicturePath,
  sitemapPath,
} from '../src/routes.ts';
import { clockShiftedBy } from './faults/support/environment.ts';
import { built, content, root } from './support/other-firm.ts';
import { type RunningSite, startSite } from './support/server.ts';

const DAY = 24 * 60 * 60 * 1000;
const waiting = content.posts.find(({ data }) => !isPublished(data, Date.now()) && !data.draft);
const slug = waiting?.id ?? '';
const draft = content.posts.find(({ data }) => data.draft)?.id ?? '';
const path = articlePath(slug);
const moment = waiting ? momentOf(waiting.data.date) : 0;
const lists = [routes.blog, rssPath, jsonFeedPath, sitemapPath, llmsPath];

const start = (now: number) => startSite(root, clockShiftedBy(now - Date.now()));
const statusOf = async ({ url }: RunningSite, address: string) => (await fetch(url + address)).status;

it('is nowhere in what any server hands out before its time', () => {
  const served = built('');
  const names = readdirSync(served, { recursive: true, encoding: 'utf8' });
  expect(names.filter((name) => name.includes(slug) || name.includes(draft))).toEqual([]);
  for (const name of names.filter((one) => /\.(html|md|xml|json|txt)$/.test(one)))
    expect(readFileSync(join(served, name), 'utf8')).not.toContain(slug);
});

describe('before its time', () => {
  let running: RunningSite;
  beforeAll(async () => {
    // Long enough for all requests below, on any machine.
    running = await start(moment - 10 * 60_000);
    return running.stop;
  });

  it.each([
    path,
    `${path}/`,
    `${path}.html`,
    `${path}.md`,
    `${path}?x=1`,
    path.replace(/.$/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    // What leads out of the folder: src/server/http/static.test.ts.
    `/scheduled/${moment}/client${path}.html`,
    sharePicturePath(slug),
    articlePath(draft),
    markdownPath(articlePath(draft)),
  ])('%s is not there', async (address) => {
    for (const encoding of ['identity', 'br', 'gzip']) {
      const response = await fetch(running.url + address, { headers: { 'Accept-Encoding': encoding } });
      expect(response.status).toBe(404);
      expect(await response.text()).not.toContain(slug);
    }
  });

  it.each(lists)('%s does not name it', async (address) => {
    const response = await fetch(running.url + address);
    expect(response.status).toBe(200);
    expect(await response.text()).not.toContain(slug);
  });
});

it('appears at its second, under load, without one failed request', async () => {
  const second = Date.now() + 4000;
  const running = await startSite(root, clockShiftedBy(moment - second));
  const seen: { asked: number; answered: number; status: number }[] = [];
  const visitor = async () => {
    let status: number;
    do {
      const asked = Date.now();
      const [page, list] = await Promise.all([fetch(running.url + path), fetch(running.url + rssPath)]);
      expect(list.status).toBe(200);
      await Promise.all([page.arrayBuffer(), list.arrayBuffer()]);
      status = page.status;
      seen.push({ asked, answered: Date.now(), status });
    } while (status === 404);
  };
  await Promise.all(Array.from({ length: 5 }, visitor));
  expect(await (await fetch(running.url + rssPath)).text()).toContain(slug);
  await running.stop();
  const [before = [], after = []] = [404, 200].map((status) =>
    seen.filter((visit) => visit.status === status),
  );
  expect(before.length + after.length).toBe(seen.length);
  for (const { asked } of before) expect(asked).toBeLessThanOrEqual(second);
  for (const { answered } of after) expect(answered).toBeGreaterThanOrEqual(second);
});

it('is there after a restart, and gone again if the clock was wrong', async () => {
  const later = await start(moment + DAY);
  expect(await statusOf(later, path)).toBe(200);
  expect(await statusOf(later, markdownPath(path))).toBe(200);
  expect(await statusOf(later, sharePicturePath(slug))).toBe(200);
  expect(await statusOf(later, articlePath(draft))).toBe(404);
  for (const address of lists) expect(await (await fetch(later.url + address)).text()).toContain(slug);
  // Its page is under a policy of its own.
  const page = await fetch(later.url + path);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  await later.stop();
  const corrected = await start(Date.now());
  expect(await statusOf(corrected, path)).toBe(404);
  await corrected.stop();
});
