import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { collection } from './collection.ts';

const FILE = 'content/posts/an-article.md';

it('the store has the order of the authors, the HTML of now, and nothing that is gone', async () => {
  const store: Store = new Map();
  await load(store, ['a', 'First.'], ['b', 'Second.']);
  await load(store, ['c', 'Third.'], ['a', 'Changed.']);
  expect([...store.values()].map(({ id, data, rendered }) => [id, data.order, rendered.html])).toEqual([
    ['a', 1, 'Changed.'],
    ['c', 0, 'Third.'],
  ]);
});

it('a page that would hold what no text may stops the build, however it came there', async () => {
  await expect(load(new Map(), ['a', '<p onclick="x()">Text</p>'])).rejects.toThrow(
    `${FILE}: the page would hold ‘onClick=’`,
  );
});

interface Stored {
  id: string;
  data: { order: number };
  rendered: { html: string };
}
type Store = Map<string, Stored>;

/** Loads articles as Astro has it done, as far as it matters here; Markdown stays as it is. */
async function load(store: Store, ...articles: [id: string, body: string][]) {
  const posts = articles.map(([id, body]) => ({ id, file: FILE, data: { title: id }, body }));
  const provide = (_name: string, receive: (content: object) => Promise<void>) => receive({ posts });
  const context = {
    store: {
      keys: () => [...store.keys()],
      delete: (id: string) => store.delete(id),
      set: (entry: Stored) => store.set(entry.id, entry),
    },
    config: { integrations: [{ name: 'content', hooks: { 'content:provide': provide } }] },
    renderMarkdown: async (html: string) => ({ html }),
    generateDigest: (data: object) => createHash('sha256').update(JSON.stringify(data)).digest('hex'),
  };
  const { load } = collection('posts');
  await load(context as unknown as Parameters<typeof load>[0]);
}
