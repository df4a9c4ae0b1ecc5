import { isDeepStrictEqual } from 'node:util';
import { stringify } from 'yaml';
import { Mistake } from '../lib/mistake.ts';
import { isPublished } from '../lib/publication.ts';
import { articlePath, caseStudyPath, questionPath, servicePath } from '../routes.ts';
import { fieldName } from '../schemas/explain.ts';
import { type Change, type Path, titleOf, type Value } from './protocol.ts';
import { insertAt, leavesOf, moveAt, removeAt, setAt, valueAt } from './yaml-text.ts';

/** Somebody else has changed meanwhile what was to be changed. */
export class Changed extends Error {
  readonly now: Value | undefined;
  constructor(file: string, now: Value | undefined) {
    super(`${file}: somebody else changed this meanwhile; look at both, then choose.`);
    this.now = now;
  }
}

/** What a change reads: the text of a file, if it is there, and the files of a folder in their order. */
export interface Files {
  read(file: string): string | undefined;
  filesIn(folder: string): string[];
  all(): string[];
  /** The order of the fields of a group in a file. */
  orderOf(file: string, path: Path): string[];
}

export interface Applied {
  /** Each with its new text; null for none. */
  files: Map<string, string | null>;
  /** The file to look at afterwards. */
  file: string;
  words: string;
  from?: string;
  to?: string;
}

export function apply(change: Change, files: Files): Applied {
  switch (change.kind) {
    case 'create':
      return create(change, files);
    case 'delete':
      return {
        files: new Map([[change.file, null]]),
        file: change.file,
        words: `Removed ${change.file}`,
        from: titleIn(existing(change.file, files)),
      };
    case 'order':
      return order(change, files);
    case 'rename':
      return rename(change, files);
    case 'text':
      return text(change, files);
    default:
      return field(change, files);
  }
}

type FieldChange = Extract<Change, { path: Path }>;

function field(change: FieldChange, files: Files): Applied {
  const { file, path } = change;
  const raw = existing(file, files);
  const { front } = partsOf(file, raw);
  const whole = valueAt(front, []);
  const now = valueAt(front, path);
  // In a form, an empty list and no list look the same.
  if (!isDeepStrictEqual(now ?? null, change.was ?? null)) throw new Changed(file, now);
  const name = fieldName(path, whole);
  const others = new Map<string, string | null>();
  const done = (front: string, words: string, from?: Value, to?: Value): Applied => ({
    files: new Map([...others, [file, withFront(file, raw, () => front)]]),
    file,
    words: `${words} (${file})`,
    ...(from !== undefined && { from: titleOf(from) }),
    ...(to !== undefined && { to: titleOf(to) }),
  });
  if (change.kind === 'set') {
    const changed = setAt(front, path, change.value, files.orderOf(file, path.slice(0, -1)));
    const isQuestion = file === FAQ && path.at(-1) === 'id';
    if (isQuestion) follow(files, NAMING[FAQ] as Naming, String(now), String(change.value), others);
    const verb = now === undefined ? 'Added' : change.value === undefined ? 'Removed' : 'Changed';
    return done(changed, `${verb} ${name}`, now, change.value);
  }
  const where = name || 'the list';
  const item = (at: number) => (Array.isArray(now) ? now[at] : undefined);
  if (change.kind === 'add')
    return done(
      insertAt(front, [...path, change.at], change.value),
      `Added to ${where}`,
      undefined,
      change.value,
    );
  if (change.kind === 'remove')
    return done(removeAt(front, [...path, change.at]), `Removed from ${where}`, item(change.at));
  return done(
    moveAt(front, path, change.at, change.to),
    `Moved in ${where} from place ${change.at + 1} to ${change.to + 1}`,
    item(change.at),
  );
}

function text({ file, start, value, was }: Extract<Change, { kind: 'text' }>, files: Files): Applied {
  const raw = existing(file, files);
  const whole = withoutReturns(raw);
  const { body } = partsOf(file, whole);
  const first = whole.indexOf(was, body);
  // Lines above may have come or gone; two equal values cannot be distinguished then.
  const at = whole.startsWith(was, start) ? start : first === whole.lastIndexOf(was) ? first : -1;
  if (at < body) throw new Changed(file, start < body ? whole.slice(body) : paragraphAt(whole, start));
  return {
    files: new Map([[file, asBefore(raw, whole.slice(0, at) + value + whole.slice(at + was.length))]]),
    file,
    words: `Changed the text (${file})`,
    from: was,
    to: value,
  };
}

