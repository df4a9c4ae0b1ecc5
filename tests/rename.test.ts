import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Site } from '../src/config/site-schema.ts';
import { builtFirm } from './support/firm.ts';
import { root, site } from './support/other-firm.ts';
import { projectFiles } from './support/project-copy.ts';

const own = await builtFirm('own');
const files = textFiles(join(root, 'dist'));

describe('a firm with another name', () => {
  it('leaves nothing of the one in site.config.ts in the built site, names of files included', () => {
    const original = textFiles(join(own.root, 'dist'));
    for (const old of identity(own.site)) {
      expect(holders(original, old), 'the search finds it where it is').not.toEqual([]);
      expect(holders(files, old), old).toEqual([]);
    }
    for (const old of phrases(own.site)) expect(holders(files, old), old).toEqual([]);
  });

  it('shows all that its site.config.ts says', () => {
    const pages = files.filter(({ name }) => name.endsWith('.html'));
    for (const value of values(site).filter((value) => value !== 'confirmed'))
      expect(
        pages.some(({ text }) => text.includes(value)),
        value,
      ).toBe(true);
  });
});

it('is spelled in site.config.ts alone', () => {
  const sources = projectFiles().filter((file) => /^(src|content|tests|public|scripts)\//.test(file));
  expect(sources.length).toBeGreaterThan(100);
  for (const name of identity(own.site)) {
    const pattern = whole(name);
    const spelled = sources.filter((file) => pattern.test(file) || pattern.test(readFileSync(file, 'utf8')));
    expect(spelled.map((file) => `${file} spells ${name}`)).toEqual([]);
  }
});

/** What the pages show of it, the legal data aside. */
const values = ({ legal: _, retentionMonths: __, countVisits: ___, ...of }: Site): string[] =>
  Object.values(of).flatMap((value) =>
    typeof value === 'string' ? value : [value].flat().flatMap((group) => Object.values(group)),
  );

/** What belongs to one firm only: names, addresses, and the hosts that are its own rather than a service's. */
function identity(of: Site): string[] {
  const names = [of.name, of.legalName, of.founder.name, ...of.sisterSites.map(({ name }) => name)];
  const addresses = values(of).filter((value) => /@|:\/\//.test(value));
  const hosts = [of.url, of.companyUrl, ...of.sisterSites.map(({ url }) => url)].flatMap((url) =>
    url ? new URL(url).host : [],
  );
  return [...names, ...addresses, ...hosts];
}

function holders(files: { name: string; text: string }[], wanted: string): string[] {
  const pattern = whole(wanted);
  return files.filter(({ name, text }) => pattern.test(name) || pattern.test(text)).map(({ name }) => name);
}

/** A role of one word, such as Founder, is a word of the language that any page may use. */
const phrases = (of: Site) => [of.description, of.founder.role].filter((text) => text.includes(' '));

/** The text as a whole word: a short name may stand by chance inside a longer word or a hash. */
function whole(text: string): RegExp {
  const literal = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'iu');
}

/** The checkout's own path is taken out: its folder may well be named after the firm. */
function textFiles(folder: string): { name: string; text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile() && !/\.(woff2|png|jpg|ico|br|gz|zst)$/.test(name))
    .map((name) => ({
      name,
      text: decoded(readFileSync(join(folder, name), 'utf8').replaceAll(process.cwd(), '')),
    }));
}

function decoded(text: string): string {
  return text
    .replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'))
    .replaceAll('&amp;', '&')
    .replace(/&#(?:39|x27);/g, "'");
}
