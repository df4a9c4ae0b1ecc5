import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { filesBelow } from '../../src/lib/files-below.ts';
import { seeded } from './seeded-random.ts';

const WORDS = 600;
const [DAY, FIRST_DAY] = [86_400_000, Date.UTC(2024, 11, 31)];

/**
 * Fills `content/posts` below the root up to that many articles, each older than the one before and all older than
 * those of the site. Titles and excerpts are as long as their schema allows and mix the site's own words at random,
 * which compresses worse than anything a person would write.
 */
export function addArticles(root: string, total: number): void {
  const { categories } = parse(readFileSync(join(root, 'content/pages/blog.yaml'), 'utf8')) as {
    categories: string[];
  };
  const folder = join(root, 'content/posts');
  const written = readdirSync(folder);
  const random = seeded(written.length);
  const words = vocabulary(folder, written);
  const some = (count: number) =>
    Array.from({ length: count }, () => words[Math.floor(random() * words.length)]);
  const upTo = (length: number) => some(length).join(' ').slice(0, length).replace(/ \S*$/, '');
  const paragraph = () => `${some(WORDS / 10).join(' ')}.`;

  for (let i = written.length; i < total; i++) {
    const front = {
      title: upTo(90),
      excerpt: upTo(110),
      description: upTo(160),
      // Some categories need several pages, others one.
      category: categories[i % Math.min(4, categories.length)],
      date: new Date(FIRST_DAY - i * DAY).toISOString().slice(0, 10),
    };
    const body = Array.from({ length: 5 }, () => [`## ${upTo(40)}`, paragraph(), paragraph()]).flat();
    const fields = Object.entries(front).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
    writeFileSync(
      join(folder, `generated-${String(i).padStart(5, '0')}-${upTo(40).replaceAll(' ', '-')}.md`),
      `---\n${fields.join('\n')}\n---\n\n${body.join('\n\n')}\n`,
    );
  }
}

/** The addresses of all pages of the list, below the folder of the built site. */
export const listPagesIn = (client: string): string[] =>
  filesBelow(client)
    .filter((name) => /^blog(\/(page|category)\/.*)?\.html$/.test(name))
    .map((name) => `/${name.replace('.html', '')}`);

function vocabulary(folder: string, files: string[]): string[] {
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8')).join(' ');
  // Anything that Markdown would take for an address is left out.
  return [...new Set(text.toLowerCase().match(/\b(?!www)[a-z]{2,}\b/g))].sort();
}
