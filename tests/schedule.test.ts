import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { site } from '../src/config/site.ts';
import { readContent } from '../src/content/read.ts';
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
import { startCaddy, startNginx } from './support/fronts.ts';
import { copyProject, type ProjectCopy } from './support/project-copy.ts';
import { type RunningSite, startSite } from './support/server.ts';

const TWO_BUILDS = 240_000;
const DAY = 24 * 60 * 60 * 1000;
const slug = 'held-back-until-its-time';
const draft = 'never-to-be-seen';
const path = articlePath(slug);
/** A whole minute, as authors write it, that has not come. */
const moment = Math.ceil((Date.now() + DAY) / 60_000) * 60_000;
const lists = [routes.blog, markdownPath(routes.blog), rssPath, jsonFeedPath, sitemapPath, llmsPath];

let project: ProjectCopy;
beforeAll(() => {
  project = copyProject();
  const [post] = readContent(process.cwd(), site).posts();
  const text = readFileSync(post?.file ?? '', 'utf8').replace(/^featured: true\n/m, '');
  const write = (name: string, fields: string) =>
    writeFileSync(join(project.root, `content/posts/${name}.md`), text.replace(/^date: .*$/m, fields));
  write(slug, `date: ${new Date(moment).toISOString().slice(0, 16)}Z`);
  write(draft, 'date: 2025-01-01\ndraft: true');
  expect(project.build()).toEqual({ status: 0, output: '' });
}, TWO_BUILDS);
afterAll(() => project.remove());

const start = (now: number) => startSite(project.root, clockShiftedBy(now - Date.now()));
const statusOf = async ({ url }: RunningSite, address: string) => (await fetch(url + address)).status;

it('is nowhere in what any server hands out before its time', () => {
  const served = join(project.root, 'dist/client');
  const names = readdirSync(served, { recursive: true, encoding: 'utf8' });
  expect(names.filter((name) => name.includes(slug) || name.includes(draft))).toEqual([]);
  for (const name of names.filter((one) => /\.(html|md|xml|json|txt)$/.test(one)))
    expect(readFileSync(join(served, name), 'utf8')).not.toContain(slug);
});

it('keeps only what will differ, and tells other servers of it', () => {
  const [folder = ''] = readdirSync(join(project.root, 'dist/scheduled'));
  expect(Number(folder)).toBe(moment);
  const kept = readdirSync(join(project.root, 'dist/scheduled', folder, 'client'));
  expect(kept).toContain('blog.html');
  expect(kept).not.toContain('about.html');
  const nginx = readFileSync(join(project.root, 'dist/nginx/for-app.conf'), 'utf8');
  for (const address of [path, routes.blog, sitemapPath]) expect(nginx).toContain(`"${address}" 1;`);
  expect(nginx).not.toContain(`"${routes.about}"`);
});

describe('a second before', () => {
  let running: RunningSite;
  beforeAll(async () => {
    // Long enough for all requests below.
    running = await start(moment - 60_000);
  });
  afterAll(() => running.stop());

  it.each([
    path,
    `${path}/`,
    `${path}.html`,
    `${path}.html.br`,
    `${path}.md`,
    `${path}?x=1`,
    path.replace('held', '%68eld'),
    `/blog/../blog/${slug}`,
    `/scheduled/${moment}/client${path}.html`,
    `/../scheduled/${moment}/client${path}.html`,
    `/%2e%2e/scheduled/${moment}/client${path}.html`,
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
  const running = await startSite(project.root, clockShiftedBy(moment - second));
  const seen: { asked: number; answered: number; status: number; isListed: boolean }[] = [];
  const visitor = async () => {
    do {
      const asked = Date.now();
      const [page, list] = await Promise.all([fetch(running.url + path), fetch(running.url + rssPath)]);
      expect(list.status).toBe(200);
      const isListed = (await list.text()).includes(slug);
      await page.arrayBuffer();
      seen.push({ asked, answered: Date.now(), status: page.status, isListed });
      await sleep(5);
    } while (Date.now() < second + 2000);
  };
  await Promise.all(Array.from({ length: 20 }, visitor));
  await running.stop();
  const [before, after] = [404, 200].map((status) => seen.filter((visit) => visit.status === status));
  expect(seen).toHaveLength((before?.length ?? 0) + (after?.length ?? 0));
  expect(Math.max(...(before ?? []).map(({ asked }) => asked))).toBeLessThanOrEqual(second);
  expect(Math.min(...(after ?? []).map(({ answered }) => answered))).toBeGreaterThanOrEqual(second);
  expect(seen.at(-1)).toMatchObject({ status: 200, isListed: true });
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

describe.each([
  ['nginx', startNginx],
  ['Caddy', startCaddy],
] as const)('behind %s', (_, startFront) => {
  it('is passed on to the app, which knows the moment', async () => {
    for (const [now, status] of [
      [moment - 60_000, 404],
      [moment + DAY, 200],
    ] as const) {
      const running = await start(now);
      const front = await startFront([running.url], { dist: join(project.root, 'dist') });
      for (const address of [path, markdownPath(path), sharePicturePath(slug)])
        expect((await fetch(front.url + address)).status, address).toBe(status);
      for (const address of lists)
        expect((await (await fetch(front.url + address)).text()).includes(slug), address).toBe(
          status === 200,
        );
      // The others are files of the front's own.
      expect((await fetch(front.url + routes.about)).status).toBe(200);
      expect(await statusOf(running, routes.about)).toBe(200);
      await front.stop();
      await running.stop();
    }
  });
});
