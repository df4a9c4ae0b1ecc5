import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { site } from '../config/site.ts';
import { checkContent } from '../content/check.ts';
import { Mistake } from '../lib/mistake.ts';

/** Events of one save come together. */
const PAUSE = 100;
/** Astro collects what changed for half a second, then has every page load again. */
const ASTRO_PAUSE = 2000;

/**
 * Every mistake in `content/` at once, before anything is made of it. In development a later one is shown in the browser
 * as well, over a page that is no longer what the author wrote.
 */
export const checkContentFirst = (): AstroIntegration => {
  let root: string;
  return {
    name: 'check-content',
    hooks: {
      'astro:config:done': ({ config }) => {
        root = fileURLToPath(config.root);
        checkContent(root, site);
      },
      'astro:server:setup': ({ server }) => {
        let isRight = true;
        let timer: NodeJS.Timeout | undefined;
        let reload: NodeJS.Timeout | undefined;
        const check = () => {
          const mistakes = mistakesIn(root);
          if (mistakes) {
            console.error(mistakes);
            server.ws.send({ type: 'error', err: { message: mistakes, stack: '' } });
          } else if (!isRight) {
            // For content that is as it was before. Any sooner, the page would be on its way when Astro has news for it.
            reload = setTimeout(() => server.ws.send({ type: 'full-reload' }), ASTRO_PAUSE);
          }
          isRight = !mistakes;
        };
        server.watcher.on('all', (_event, path) => {
          if (path.endsWith('/data-store.json')) clearTimeout(reload);
          if (!path.includes('/content/')) return;
          clearTimeout(timer);
          timer = setTimeout(check, PAUSE);
        });
        // Whoever opens a page meanwhile has to be told as well.
        server.ws.on('connection', () => {
          if (!isRight) check();
        });
      },
    },
  };
};

function mistakesIn(root: string): string | undefined {
  try {
    checkContent(root, site);
    return undefined;
  } catch (error) {
    if (error instanceof Mistake) return error.message;
    throw error;
  }
}
