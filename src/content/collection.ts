import type { AstroConfig } from 'astro';
import type { Loader } from 'astro/loaders';
import { z } from 'astro/zod';
import type { Entry, TextEntry } from './entries.ts';
import type { Content } from './load.ts';
import { refusedIn } from './markdown/allowed-html.ts';
import { type Memory, remembered } from './memory.ts';

/** The content by the names of Astro's collections. The words of all screens are one entry. */
export type Collections = Omit<Content, 'pages' | 'redirects' | 'addresses'> & {
  pages: [Entry<Content['pages']>];
};
export type CollectionName = keyof Collections;

/** The id of the entry with the words of all screens. */
export const ALL_PAGES = 'all';

declare global {
  namespace Astro {
    interface IntegrationHooks {
      /** Hands over a collection, now and whenever its content has changed (src/integrations/content.ts). */
      'content:provide': (name: CollectionName, receive: Receive) => Promise<void>;
    }
  }
}
export type Receive = (content: Collections) => Promise<void>;

/** The store sorts by id; `order` keeps the order in which the author wrote. */
type Ordered<Name extends CollectionName> = Collections[Name][number]['data'] & { order: number };

/** An Astro collection whose entries were read and checked before. Its schema only gives it a type. */
export function collection<Name extends CollectionName>(name: Name) {
  /** In development each save hands over everything again: a text that is the same is not made into HTML again. */
  const made: Memory = new Map();
  return {
    name: `content/${name}`,
    schema: z.custom<Ordered<Name>>(),
    async load({ store, config, renderMarkdown, generateDigest }) {
      await provider(config)(name, async (content) => {
        // What the site adds to a text (astro.config.ts).
        const { newTab, markup } = content.pages[0].data.shared;
        const words = JSON.stringify([newTab, markup]);
        const htmlOf = ({ id, file, body }: TextEntry<object>) =>
          remembered(made, id, words + body, async () => allowed(file, (await renderMarkdown(body)).html));
        const entries: readonly (Entry<object> | TextEntry<object>)[] = content[name];
        const ids = new Set(entries.map(({ id }) => id));
        for (const id of store.keys()) if (!ids.has(id)) store.delete(id);
        for (const [order, entry] of entries.entries()) {
          const { id, file } = entry;
          const data = { ...entry.data, order };
          const html = 'body' in entry ? await htmlOf(entry) : undefined;
          const digest = generateDigest({ file, data, html });
          store.set({ id, data, digest, filePath: file, ...(html !== undefined && { rendered: { html } }) });
        }
      });
    },
  } satisfies Loader;
}

function provider({ integrations }: AstroConfig) {
  for (const { hooks } of integrations) if (hooks['content:provide']) return hooks['content:provide'];
  throw new Error('No integration of astro.config.ts provides the content (src/integrations/content.ts).');
}

/** Checks the finished HTML again, for what the check of the Markdown cannot see, such as a link within a token. */
function allowed(file: string, html: string): string {
  const refused = refusedIn(html);
  if (refused.length > 0)
    throw new Error(
      `${file}: the page would hold ‘${refused.join('’, ‘')}’; wanted: a text without it, also where its tokens are filled in.`,
    );
  return html;
}
