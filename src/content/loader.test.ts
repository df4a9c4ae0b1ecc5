import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'astro/zod';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeSmallContent } from '../../tests/support/small-content.ts';
import { readHtml } from './html.ts';
import { fromContent } from './loader.ts';

const project = process.cwd();
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'loader-'));
  writeSmallContent(root);
  process.chdir(root);
});
afterEach(() => {
  process.chdir(project);
  rmSync(root, { recursive: true });
});

const ID = 'an-article';
const ARTICLE = `content/posts/${ID}.md`;
const watcher = { add() {}, on() {} };
const edit = (from: string, to: string) =>
  writeFileSync(ARTICLE, readFileSync(ARTICLE, 'utf8').replace(from, to));

it('the HTML of another text is never taken, though a build and npm run dev each remember their own; none is left over', async () => {
  const [build, dev] = [newStore(), newStore()];
  const html = (store: Store) => readHtml('posts', ID, String(store.get(ID)?.digest));
  await load(build);
  const first = html(build);
  edit('A text.', 'Tried out.');
  await load(dev, watcher);
  expect(html(dev)).toContain('Tried out.');
  edit('Tried out.', 'A text.');
  await load(build);
  expect(html(build)).toBe(first);
  expect(readdirSync('node_modules/.astro/html/posts')).toHaveLength(1);
});

it('a page that would hold what no text may stops the build, however it came there', async () => {
  edit('A text.', '<p onclick="x()">Text</p>');
  await expect(load(newStore())).rejects.toThrow(`${ARTICLE}: the page would hold ‘onClick=’`);
  expect(readdirSync('node_modules/.astro/html/posts')).toEqual([]);
});

interface Kept {
  id: string;
  digest?: string | number;
}
type Store = Map<string, Kept>;
const newStore = (): Store => new Map();

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
