import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { routes } from '../routes.ts';
import { addressOf } from '../server/files.ts';
import type { InlineHashes } from '../server/headers.ts';
import { headerFiles } from './header-files.ts';
import { inlineHashes, refusal } from './inline-hashes.ts';

/** Hashes what is inline in the built pages and writes the headers for our server, for others and for static hosts. */
export const securityHeaders = (): AstroIntegration => {
  let onDemand = '';
  return {
    name: 'security-headers',
    hooks: {
      // An answer to the form is in no file; its styles are known from the manifest alone.
      'astro:build:ssr': ({ manifest }) => {
        onDemand = manifest.routes
          .flatMap(({ styles }) => styles)
          .map((style) => (style.type === 'inline' ? `<style>${style.content}</style>` : ''))
          .join('');
      },
      'astro:build:done': ({ dir }) => {
        const pages = hashPages(fileURLToPath(dir), onDemand);
        for (const [name, content] of Object.entries(headerFiles(pages))) {
          const file = fileURLToPath(new URL(`../${name}`, dir));
          mkdirSync(dirname(file), { recursive: true });
          writeFileSync(file, content);
        }
      },
    },
  };
};

/** One page at a time: thousands would fill the memory. */
function hashPages(folder: string, onDemand: string): Map<string, InlineHashes> {
  const pages = new Map<string, InlineHashes>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.html')) continue;
    const html = readFileSync(`${folder}/${name}`, 'utf8');
    const refused = refusal(name, html);
    if (refused) throw new Error(refused);
    const address = addressOf(name);
    pages.set(address, inlineHashes(address === routes.contact ? html + onDemand : html));
  }
  return pages;
}
