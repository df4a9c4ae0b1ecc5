import { isUtf8 } from 'node:buffer';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Mistake } from '../lib/mistake.ts';
import { type Memory, remembered } from './memory.ts';
import { readYaml, type Written } from './yaml.ts';

/** The texts of a content/ folder. Files are named as their author knows them: content/faq.yaml. */
export type ContentFiles = ReturnType<typeof openFiles>;

/**
 * Each file is read and parsed once. A text that is not saved yet (`drafts`, by file) takes the place of the saved one.
 */
export function openFiles(root: string, drafts: ReadonlyMap<string, string> = new Map(), memory?: Memory) {
  const yaml = new Map<string, Written>();
  const text = (file: string) => drafts.get(file) ?? readText(root, file);
  const read = (file: string, text: string, firstLine = 1) =>
    remembered(memory, `fields of ${file}`, `${firstLine} ${text}`, () => readYaml(file, text, firstLine));
  const parsed = (file: string, read: () => Written) => {
    const written = yaml.get(file) ?? read();
    yaml.set(file, written);
    return written;
  };
  return {
    text,
    /** The fields of a YAML file, or of the front matter of an article. */
    yaml: (file: string) => parsed(file, () => read(file, text(file))),
    /** Front matter and body of a text, each with its first line. */
    markdown(file: string) {
      const { front, frontLine, ...body } = partsOf(file, text(file));
      return { fields: () => parsed(file, () => read(file, front, frontLine)), ...body };
    },
    /** The line of a field, in a file whose fields were read before. */
    lineOf: (file: string, path: readonly PropertyKey[]) => {
      const earlier = memory?.get(`fields of ${file}`)?.value as Written | undefined;
      return (yaml.get(file) ?? earlier)?.lineOf(path);
    },
    /** The files of a folder that end so, in the order of their numbers: ten comes after nine. */
    namesIn(folder: string, ending: string): string[] {
      const saved = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [];
      const others = [...drafts.keys()].filter((file) => file === `${folder}/${basename(file)}`);
      return [...new Set([...saved, ...others.map((file) => basename(file))])]
        .filter((name) => name.endsWith(ending) && name !== 'README.md')
        .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
        .map((name) => `${folder}/${name}`);
    },
  };
}

function partsOf(file: string, whole: string) {
  const [, above = '', front, body = ''] = /^(\s*)---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(whole) ?? [];
  if (front === undefined)
    throw new Mistake(
      `${file}: the front matter is missing; wanted: fields between two lines of ---, then the text.`,
    );
  const lineAt = (offset: number) => whole.slice(0, offset).split('\n').length;
  return { front, frontLine: lineAt(above.length) + 1, body, firstLine: lineAt(whole.length - body.length) };
}

/** Names the actual reason why a file cannot be read: ‘missing’ only if it does not exist. */
function readText(root: string, file: string): string {
  try {
    return inUtf8(file, readFileSync(join(root, file))).replaceAll('\r\n', '\n');
  } catch (error) {
    if (error instanceof Mistake) throw error;
    const { code = '', message } = error as NodeJS.ErrnoException;
    // Node's sentence ends with the whole path, which the author knows.
    const what = reasons[code] ?? `the file cannot be read (${message.split(',')[0]})`;
    throw new Mistake(`${file}: ${what}; wanted: a text file of that name.`);
  }
}

const reasons: Record<string, string> = {
  ENOENT: 'the file is missing',
  ENOTDIR: 'the file is missing',
  EISDIR: 'this is a folder and not a file',
  EACCES: 'the file belongs to another user and cannot be read',
};

/** Decodes UTF-8, without a byte order mark. In an older encoding, letters with accents would be lost. */
function inUtf8(file: string, bytes: Buffer): string {
  if (isUtf8(bytes)) return decoder.decode(bytes);
  const lines = bytes.toString('latin1').split('\n');
  const line = lines.findIndex((text) => !isUtf8(Buffer.from(text, 'latin1'))) + 1;
  throw new Mistake(
    `${file}: line ${line} is not in UTF-8, so its letters with accents would be lost; wanted: the file saved as UTF-8.`,
  );
}
const decoder = new TextDecoder();
