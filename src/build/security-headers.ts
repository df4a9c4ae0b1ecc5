import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { securityHeaders as headers } from '../server/headers.ts';
import { headerFiles } from './header-files.ts';
import { inlineHashes, refusedAttribute } from './inline-hashes.ts';

/** Hashes what is inline in the built pages and writes the headers for our server, for others and for static hosts. */
export const securityHeaders = (): AstroIntegration => {
  let onDemand: string[] = [];
  return {
    name: 'security-headers',
    hooks: {
      // A page that is rendered on demand is in no file; its styles are known from the manifest alone.
      'astro:build:ssr': ({ manifest }) => {
        onDemand = manifest.routes
          .flatMap(({ styles }) => styles)
          .map((style) => (style.type === 'inline' ? `<style>${style.content}</style>` : ''));
      },
      'astro:build:done': ({ dir }) => {
        const folder = fileURLToPath(dir);
        const table = headers(inlineHashes(pagesOf(folder, onDemand)));
        for (const [name, content] of Object.entries(headerFiles(table))) {
          const file = fileURLToPath(new URL(`../${name}`, dir));
          mkdirSync(dirname(file), { recursive: true });
          writeFileSync(file, content);
        }
      },
    },
  };
};

/** One at a time: thousands of pages would fill the memory. */
function* pagesOf(folder: string, onDemand: string[]): Generator<string> {
  yield* onDemand;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.html')) continue;
    const html = readFileSync(`${folder}/${name}`, 'utf8');
    const refused = refusedAttribute(html);
    if (refused) throw new Error(sentence(name, refused));
    yield html;
  }
}

const sentence = (page: string, attribute: string) =>
  `${page} has the attribute \`${attribute}\`, which the Content-Security-Policy refuses. ` +
  'Use a class for a style, and a listener in an island for a handler.';
