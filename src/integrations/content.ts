import { join, relative } from 'node:path';
import type { AstroIntegration } from 'astro';
import type { ViteDevServer } from 'vite';
import type { Site } from '../config/site-schema.ts';
import { isPicture } from '../content/check/text.ts';
import { ALL_PAGES, type CollectionName, type Collections, type Receive } from '../content/collection.ts';
import { type Content, loadContentAndPictures } from '../content/load.ts';
import type { Memory } from '../content/memory.ts';
import { isPublished } from '../lib/publication.ts';

/** Events of one save come together. */
const PAUSE_MS = 30;
const RELOAD = { type: 'full-reload' } as const;
/** The module by which Astro's pages read its store. */
const STORE = '\0astro:data-layer-content';

/** The content, as all steps of a build share it. */
export type SiteContent = ReturnType<typeof siteContent>;

/** `asOf` is the moment for which the site is built. */
export function siteContent(root: string, site: Site, asOf = Date.now(), showsDrafts = false) {
  let read: Content | undefined;
  let memory: Memory | undefined;
  return {
    root,
    site,
    asOf,
    showsDrafts,
    /** Reads and checks everything. Where there is a mistake, what was read before stays. */
    async read(): Promise<void> {
      read = await loadContentAndPictures(root, site, { asOf, ...(memory && { memory }) });
    },
    /** Keeps results for the next reading. */
    remember(): Memory {
      memory ??= new Map();
      return memory;
    },
    get current(): Content {
      if (!read)
        throw new Error('The content is used before it is read: provideContent() has to come first.');
      return read;
    },
  };
}

/**
 * Reads `content/` before anything is built, and fills Astro's collections with it. In development it reads again whenever
 * a file changes, and shows mistakes over the page, which keeps its last valid words.
 */
export function provideContent(content: SiteContent): AstroIntegration {
  const receivers = new Map<CollectionName, Receive>();
  let showsAll = false;
  const provided = () => collectionsOf(content, showsAll);
  return {
    name: 'provide-content',
    hooks: {
      'astro:config:setup': ({ command }) => {
        showsAll = command === 'dev';
        if (showsAll) content.remember();
      },
      'astro:config:done': () => content.read(),
      'content:provide': (name, receive) => {
        receivers.set(name, receive);
        return receive(provided());
      },
      'astro:server:setup': ({ server }) => {
        readAfterSaving(content.root, server, async () => {
          await content.read();
          for (const receive of receivers.values()) await receive(provided());
        });
        keepPagesNew(server);
      },
    },
  };
}

/** In development, unpublished content is shown as well. */
function collectionsOf({ current, asOf, showsDrafts }: SiteContent, showsAll: boolean): Collections {
  const { pages, posts } = current;
  return {
    ...current,
    pages: [{ id: ALL_PAGES, file: 'content/pages', data: pages }],
    posts: posts.filter(({ data }) => showsAll || isPublished(data, asOf) || (showsDrafts && data.draft)),
  };
}

/** Any error is shown until a later reading succeeds. */
function readAfterSaving(root: string, { watcher, ws }: ViteDevServer, read: () => Promise<void>): void {
  let failed: Error | undefined;
  /** Astro itself notices a changed text, but not a changed picture. */
  let isOtherPicture = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const show = ({ message, stack = '' }: Error) => ws.send({ type: 'error', err: { message, stack } });
  const run = async () => {
    try {
      await read();
      if (failed || isOtherPicture) ws.send(RELOAD);
      failed = undefined;
      isOtherPicture = false;
    } catch (error) {
      failed = error as Error;
      console.error(failed.stack || failed.message);
      show(failed);
    }
  };
  watcher.on('all', (_event, path) => {
    if (relative(join(root, 'content'), path).startsWith('..')) return;
    isOtherPicture ||= isPicture(path);
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(run);
    }, PAUSE_MS);
  });
  // A page that is opened meanwhile must show the mistakes as well.
  ws.on('connection', () => {
    if (failed) show(failed);
  });
}

/** Astro reloads all open pages when its store has changed, but misses a page that is still loading. */
function keepPagesNew(server: ViteDevServer): void {
  let pageAskedAt = 0;
  let storeChangedAt = 0;
  server.middlewares.use(({ headers }, _response, next) => {
    if (headers.accept?.includes('text/html')) pageAskedAt = performance.now();
    next();
  });
  server.watcher.on('all', (_event, path) => {
    if (!path.endsWith('data-store.json')) return;
    storeChangedAt = performance.now();
    forgetStore(server);
  });
  server.ws.on('connection', () => {
    if (pageAskedAt < storeChangedAt) server.ws.send(RELOAD);
  });
}

/**
 * Astro discards its store as after a hot update, which skips modules that are being read at that moment. A page that is
 * loading then would keep the old words until the next save.
 */
function forgetStore({ environments }: ViteDevServer): void {
  for (const { moduleGraph } of Object.values(environments)) {
    const module = moduleGraph.getModuleById(STORE);
    if (module) moduleGraph.invalidateModule(module);
  }
}
