import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { site } from '../config/site.ts';
import { pageAddresses } from '../content/addresses.ts';
import { type Known, knownBefore, readRedirects } from '../content/redirects.ts';
import { filesBelow } from '../lib/files-below.ts';
import { readable } from '../lib/mistake.ts';
import { partsOf } from '../lib/target.ts';
import type { Redirect } from '../schemas/redirect.ts';
import { addressOf, GONE, HASHED, types } from '../server/http/files.ts';
import { redirectFiles } from './redirect-files.ts';

/**
 * Checks the table of addresses that changed before anything is built, and once more against what was built: only then
 * every file and every place on a page is known. Writes it for our server and for static hosts.
 */
export const redirects = (): AstroIntegration => {
  let root: string;
  return {
    name: 'redirects',
    hooks: {
      'astro:config:done': ({ config }) => {
        root = fileURLToPath(config.root);
        readRedirects(
          root,
          knownBefore(() => pageAddresses(root, site), site.url),
        );
      },
      'astro:server:setup': ({ server }) => {
        server.middlewares.use((request, response, next) => {
          const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
          const found = tableAsItStands(root).find(({ from }) => from === pathname);
          if (!found) return next();
          if (found.to !== undefined) {
            const [address, place] = partsOf(found.to);
            response
              .writeHead(308, { location: address + search + place, 'cache-control': 'no-cache' })
              .end();
            return;
          }
          request.url = `/${GONE}`;
          next();
        });
      },
      'astro:build:done': ({ dir }) => {
        const table = readRedirects(root, knownIn(fileURLToPath(dir), site.url));
        for (const [name, content] of Object.entries(redirectFiles(table))) {
          const file = fileURLToPath(new URL(`../${name}`, dir));
          mkdirSync(dirname(file), { recursive: true });
          writeFileSync(file, content);
        }
      },
    },
  };
};

/** For whoever works on the site: one that is wrong is told with the rest of the content, and leads nowhere meanwhile. */
const tableAsItStands = (root: string): Redirect[] =>
  readable(() => readRedirects(root, { has: () => undefined, origin: site.url }));

/** What was built. The name of a file in /_astro/ may change with the next build, so nothing can lead there. */
export function knownIn(folder: string, origin: string): Known {
  const names = filesBelow(folder).filter((name) => extname(name) in types);
  const files = new Map(names.map((name) => [addressOf(name), name]));
  return {
    has: (path) => files.has(path) && !path.startsWith(HASHED),
    hasPlace: (path, id) => readFileSync(`${folder}/${files.get(path)}`, 'utf8').includes(` id="${id}"`),
    origin,
  };
}
