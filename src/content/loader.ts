import { fileURLToPath } from 'node:url';
import type { Loader } from 'astro/loaders';
import { z } from 'astro/zod';
import { site } from '../config/site.ts';
import { Mistake } from '../lib/mistake.ts';
import { refusedIn } from './allowed-html.ts';
import { checkedContent } from './check.ts';
import { dropOtherHtml, hasHtml, makeRoomForHtml, writeHtml } from './html.ts';
import { setLedgers } from './ledger.ts';
import { finishMarkup, MARKUP } from './markup.ts';
import { type CollectionName, type Entry, readContent, readPage } from './read.ts';

/** The store sorts by id; this keeps the order in which the author wrote. */
const ordered = z.object({ order: z.number() });

/** Puts one collection of `content/` into Astro's store, and again whenever a file of it changes. */
export function fromContent<S extends z.ZodType>(name: CollectionName, schema: S) {
  return {
    name: `content/${name}`,
    schema: schema.and(ordered),
    async load({ store, config, renderMarkdown, generateDigest, watcher }) {
      const root = fileURLToPath(config.root);
      const refresh = async () => {
        const { newTab, markup } = readPage(root, site, 'shared');
        const words = { newTab, ...markup };
        // A build has just checked it all; whoever works on the site has changed it since.
        const content = watcher ? readContent(root, site) : checkedContent(root, site);
        const entries: Entry<unknown>[] = content[name]();
        makeRoomForHtml(name);
        const seen = new Set(entries.map(({ id }) => id));
        for (const id of store.keys()) if (!seen.has(id)) store.delete(id);
        const digests = new Set<string>();
        for (const [order, { id, file, data, body }] of entries.entries()) {
          const record = { ...(data as Record<string, unknown>), order };
          const digest = generateDigest({ file, record, body, markup: [MARKUP, words] });
          digests.add(digest);
          if (store.get(id)?.digest === digest && (!body || hasHtml(name, id, digest))) continue;
          if (body) {
            const { html } = await renderMarkdown(setLedgers(file, body));
            writeHtml(name, id, digest, allowed(file, finishMarkup(html, words)));
          }
          store.set({ id, data: record, digest, filePath: file });
        }
        // Not while somebody writes: a build beside it may still read what was there before.
        if (!watcher) dropOtherHtml(name, digests);
      };
      await refresh();
      watcher?.add(fileURLToPath(new URL('content', config.root)));
      watcher?.on('all', (_event, path) => {
        if (!path.includes('/content/')) return;
        refresh().catch((error) => {
          // A mistake of the author's is told by check-content; so is anything else, once it hears of it.
          if (!(error instanceof Mistake)) watcher.emit('error', error);
        });
      });
    },
  } satisfies Loader;
}

/** The check tells authors what a text may not hold; this stops what it could not see, such as a link within a token. */
function allowed(file: string, html: string): string {
  const refused = refusedIn(html);
  if (refused.length > 0)
    throw new Error(
      `${file}: the page would hold ‘${refused.join('’, ‘')}’; wanted: a text without it, also where its tokens are filled in.`,
    );
  return html;
}
