import { isDeepStrictEqual } from 'node:util';
import { isCollection, isMap, isScalar, isSeq, type Pair, parseDocument, Scalar, stringify } from 'yaml';
import { readYaml } from '../content/yaml.ts';
import { fold, foldAgain } from './fold.ts';
import { type Path, type Value, withValue } from './protocol.ts';

/**
 * The text with another value at this place, and every byte beside it as it was. A value that is not there yet is added
 * where the order of fields wants it; `undefined` takes it away.
 */
export function setAt(text: string, path: Path, value: Value | undefined, order: string[] = []): string {
  const node = nodeAt(text, path);
  if (value === undefined) return node === undefined ? text : removeAt(text, path);
  if (isDeepStrictEqual(valueAt(text, path), value)) return text;
  if (node === undefined) return addField(text, path, value, order);
  if (isMap(node) && isGroup(value) && node.items.length > 0) {
    const gone = Object.keys(node.toJSON()).filter((key) => !(key in value));
    const kept = Object.entries(value).reduce(
      (now, [key, inner]) => setAt(now, [...path, key], inner, Object.keys(value)),
      text,
    );
    return gone.reduce((now, key) => removeAt(now, [...path, key]), kept);
  }
  if (isSeq(node) && Array.isArray(value) && node.items.length > 0 && value.length > 0) {
    let now = text;
    for (let i = node.items.length; i > value.length; i -= 1) now = removeAt(now, [...path, i - 1]);
    return value.reduce<string>(
      (now, item, i) =>
        i < node.items.length ? setAt(now, [...path, i], item) : insertAt(now, [...path, i], item),
      now,
    );
  }
  return replaceAt(text, path, value);
}

/** The text with one more item at this place of a list, written as the items beside it are. */
export function insertAt(text: string, path: Path, item: Value): string {
  const [list, at] = [path.slice(0, -1), Number(path.at(-1))];
  const node = nodeAt(text, list);
  if (!isSeq(node) || node.items.length === 0) {
    if (list.length > 0) return setAt(text, list, [item]);
    const above = text.replace(/^\s*\[\]\s*$/, '').trimEnd();
    return proven(`${above && `${above}\n\n`}${stringify([item], { lineWidth: 0 })}`, [item]);
  }
  const wanted = [...(node.toJSON() as Value[])];
  wanted.splice(at, 0, item);
  const whole = withValue(valueAt(text, []), list, wanted);
  if (node.flow) return proven(rewriteFlow(text, list, wanted), whole);
  const { chunks, gaps } = chunksOf(text, node.items);
  const like = chunks[Math.max(0, at - 1)] as Span;
  const margin = ' '.repeat(columnOf(text, like.start));
  const written = margin + withoutComments(text.slice(like.start, like.end));
  const source = setAt(written, [0], item).slice(margin.length);
  const gap = gaps.at(0) ?? '\n';
  if (at < chunks.length) {
    const { start } = chunks[at] as Span;
    return proven(splice(text, start, start, source + gap), whole);
  }
  const { end } = chunks.at(-1) as Span;
  return proven(splice(text, end, end, gap + source), whole);
}

/** The text without this field or item, and without the lines that were its own. */
export function removeAt(text: string, path: Path): string {
  const [above, key] = [path.slice(0, -1), path.at(-1) as string | number];
  const node = nodeAt(text, above);
  const rest = node && isCollection(node) ? (node.toJSON() as Value) : null;
  if (Array.isArray(rest)) rest.splice(Number(key), 1);
  else if (isGroup(rest)) delete rest[String(key)];
  const whole = withValue(valueAt(text, []), above, rest);
  if (!isCollection(node) || node.items.length < 2) return replaceAt(text, above, rest);
  if (node.flow) return proven(rewriteFlow(text, above, rest as Value), whole);
  const { chunks } = chunksOf(text, node.items);
  const at = isMap(node) ? keysOf(node.items as Pair[]).indexOf(String(key)) : Number(key);
  const { start, end } = chunks[at] as Span;
  const next = chunks[at + 1];
  const changed = next
    ? splice(text, start, next.start, '')
    : splice(text, (chunks[at - 1] as Span).end, end, '');
  return proven(changed, whole);
}

