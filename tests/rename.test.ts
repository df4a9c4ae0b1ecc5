import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wordmark } from '../src/build/wordmark.ts';
import { site } from '../src/config/site.ts';
import type { SiteInput } from '../src/config/site-schema.ts';
import { copyProject, type ProjectCopy, projectFiles } from './support/project-copy.ts';

const renamed: SiteInput = {
  name: 'Zephyrine',
  legalName: 'Zephyrine Counsel Limited',
  description: 'Quiet counsel for shops that have outgrown their first systems.',
  url: 'https://www.zephyrine.test',
  partnershipsEmail: 'together@zephyrine.test',
  contactEmail: 'letters@zephyrine.test',
  securityEmail: 'security@zephyrine.test',
  bookingUrl: 'https://calendar.test/zephyrine/first-hour',
  companyUrl: 'https://counsel.test',
  linkedInUrl: 'https://network.test/company/zephyrine',
  xUrl: 'https://short.test/zephyrine',
  sisterSites: [
    { name: 'Lantern Yard', url: 'https://lantern-yard.test' },
    { name: 'Harbour Room', url: 'https://harbour-room.test' },
  ],
  founder: {
    name: 'Tane Otherwise',
    role: 'Convenor of the practice',
  },
};

describe('a firm with another name', () => {
  let project: ProjectCopy;
  let built: { name: string; text: string }[];
  beforeAll(() => {
    project = copyProject();
    writeFileSync(join(project.root, 'site.config.ts'), `export default ${JSON.stringify(renamed)};\n`);
    expect(project.build()).toEqual({ status: 0, output: '' });
    built = textFiles(join(project.root, 'dist'));
  });
  afterAll(() => project.remove());

  it('has changed every value', () => {
    const before = new Set(values(site));
    // Also those that this firm leaves out.
    expect(Object.keys(renamed)).toEqual(expect.arrayContaining(texts(site)));
    expect(values(renamed).filter((value) => before.has(value))).toEqual([]);
  });

  it('leaves nothing of the old one in the built site, names of files included', () => {
    const original = textFiles('dist');
    for (const old of identity(site)) {
      expect(holders(original, old), 'the search finds it where it is').not.toEqual([]);
      expect(holders(built, old), old).toEqual([]);
    }
    for (const old of phrases(site)) expect(holders(built, old), old).toEqual([]);
  });

  it('is in the title of every page', () => {
    const pages = built.filter(({ name }) => name.startsWith('client/') && name.endsWith('.html'));
    expect(pages.length).toBeGreaterThan(10);
    for (const { name, text } of pages)
      expect(/<title>([^<]+)<\/title>/.exec(text)?.[1], name).toContain(renamed.name);
  });

  it('is drawn beside the mark', async () => {
    const drawn = (files: typeof built) => {
      const page = files.find(({ name }) => name === 'client/index.html')?.text ?? '';
      return /<header[\s\S]*?<path id="wordmark" d="([^"]+)"/.exec(page)?.[1];
    };
    expect(drawn(textFiles('dist'))).toBe((await wordmark(site.name))?.path);
    expect(drawn(built)).toBe((await wordmark(renamed.name))?.path);
    expect(drawn(built)).not.toBe(drawn(textFiles('dist')));
  });

  it.each(values(renamed))('shows %s', (value) => {
    const pages = built.filter(({ name }) => name.endsWith('.html'));
    expect(pages.some(({ text }) => text.includes(value))).toBe(true);
  });
});

it('is spelled in site.config.ts alone', () => {
  const files = projectFiles().filter((file) => /^(src|content|tests|public|scripts)\//.test(file));
  expect(files.length).toBeGreaterThan(100);
  for (const own of identity(site)) {
    const pattern = whole(own);
    const spelled = files.filter((file) => pattern.test(file) || pattern.test(readFileSync(file, 'utf8')));
    expect(spelled.map((file) => `${file} spells ${own}`)).toEqual([]);
  }
});

/** The fields whose value is words. */
const texts = (of: SiteInput) =>
  Object.entries(of).flatMap(([key, value]) => (typeof value === 'string' && key !== 'status' ? key : []));

const values = (of: SiteInput): string[] =>
  Object.values(of).flatMap((value) =>
    typeof value === 'string' ? value : [value].flat().flatMap((group) => Object.values(group)),
  );

/** What belongs to one firm only: names, addresses, and the hosts that are its own rather than a service's. */
function identity(of: SiteInput): string[] {
  const names = [of.name, of.legalName, of.founder.name, ...(of.sisterSites ?? []).map(({ name }) => name)];
  const addresses = values(of).filter((value) => /@|:\/\//.test(value));
  const hosts = [of.url, of.companyUrl, ...(of.sisterSites ?? []).map(({ url }) => url)].flatMap((url) =>
    url ? new URL(url).host : [],
  );
  return [...names, ...addresses, ...hosts];
}

function holders(files: { name: string; text: string }[], wanted: string): string[] {
  const pattern = whole(wanted);
  return files.filter(({ name, text }) => pattern.test(name) || pattern.test(text)).map(({ name }) => name);
}

/** A role of one word, such as Founder, is a word of the language that any page may use. */
const phrases = (of: SiteInput) => [of.description, of.founder.role].filter((text) => text.includes(' '));

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

const decoded = (text: string) =>
  text
    .replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'))
    .replaceAll('&amp;', '&')
    .replace(/&#(?:39|x27);/g, "'");
