import { createHash } from 'node:crypto';
import { appendFileSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'astro/zod';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { textsIn } from './files.ts';
import { readHtml } from './html.ts';
import { fromContent } from './loader.ts';

const project = process.cwd();
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'loader-'));
  cpSync('content', join(root, 'content'), { recursive: true });
  process.chdir(root);
});
afterEach(() => {
  process.chdir(project);
  rmSync(root, { recursive: true });
});

it('never takes the HTML of another text, though a build and npm run dev each remember their own', async () => {
  const [build, dev] = [newStore(), newStore()];
  const [name = ''] = textsIn(root, 'content/posts');
  const id = name.replace('.md', '');
  const html = (store: Store) => readHtml('posts', id, String(store.get(id)?.digest));
  await load(build);
  const first = html(build);

  appendFileSync(`content/posts/${name}`, '\nA sentence that is tried out.\n');
  await load(dev, watcher);
  expect(html(dev)).toContain('A sentence that is tried out.');
  cpSync(join(project, 'content/posts', name), `content/posts/${name}`);
  await load(build);
  expect(html(build)).toBe(first);
});

it('keeps no HTML of texts that are gone once the site is built', async () => {
  const [build, dev] = [newStore(), newStore()];
  const names = textsIn(root, 'content/posts');
  appendFileSync(`content/posts/${names[0]}`, '\nOne.\n');
  await load(dev, watcher);
  cpSync(join(project, 'content/posts', names[0] ?? ''), `content/posts/${names[0]}`);
  await load(build);
  expect(readdirSync('node_modules/.astro/html/posts')).toHaveLength(names.length);
});

it('stops where a page would hold what no text may, however it came there', async () => {
  const [name = ''] = textsIn(root, 'content/posts');
  appendFileSync(`content/posts/${name}`, '\n<p onclick="x()">Text</p>\n');
  await expect(load(newStore())).rejects.toThrow(`content/posts/${name}: the page would hold ‘onClick=’`);
  expect(existsSync('node_modules/.astro/html/posts')).toBe(true);
  expect(
    readdirSync('node_modules/.astro/html/posts').filter((file) => file.startsWith(name.replace('.md', ''))),
  ).toEqual([]);
});

interface Kept {
  id: string;
  digest?: string | number;
}
type Store = Map<string, Kept>;
const newStore = (): Store => new Map();

const watcher = { add() {}, on() {} };

/** What Astro hands to a loader, as far as this one uses it; Markdown stays as it is. */
async function load(store: Store, watcher?: object) {
  const context = {
    store: {
      get: (id: string) => store.get(id),
      keys: () => [...store.keys()],
      delete: (id: string) => store.delete(id),
      set: (entry: Kept) => store.set(entry.id, entry),
    },
    config: { root: pathToFileURL(`${root}/`) },
    renderMarkdown: async (html: string) => ({ html }),
    generateDigest: (data: object) => createHash('sha256').update(JSON.stringify(data)).digest('hex'),
    watcher,
  };
  const { load } = fromContent('posts', z.object({}));
  await load(context as unknown as Parameters<typeof load>[0]);
}