/** The text with an item of a list at another place; what stands between the items stays where it is. */
export function moveAt(text: string, list: Path, from: number, to: number): string {
  const node = nodeAt(text, list);
  if (!isSeq(node)) throw new Error(`There is no list at ${list.join('.')}.`);
  const wanted = moved(node.toJSON() as Value[], from, to);
  const whole = withValue(valueAt(text, []), list, wanted);
  if (node.flow) return proven(rewriteFlow(text, list, wanted), whole);
  const { chunks, gaps } = chunksOf(text, node.items);
  const sources = moved(
    chunks.map(({ start, end }) => text.slice(start, end)),
    from,
    to,
  );
  const [first, last] = [chunks[0] as Span, chunks.at(-1) as Span];
  const inOrder = sources.map((source, i) => source + (gaps[i] ?? '')).join('');
  return proven(splice(text, first.start, last.end, inOrder), whole);
}

/** What the text says at a place. */
export function valueAt(text: string, path: Path): Value | undefined {
  const whole = parsed(text).toJS() as Value;
  return path.reduce<Value | undefined>((inner, key) => (inner as Record<string, Value>)?.[key], whole);
}

/** Every text in a value, with its place. */
export const leavesOf = (value: Value, path: Path = []): { path: Path; written: string }[] => {
  if (typeof value === 'string') return [{ path, written: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  );
};

export const nodeAt = (text: string, path: Path) =>
  path.length > 0 ? parsed(text).getIn(path, true) : (parsed(text).contents ?? undefined);

/** One change asks many things of one text. */
let last = { text: '', document: parseDocument('') };
function parsed(text: string) {
  if (last.text !== text) last = { text, document: parseDocument(text) };
  return last.document;
}

interface Span {
  start: number;
  end: number;
}

const splice = (text: string, start: number, end: number, source: string) =>
  text.slice(0, start) + source + text.slice(end);

const isGroup = (value: Value | undefined): value is { [key: string]: Value } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function moved<Item>(items: Item[], from: number, to: number): Item[] {
  const [item] = items.splice(from, 1);
  items.splice(to, 0, item as Item);
  return items;
}

const keysOf = (items: Pair[]) => items.map(({ key }) => String((key as Scalar).value));

/** A text is only taken when it says what was meant, and nothing else. */
function proven(text: string, wanted: Value): string {
  if (!says(text, wanted)) throw new Error('The file cannot be changed in this place without changing more.');
  return text;
}

function says(text: string, wanted: Value): boolean {
  try {
    return isDeepStrictEqual(readYaml('', text).value, wanted);
  } catch {
    return false;
  }
}

/** The first way to write the value that reads back as it was meant: as it was written before, where that can be. */
function replaceAt(text: string, path: Path, value: Value): string {
  const node = nodeAt(text, path);
  if (!isScalar(node) && !isCollection(node)) throw new Error(`There is nothing at ${path.join('.')}.`);
  const wanted = withValue(valueAt(text, []), path, value);
  const { start, end } = spanOf(text, node);
  const before = text.slice(start, end);
  // An empty value stands directly behind its colon.
  const lead = start === end && !/\s/.test(text[start - 1] ?? ' ') ? ' ' : '';
  for (const source of waysToWrite(value, isScalar(node) ? node : undefined, before, columnOf(text, start))) {
    const changed = splice(text, start, end, lead + source);
    if (says(changed, wanted)) return changed;
  }
  throw new Error(`The value at ${path.join('.')} cannot be written.`);
}

function* waysToWrite(value: Value, node: Scalar | undefined, before: string, column: number) {
  if (typeof value !== 'string') {
    yield typeof value === 'object' ? flowOf(value) : String(value);
    return;
  }
  const [, head = '', lines = ''] = /^([>|].*\n)([\s\S]*)$/.exec(before) ?? [];
  const indent = /^ */.exec(lines)?.[0] ?? '';
  if (node?.type === Scalar.BLOCK_FOLDED) yield head + foldAgain(lines, value, indent);
  else if (node?.type === Scalar.BLOCK_LITERAL) yield head + value.replace(/^(?=.)/gm, indent);
  else if (node?.type === Scalar.QUOTE_SINGLE) yield `'${value.replaceAll("'", "''")}'`;
  else if (node?.type === Scalar.PLAIN && before.includes('\n'))
    yield foldAgain(before, value, /\n( *)/.exec(before)?.[1] ?? '', column);
  else if (node?.type === Scalar.PLAIN) yield value;
  yield JSON.stringify(value);
}

const flowOf = (value: Value) =>
  stringify(value, {
    collectionStyle: 'flow',
    flowCollectionPadding: !Array.isArray(value),
    lineWidth: 0,
  }).trim();

/** A list or group between brackets: each value that stays, stays as it is written. */
function rewriteFlow(text: string, path: Path, value: Value): string {
  const node = nodeAt(text, path);
  if (!isCollection(node)) throw new Error(`There is no list at ${path.join('.')}.`);
  const { start, end } = spanOf(text, node);
  const written = isSeq(node)
    ? node.items.map((item) => {
        const span = spanOf(text, item as Scalar);
        return { source: text.slice(span.start, span.end), value: (item as Scalar).toJSON() as Value };
      })
    : [];
  const sources = Array.isArray(value)
    ? value.map((item) => written.find((one) => isDeepStrictEqual(one.value, item))?.source ?? flowOf(item))
    : [];
  return splice(text, start, end, Array.isArray(value) ? `[${sources.join(', ')}]` : flowOf(value));
}

function addField(text: string, path: Path, value: Value, order: string[]): string {
  const [above, key] = [path.slice(0, -1), String(path.at(-1))];
  const node = nodeAt(text, above);
  const whole = withValue(valueAt(text, []), path, value);
  if (!isMap(node)) throw new Error(`There is no group at ${above.join('.')}.`);
  if (node.flow)
    return proven(
      rewriteFlow(text, above, { ...(node.toJSON() as { [key: string]: Value }), [key]: value }),
      whole,
    );
  const pairs = node.items as Pair[];
  const { chunks } = chunksOf(text, pairs);
  const before = order.slice(0, order.indexOf(key));
  const anchor = keysOf(pairs).findLastIndex((other) => before.includes(other));
  const column = columnOf(text, spanOf(text, (pairs[0] as Pair).key as Scalar).start);
  const indent = ' '.repeat(column);
  const lines = `${stringify({ [key]: value }, { lineWidth: 0 }).trimEnd()}`;
  const long = typeof value === 'string' && `${indent}${lines}`.length > 120 && !value.includes('\n');
  const source = long
    ? `${key}: >-\n${fold(value, `${indent}  `)}`
    : lines.replace(/\n(?=.)/g, `\n${indent}`);
  const { start, end } = chunks[Math.max(0, anchor)] as Span;
  return proven(
    anchor < 0
      ? splice(text, start, start, `${source}\n${indent}`)
      : splice(text, end, end, `\n${indent}${source}`),
    whole,
  );
}

const columnOf = (text: string, offset: number) => offset - (text.lastIndexOf('\n', offset - 1) + 1);

/** From where to where a value is written, without the comment or the empty lines behind it. */
function spanOf(text: string, node: { range?: [number, number, number] | null }): Span {
  const [start = 0, end = 0] = node.range ?? [];
  return { start, end: start + text.slice(start, end).trimEnd().length };
}

/**
 * Each item with the lines that are its own: those of a note directly above it (but for the first, where such a note is
 * about the whole list) up to the end of its last line. What is between them are the gaps.
 */
function chunksOf(text: string, items: unknown[]): { chunks: Span[]; gaps: string[] } {
  const chunks = items.map((item, i) => {
    const begin = beginOf(text, item as Scalar | Pair);
    const lineEnd = text.indexOf('\n', endOf(text, item as Scalar | Pair));
    return { start: i === 0 ? begin : withNotes(text, begin), end: lineEnd < 0 ? text.length : lineEnd };
  });
  const gaps = chunks.slice(1).map(({ start }, i) => text.slice((chunks[i] as Span).end, start));
  return { chunks, gaps };
}

const isPair = (item: Scalar | Pair): item is Pair => 'key' in item;

/** Of a field its name, of an item its dash. */
function beginOf(text: string, item: Scalar | Pair): number {
  if (isPair(item)) return spanOf(text, item.key as Scalar).start;
  return text.lastIndexOf('-', spanOf(text, item).start - 1);
}

function withNotes(text: string, begin: number): number {
  let start = begin;
  for (;;) {
    const lineStart = text.lastIndexOf('\n', start - 1) + 1;
    const before = text.slice(text.lastIndexOf('\n', lineStart - 2) + 1, Math.max(0, lineStart - 1));
    if (lineStart === 0 || !/^\s*#/.test(before)) return start;
    start = lineStart - 1 - before.trimStart().length;
  }
}

function endOf(text: string, item: Scalar | Pair): number {
  const node = isPair(item) ? ((item.value ?? item.key) as Scalar) : item;
  if (isCollection(node) && !node.flow && node.items.length > 0)
    return endOf(text, node.items.at(-1) as Scalar);
  return spanOf(text, node as Scalar).end;
}

const withoutComments = (text: string) => text.replace(/^\s*#.*\n/gm, '');
