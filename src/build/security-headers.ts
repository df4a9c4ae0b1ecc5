import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { securityHeaders as headers } from '../server/headers.ts';
import { inlineHashes } from './inline-hashes.ts';

/** Writes the headers of the built site: `headers.json` for our server, `_headers` for static hosts. */
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
        const lines = Object.entries(table).map(([name, value]) => `  ${name}: ${value}\n`);
        writeFileSync(`${folder}/_headers`, `/*\n${lines.join('')}`);
        writeFileSync(new URL('../headers.json', dir), JSON.stringify(table, null, 2));
      },
    },
  };
};

/** One at a time: thousands of pages would fill the memory. */
function* pagesOf(folder: string, onDemand: string[]): Generator<string> {
  yield* onDemand;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.html')) yield readFileSync(`${folder}/${name}`, 'utf8');
}