const paragraphAt = (text: string, at: number) => {
  const next = text.indexOf('\n\n', at);
  return text.slice(text.lastIndexOf('\n\n', at - 1) + 2, next < 0 ? text.trimEnd().length : next);
};

function create({ folder, name, value, body }: Extract<Change, { kind: 'create' }>, files: Files): Applied {
  const slug = slugOf(name);
  const isText = body !== undefined;
  const names = files.filesIn(folder);
  if (names.some((other) => nameOf(other) === slug))
    throw new Mistake(`${folder}: there is a ${slug} already; wanted: another title.`);
  const last = Math.max(0, ...names.map((other) => Number(NUMBER.exec(other)?.[2] ?? 0)));
  const file = isText ? `${folder}/${slug}.md` : `${folder}/${last + 1}-${slug}.yaml`;
  const order = files.orderOf(file, []);
  const inOrder = Object.entries(value).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  const fields = stringify(Object.fromEntries(inOrder), { lineWidth: 0, defaultKeyType: 'PLAIN' });
  return {
    files: new Map([[file, isText ? `---\n\n${fields}---\n\n${body.trim()}\n` : fields]]),
    file,
    words: `Added ${file}`,
    to: name,
  };
}

/** The numbers stay where they are; the names change places. */
function order({ file, to }: Extract<Change, { kind: 'order' }>, files: Files): Applied {
  const folder = folderOf(file);
  const all = files.filesIn(folder);
  const from = all.indexOf(file);
  const numbers = all.map((name) => NUMBER.exec(name)?.[2]);
  if (from < 0 || numbers.includes(undefined))
    throw new Mistake(
      `${folder}: a file has no number in front; wanted: a number in each, which is its place.`,
    );
  const changed = new Map<string, string | null>();
  const placed = (name: string, i: number) => name.replace(NUMBER, (_, before) => `${before}${numbers[i]}-`);
  for (const [i, name] of all.toSpliced(from, 1).toSpliced(to, 0, file).entries()) {
    if (placed(name, i) === name) continue;
    changed.set(placed(name, i), existing(name, files));
    if (!changed.has(name)) changed.set(name, null);
  }
  return {
    files: changed,
    file: placed(file, to),
    words: `Moved ${file} from place ${from + 1} to ${to + 1}`,
  };
}

const REDIRECTS = 'content/redirects.yaml';
const FAQ = 'content/faq.yaml';

/** Where a thing with a name is found, and the field by which others name it. */
interface Naming {
  path: (name: string) => string;
  field?: string;
}
const NAMING: Record<string, Naming> = {
  'content/posts': { path: articlePath },
  'content/services': { path: servicePath, field: 'practice' },
  'content/case-studies': { path: caseStudyPath, field: 'study' },
  [FAQ]: { path: questionPath, field: 'question' },
};

/** What names the thing elsewhere follows it. Of an article that people can read, the old address leads on. */
function rename({ file, to }: Extract<Change, { kind: 'rename' }>, files: Files): Applied {
  const folder = folderOf(file);
  const naming = NAMING[folder];
  if (!naming) throw new Mistake(`${file}: it has no address of its own.`);
  const [name, slug] = [nameOf(file), slugOf(to)];
  if (files.filesIn(folder).some((other) => nameOf(other) === slug))
    throw new Mistake(`${folder}: there is a ${slug} already; wanted: another address.`);
  const changed = new Map<string, string | null>();
  follow(files, naming, name, slug, changed);
  const text = changed.get(file) ?? existing(file, files);
  const [from, address] = [naming.path(name), naming.path(slug)];
  const renamed = file.replace(/[^/]+$/, (last) => last.replace(name, slug));
  changed.set(file, null).set(renamed, text);
  const { date = '', draft } = valueAt(partsOf(file, text).front, []) as { date?: string; draft?: boolean };
  if (folder === 'content/posts' && isPublished({ date, draft: draft === true }, Date.now())) {
    const table = changed.get(REDIRECTS) ?? files.read(REDIRECTS) ?? '';
    changed.set(
      REDIRECTS,
      withFront(REDIRECTS, table, (front) => {
        const list = (valueAt(front, []) ?? []) as { from: string }[];
        // Nobody is led away from an address that has a page again.
        const back = list.findIndex((entry) => entry.from === address);
        const free = back < 0 ? front : removeAt(front, [back]);
        return insertAt(free, [list.length - (back < 0 ? 0 : 1)], { from, to: address });
      }),
    );
  }
  return { files: changed, file: renamed, words: `Changed the address of ${file}`, from, to: address };
}

