import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { ViteDevServer } from 'vite';
import { site } from '../config/site.ts';
import { checkContentAndPictures } from '../content/check.ts';
import { isPicture } from '../content/check-markdown.ts';

/** Events of one save come together. */
const PAUSE = 100;
const RELOAD = { type: 'full-reload' } as const;
/** The module by which Astro's pages read its store. */
const STORE = '\0astro:data-layer-content';

/**
 * Every mistake in `content/` at once, before anything is made of it. In development a later one is shown in the browser
 * as well, over a page that is no longer what the author wrote.
 */
export const checkContentFirst = (): AstroIntegration => {
  let root: string;
  return {
    name: 'check-content',
    hooks: {
      'astro:config:done': async ({ config }) => {
        root = fileURLToPath(config.root);
        await checkContentAndPictures(root, site);
      },
      'astro:server:setup': ({ server }) => {
        let isRight = true;
        /** What a loader met (src/content/loader.ts): it is there until something is saved again, however right the words are. */
        let unforeseen: Error | undefined;
        /** Of a text Astro hears by itself. */
        let isOtherPicture = false;
        let timer: NodeJS.Timeout | undefined;
        const show = ({ message, stack = '' }: Error) => {
          isRight = false;
          console.error(stack || message);
          server.ws.send({ type: 'error', err: { message, stack } });
        };
        const check = async () => {
          try {
            await checkContentAndPictures(root, site);
            if (unforeseen) return;
            if (!isRight || isOtherPicture) server.ws.send(RELOAD);
            isRight = true;
            isOtherPicture = false;
          } catch (error) {
            show(error as Error);
          }
        };
        server.watcher.on('error', (error) => {
          unforeseen = error as Error;
          show(unforeseen);
        });
        let pageAskedAt = 0;
        let storeChangedAt = 0;
        server.middlewares.use(({ headers }, _response, next) => {
          if (headers.accept?.includes('text/html')) pageAskedAt = performance.now();
          next();
        });
        server.watcher.on('all', (_event, path) => {
          if (path.endsWith('/data-store.json')) {
            storeChangedAt = performance.now();
            forgetStore(server);
          }
          if (!path.includes('/content/')) return;
          unforeseen = undefined;
          isOtherPicture ||= isPicture(path);
          clearTimeout(timer);
          timer = setTimeout(check, PAUSE);
        });
        // Whoever opens a page meanwhile has to be told as well.
        server.ws.on('connection', () => {
          if (unforeseen) show(unforeseen);
          else if (!isRight) check();
          // Astro has every page load again when its store has changed, but one that is on its way does not hear of it.
          else if (pageAskedAt < storeChangedAt) server.ws.send(RELOAD);
        });
      },
    },
  };
};

/**
 * Astro forgets what it read of its store as after a hot update, which spares what is being read at that moment: a page on
 * its way would have the old words stay until the next save.
 */
function forgetStore({ environments }: ViteDevServer): void {
  for (const { moduleGraph } of Object.values(environments)) {
    const module = moduleGraph.getModuleById(STORE);
    if (module) moduleGraph.invalidateModule(module);
  }
}
