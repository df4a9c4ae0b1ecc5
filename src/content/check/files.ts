import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { readPicture } from '../../drawing/pictures.ts';
import { pageNames } from '../../schemas/pages.ts';
import { isPicture, PICTURES } from './text.ts';

/** The files that each folder of `content/` may hold. Any other would be ignored silently. */
const folders: Record<string, { endings: string[]; names?: () => readonly string[] }> = {
  '.': { endings: ['.yaml'], names: () => ['claims', 'faq', 'redirects'] },
  pages: { endings: ['.yaml'], names: pageNames },
  posts: { endings: ['.md', ...PICTURES] },
  services: { endings: ['.yaml'] },
  'case-studies': { endings: ['.yaml'] },
  people: { endings: ['.yaml', ...PICTURES] },
  legal: { endings: ['.md'] },
};

/** A sentence for each file in `content/` that nothing reads because its name is wrong. */
export const unreadFiles = (root: string): string[] =>
  Object.entries(folders).flatMap(([folder, { endings, names }]) => {
    const place = folder === '.' ? 'content' : `content/${folder}`;
    const known = names?.().flatMap((name) => endings.map((ending) => name + ending));
    return entriesOf(root, place).flatMap(({ name, isFolder }) => {
      if (isFolder && folder === '.' && name in folders) return [];
      if (!isFolder && isPicture(name) && endings.includes('.jpg')) return [];
      if (!isFolder && (known ? known.includes(name) : endings.includes(extname(name)))) return [];
      const wanted = known ? `one of ${known.join(', ')}` : `a file that ends in ${endings.join(', ')}`;
      return [
        `${place}/${name}: nothing reads a ${isFolder ? 'folder' : 'file'} of that name; wanted: ${wanted}.`,
      ];
    });
  });

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

/** A sentence for each picture that this machine cannot read. */
export async function unreadablePictures(root: string): Promise<string[]> {
  const sentences: string[] = [];
  for (const folder of ['content/people', 'content/posts'])
    for (const name of picturesIn(root, folder)) {
      const path = join(root, folder, name);
      const asItIs = `${path} ${statSync(path).mtimeMs}`;
      if (read.has(asItIs)) continue;
      await readPicture(path).then(
        () => read.add(asItIs),
        () => sentences.push(`${folder}/${name}: ${isHeic(path) ? HEIC : NO_PICTURE}`),
      );
    }
  return sentences;
}

/** Pictures that were read before: to read hundreds of photographs at each save would take too long. */
const read = new Set<string>();

const NO_PICTURE =
  'it is empty, cut short or not a picture; wanted: a new copy of the picture, as JPEG, PNG, WebP or AVIF.';
const HEIC =
  'this machine cannot read HEIC; wanted: a JPEG. On an iPhone: Settings, Camera, Formats, Most Compatible; or open it in Preview and export it as JPEG.';

/** Looks at the first bytes, because some HEIC files are named .jpg. */
const isHeic = (path: string) => /^ftyp(?:hei|hev|mif1)/.test(readFileSync(path).toString('latin1', 4, 12));
