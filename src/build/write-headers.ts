import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { filesBelow } from '../lib/files-below.ts';
import { contactAnswerPath, routes } from '../routes.ts';
import { addressOf } from '../server/http/files.ts';
import type { InlineHashes } from '../server/http/headers.ts';
import { headerFiles } from './header-files.ts';
import { allOf, inlineHashes, refusal } from './inline-hashes.ts';

/** Pages that the server fills in: nobody's address, so they lie beside the site and not in it. */
const FILLED_IN = { [`${contactAnswerPath.slice(1)}.html`]: 'contact.html', '500.html': 'error.html' };

/** Hashes what is inline in the built pages and writes the headers for our server and for static hosts. */
export const writeHeaders = (): AstroIntegration => ({
  name: 'write-headers',
  hooks: {
    'astro:build:done': ({ dir }) => {
      const place = (name: string) => {
        const file = fileURLToPath(new URL(name, dir));
        mkdirSync(dirname(file), { recursive: true });
        return file;
      };
      const pages = hashPages(fileURLToPath(dir));
      for (const [name, content] of Object.entries(headerFiles(pages)))
        writeFileSync(place(`../${name}`), content);
      for (const [name, filledIn] of Object.entries(FILLED_IN))
        renameSync(place(name), place(`../answers/${filledIn}`));
    },
  },
});

/** One page at a time: thousands would fill the memory. */
function hashPages(folder: string): Map<string, InlineHashes> {
  const pages = new Map<string, InlineHashes>();
  for (const name of filesBelow(folder)) {
    if (!name.endsWith('.html')) continue;
    const html = readFileSync(`${folder}/${name}`, 'utf8');
    const inline = inlineHashes(html);
    const refused = refusal(name, html, inline);
    if (refused) throw new Error(refused);
    pages.set(addressOf(name), inline);
  }
  // The contact page answers with more than itself.
  const answers = [routes.contact, contactAnswerPath, '/500'].flatMap((address) => pages.get(address) ?? []);
  pages.set(routes.contact, allOf(answers));
  pages.delete(contactAnswerPath);
  pages.delete('/500');
  return pages;
}