/** Puts into `changed` each text that names a thing in a field, or leads to it, with its new name. */
function follow(
  files: Files,
  { path, field }: Naming,
  old: string,
  now: string,
  changed: Map<string, string | null>,
): void {
  const link = new RegExp(`(?<=["(]|^)${path(old)}(?=[)"#?\\s]|$)`, 'g');
  for (const file of files.all()) {
    const raw = existing(file, files);
    if (!raw.includes(old)) continue;
    const named = withFront(file, raw, (front) =>
      leavesOf(valueAt(front, []) ?? null).reduce((text, { path: at, written }) => {
        if (at.at(-1) === field && written === old) return setAt(text, at, now);
        return at.at(-1) === 'to' ? setAt(text, at, written.replace(link, path(now))) : text;
      }, front),
    );
    const text = withoutReturns(named);
    const { body } = partsOf(file, named);
    const followed = asBefore(named, text.slice(0, body) + text.slice(body).replace(link, path(now)));
    if (followed !== raw) changed.set(file, followed);
  }
}

const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/'));

function existing(file: string, files: Files): string {
  const text = files.read(file);
  if (text === undefined) throw new Mistake(`${file}: the file is missing; load the page again.`);
  return text;
}

/** The fields of a file and where its text begins; of YAML, all of it is fields. */
export function partsOf(file: string, raw: string) {
  const text = withoutReturns(raw);
  if (!file.endsWith('.md')) return { front: text, start: 0, body: text.length };
  const [head = '', above = '', front = ''] = /^(\s*---\n)([\s\S]*?\n)---\n/.exec(text) ?? [];
  return { front, start: above.length, body: head.length };
}

function withFront(file: string, raw: string, change: (front: string) => string): string {
  const text = withoutReturns(raw);
  const { front, start } = partsOf(file, raw);
  return asBefore(raw, text.slice(0, start) + change(front) + text.slice(start + front.length));
}

const withoutReturns = (raw: string) => raw.replaceAll('\r\n', '\n').replace(/^\ufeff/, '');

/** Where two texts begin to differ, and how much of their ends is the same. */
export function between(one: string, other: string) {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let same = 0;
  while (same < shorter - start && one.at(-1 - same) === other.at(-1 - same)) same += 1;
  return { start, same };
}

/** What did not change keeps its bytes: ends of lines as Windows has them, and the mark that some editors put in front. */
function asBefore(raw: string, text: string): string {
  const before = withoutReturns(raw);
  if (before === raw) return text;
  const { start, same } = between(before, text);
  const placeIn = (count: number) => {
    let at = raw.startsWith('\ufeff') ? 1 : 0;
    for (let seen = 0; seen < count; at += 1) if (raw[at] !== '\r' || raw[at + 1] !== '\n') seen += 1;
    return at;
  };
  const typed = text.slice(start, text.length - same);
  const inserted = raw.includes('\r\n') ? typed.replaceAll('\n', '\r\n') : typed;
  return raw.slice(0, placeIn(start)) + inserted + raw.slice(placeIn(before.length - same));
}

const NUMBER = /(^|\/)(\d+)-/;
const nameOf = (file: string) =>
  file
    .replace(/^.*\//, '')
    .replace(/\.\w+$/, '')
    .replace(/^\d+-/, '');

const slugOf = (words: string) =>
  words
    .normalize('NFD')
    .replace(/[\u0300-\u036f’']/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const titleIn = (text: string) => /^(?:title|name): (.*)$/m.exec(text)?.[1] ?? '';
