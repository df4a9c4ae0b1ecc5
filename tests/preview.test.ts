import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { absoluteUrl } from '../src/lib/absolute-url.ts';
import { filesBelow } from '../src/lib/files-below.ts';
import { articlePath, markdownPath, previewPath, routes, sharePicturePath } from '../src/routes.ts';
import { content, output, root, site } from './support/other-firm.ts';
import { type RunningSite, startSite } from './support/server.ts';

const drafts = content.posts.filter(({ data }) => data.draft);
const draft = drafts[0] ?? expect.fail('the fixture has drafts');
const [token = ''] = readdirSync(join(root, 'dist/preview'));
const address = previewPath(token, articlePath(draft.id));

let running: RunningSite;
beforeAll(async () => {
  running = await startSite(root);
});
afterAll(() => running.stop());
const get = (path: string, headers = {}) => fetch(running.url + path, { headers, redirect: 'manual' });

it('shows a draft to those who have its address, keeps no copy and asks not to be listed', async () => {
  expect(token).toMatch(/^[\w-]{22}$/);
  for (const encoding of ['identity', 'br', 'gzip']) {
    const page = await get(address, { 'Accept-Encoding': encoding });
    expect(page.status).toBe(200);
    expect(page.headers.get('X-Robots-Tag')).toBe('noindex');
    expect(page.headers.get('Cache-Control')).toBe('no-store');
    expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain(draft.data.title);
  }
});

it('is printed by the build, and leads from one draft to the next', async () => {
  expect(output).toContain(absoluteUrl(address, site.url));
  const html = await (await get(address)).text();
  const [, other = ''] = drafts.map(({ id }) => previewPath(token, articlePath(id)));
  expect(html).toContain(`href="${other}"`);
  expect((await get(other)).status).toBe(200);
});

it('gives its page all that it is made of', async () => {
  const html = await (await get(address)).text();
  const parts = [...html.matchAll(/(?:src|href)="(\/_astro\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(parts.length).toBeGreaterThan(0);
  for (const path of parts) expect((await get(path)).status, path).toBe(200);
});

it.each([
  articlePath(draft.id),
  markdownPath(articlePath(draft.id)),
  sharePicturePath(draft.id),
  previewPath('', articlePath(draft.id)),
  previewPath(`${token}x`, articlePath(draft.id)),
  previewPath(token.slice(0, -1), articlePath(draft.id)),
  previewPath(token, ''),
  previewPath(token, '/'),
  previewPath(token, routes.blog),
  previewPath(token, '/headers.json'),
  markdownPath(address),
  `/preview/${token}/client${articlePath(draft.id)}.html`,
])('%s is not there', async (path) => {
  expect((await get(path)).status).toBe(404);
});

it('is named in nothing that is handed out, and is no part of a static site', () => {
  const client = join(root, 'dist/client');
  const texts = filesBelow(client).filter((name) => /(^_\w+|\.(html|md|xml|json|txt|js|css))$/.test(name));
  expect(texts.length).toBeGreaterThan(20);
  for (const name of [...texts, '../headers.json', '../redirects.json']) {
    const text = readFileSync(join(client, name), 'utf8');
    expect(text.includes(token) || text.includes(draft.id), name).toBe(false);
  }
});
