import { existsSync, readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { Mistake } from '../lib/mistake.ts';
import { pageNames } from '../schemas/pages.ts';
import { PICTURES } from './check-markdown.ts';

/** What each folder of `content/` holds; anything else would be read by nobody, and nobody would be told. */
const folders: Record<string, { endings: string[]; names?: () => readonly string[] }> = {
  '.': { endings: ['.yaml'], names: () => ['claims', 'faq', 'redirects'] },
  pages: { endings: ['.yaml'], names: pageNames },
  posts: { endings: ['.md', ...PICTURES] },
  services: { endings: ['.yaml'] },
  'case-studies': { endings: ['.yaml'] },
  people: { endings: ['.yaml', ...PICTURES] },
  legal: { endings: ['.md'] },
};

/** A file in `content/` that nothing reads is a slip of its name. */
export function checkFileNames(root: string): void {
  const sentences = Object.entries(folders).flatMap(([folder, { endings, names }]) => {
    const place = folder === '.' ? 'content' : `content/${folder}`;
    const known = names?.().flatMap((name) => endings.map((ending) => name + ending));
    return entriesOf(root, place).flatMap(({ name, isFolder }) => {
      if (isFolder && folder === '.' && name in folders) return [];
      if (!isFolder && isPicture(name) && endings.includes(extname(name).toLowerCase()))
        return mistakesOfPicture(place, name);
      if (!isFolder && (known ? known.includes(name) : endings.includes(extname(name)))) return [];
      const wanted = known ? `one of ${known.join(', ')}` : `a file that ends in ${endings.join(', ')}`;
      return [
        `${place}/${name}: nothing reads a ${isFolder ? 'folder' : 'file'} of that name; wanted: ${wanted}.`,
      ];
    });
  });
  if (sentences.length > 0) throw new Mistake(sentences.join('\n'));
}

/**
 * Phones like capitals, spaces and brackets. In an address some of these are spelt in another way: the build would not
 * find the picture again, neither to weigh it nor to take away the original, which may say where it was taken.
 */
function mistakesOfPicture(place: string, name: string): string[] {
  const better = plainName(name);
  return name === better
    ? []
    : [
        `${place}/${name}: the name of a picture becomes a part of its address; wanted: letters from a to z, digits, dots, - and _, and a lower-case ending, such as ${better}.`,
      ];
}

function plainName(name: string): string {
  const ending = extname(name);
  const plain = basename(name, ending)
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return `${plain || 'picture'}${ending.toLowerCase()}`;
}

const isPicture = (name: string) => PICTURES.includes(extname(name).toLowerCase());

const entriesOf = (root: string, folder: string) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { withFileTypes: true })
        .filter(({ name }) => !name.startsWith('.') && name !== 'README.md')
        .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
    : [];

export const picturesIn = (root: string, folder: string): string[] =>
  entriesOf(root, folder)
    .map(({ name }) => name)
    .filter(isPicture);

export const textsIn = (root: string, folder: string): string[] =>
  entriesOf(root, folder)
    .map(({ name }) => name)
    .filter((name) => name.endsWith('.md'));
