import { isDeepStrictEqual } from 'node:util';
import { stringify } from 'yaml';
import { Mistake } from '../lib/mistake.ts';
import { articlePath } from '../routes.ts';
import { fieldName } from '../schemas/explain.ts';
import type { Change, Path, Value } from './protocol.ts';
import { insertAt, moveAt, removeAt, setAt, valueAt } from './yaml-text.ts';

/** Somebody else has changed meanwhile what was to be changed. */
export class Changed extends Error {
  readonly now: Value | undefined;
  constructor(file: string, now: Value | undefined) {
    super(`${file}: somebody else changed this meanwhile; look at both, then choose.`);
    this.now = now;
  }
}

/** What a change reads: the text of a file, if it is there, and the names of a folder's files in their order. */
export interface Files {
  read(file: string): string | undefined;
  namesIn(folder: string): string[];
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
        from: titleOf(existing(change.file, files)),
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
  const done = (front: string, words: string, from?: Value, to?: Value): Applied => ({
    files: new Map([[file, withFront(file, raw, () => front)]]),
    file,
    words: `${words} (${file})`,
    ...(from !== undefined && { from: said(from) }),
    ...(to !== undefined && { to: said(to) }),
  });
  if (change.kind === 'set') {
    const changed = setAt(front, path, change.value, files.orderOf(file, path.slice(0, -1)));
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
  const names = files.namesIn(folder);
  if (names.some((other) => nameOf(other) === slug))
    throw new Mistake(`${folder}: there is a ${slug} already; wanted: another title.`);
  const last = Math.max(0, ...names.map((other) => Number(NUMBER.exec(other)?.[1] ?? 0)));
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
  const folder = file.slice(0, file.lastIndexOf('/'));
  const names = files.namesIn(folder);
  const from = names.indexOf(file.slice(folder.length + 1));
  const numbers = names.map((name) => NUMBER.exec(name)?.[0]);
  if (from < 0 || numbers.includes(undefined))
    throw new Mistake(
      `${folder}: a file has no number in front; wanted: a number in each, which is its place.`,
    );
  const wanted = names.toSpliced(from, 1).toSpliced(to, 0, names[from] as string);
  const changed = new Map<string, string | null>();
  for (const [i, name] of wanted.entries()) {
    const renamed = `${folder}/${numbers[i]}${name.replace(NUMBER, '')}`;
    if (renamed === `${folder}/${name}`) continue;
    changed.set(renamed, existing(`${folder}/${name}`, files));
    if (!changed.has(`${folder}/${name}`)) changed.set(`${folder}/${name}`, null);
  }
  return {
    files: changed,
    file: `${folder}/${numbers[to]}${(names[from] as string).replace(NUMBER, '')}`,
    words: `Moved ${file} from place ${from + 1} to ${to + 1}`,
  };
}

const REDIRECTS = 'content/redirects.yaml';

function rename({ file, to }: Extract<Change, { kind: 'rename' }>, files: Files): Applied {
  const slug = slugOf(to);
  const renamed = `content/posts/${slug}.md`;
  if (files.read(renamed) !== undefined)
    throw new Mistake(`${renamed}: it is there already; wanted: another address.`);
  const raw = files.read(REDIRECTS) ?? '';
  const [old, address] = [articlePath(nameOf(file)), articlePath(slug)];
  const table = withFront(REDIRECTS, raw, (front) => {
    const list = (valueAt(front, []) ?? []) as { from: string; to?: string }[];
    // Nobody is led on twice, and not away from an address that has a page again.
    const led = list.reduce(
      (now, entry, i) => (entry.to === old ? setAt(now, [i, 'to'], address) : now),
      front,
    );
    const back = list.findIndex((entry) => entry.from === address);
    const free = back < 0 ? led : removeAt(led, [back]);
    return insertAt(free, [list.length - (back < 0 ? 0 : 1)], { from: old, to: address });
  });
  return {
    files: new Map([
      [renamed, existing(file, files)],
      [file, null],
      [REDIRECTS, table],
    ]),
    file: renamed,
    words: `Changed the address of ${file}; the old one leads on`,
    from: old,
    to: address,
  };
}

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

/** What did not change keeps its bytes: ends of lines as Windows has them, and the mark that some editors put in front. */
function asBefore(raw: string, text: string): string {
  const before = withoutReturns(raw);
  if (before === raw) return text;
  const shorter = Math.min(before.length, text.length);
  let start = 0;
  while (start < shorter && before[start] === text[start]) start += 1;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === text.at(-1 - same)) same += 1;
  const placeIn = (count: number) => {
    let at = raw.startsWith('\ufeff') ? 1 : 0;
    for (let seen = 0; seen < count; at += 1) if (raw[at] !== '\r' || raw[at + 1] !== '\n') seen += 1;
    return at;
  };
  const typed = text.slice(start, text.length - same);
  const inserted = raw.includes('\r\n') ? typed.replaceAll('\n', '\r\n') : typed;
  return raw.slice(0, placeIn(start)) + inserted + raw.slice(placeIn(before.length - same));
}

const NUMBER = /^(\d+)-/;
const nameOf = (file: string) =>
  file
    .replace(/^.*\//, '')
    .replace(/\.\w+$/, '')
    .replace(NUMBER, '');

const slugOf = (words: string) =>
  words
    .normalize('NFD')
    .replace(/[\u0300-\u036f’']/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** A value as a list of changes says it: a group by what names it. */
export function said(value: Value): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  if (Array.isArray(value)) return value.map(said).join(', ');
  const { title, question, heading, name, metric, wording, from, id } = value;
  return String(title ?? question ?? heading ?? name ?? metric ?? wording ?? from ?? id ?? '…');
}

const titleOf = (text: string) => /^(?:title|name): (.*)$/m.exec(text)?.[1] ?? '';
