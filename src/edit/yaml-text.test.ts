import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Scalar, YAMLSeq } from 'yaml';
import { seeded } from '../../tests/support/seeded-random.ts';
import { filesBelow } from '../lib/files-below.ts';
import { apply } from './apply.ts';
import type { Path, Value } from './protocol.ts';
import { blocksOf } from './values.ts';
import { insertAt, moveAt, nodeAt, removeAt, setAt, valueAt } from './yaml-text.ts';

const EDITS = 1000;
const WIDTH = 120;

/** What people paste and what breaks a file: each is to come back as it was typed. */
const HOSTILE = [
  ...[
    '',
    ' ',
    'true',
    'null',
    '007',
    '1e3',
    '2025-01-01',
    '~',
    '-',
    '- a',
    '? b',
    '# c',
    'd #e',
    'f: g',
    'h:',
  ],
  ...[
    '*i',
    '&j',
    '!k',
    '|',
    '>-',
    '%l',
    '@m',
    '`n`',
    '{o}',
    '[p, q]',
    "'r'",
    '"s"',
    '“t”',
    '‘u’',
    '\\v',
    '<<',
  ],
  ...[
    ' w',
    'x ',
    'y\tz',
    '\tä',
    'two  spaces',
    'a\nb',
    'a\n\nb',
    '\na',
    'b\n',
    '---',
    '...',
    '\u2028',
    '😀 é',
    '\u00a0',
  ],
  ...[`${'word '.repeat(60)}end`, 'x'.repeat(300), `${'a: b # c '.repeat(20)}d`, `${'two  '.repeat(40)}e`],
];

const texts = ['content', 'tests/other-firm/content'].flatMap((folder) =>
  filesBelow(folder)
    .filter((name) => /\.(yaml|md)$/.test(name) && !name.endsWith('README.md'))
    .map((name) => {
      const text = readFileSync(`${folder}/${name}`, 'utf8');
      return { name: `${folder}/${name}`, text: /^\s*---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? text };
    })
    // A table without an entry.
    .filter(({ text }) => valueAt(text, []) !== null),
);

const leaves = (text: string) =>
  nodes(valueAt(text, [])).flatMap(({ path, value }) => (typeof value === 'object' ? [] : [path]));

it(`reads back ${EDITS} edits of any value as they were typed, and changes no byte beside them`, () => {
  const random = seeded(35);
  const any = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const words = [...new Set(texts.flatMap(({ text }) => text.split(/\s+/)))];
  for (let i = 0; i < EDITS; i += 1) {
    const { name, text } = any(texts);
    const path = any(leaves(text));
    const { value, range } = nodeAt(text, path) as Scalar;
    const [start = 0, end = 0] = range ?? [];
    const typed = random() < 0.5 ? any(HOSTILE) : edited(String(value), random, words);
    const changed = setAt(text, path, typed);
    const where = `${i}: ${name} ${path.join('.')} ‘${typed}’`;
    expect(valueAt(changed, path), where).toBe(typed);
    const same = end - (text.slice(start, end).length - text.slice(start, end).trimEnd().length);
    expect(changed.startsWith(text.slice(0, start)), where).toBe(true);
    expect(changed.endsWith(text.slice(same)), where).toBe(true);
    const again = nodeAt(changed, path) as Scalar;
    if (again.type !== 'BLOCK_FOLDED' || typed.includes('  ')) continue;
    for (const line of changed.slice(again.range?.[0], again.range?.[1]).split('\n'))
      if (/^\s*\S+ \S/.test(line) && !text.includes(line))
        expect(line.length, where).toBeLessThanOrEqual(WIDTH);
  }
});

const bodies = ['content', 'tests/other-firm/content'].flatMap((folder) =>
  filesBelow(folder)
    .filter((name) => /^(posts|legal)\/.*\.md$/.test(name))
    .map((name) => ({ file: `content/${name}`, text: readFileSync(`${folder}/${name}`, 'utf8') })),
);

it(`reads back ${EDITS} edits of any paragraph of any text as they were typed, and changes no byte beside them`, () => {
  const random = seeded(36);
  const any = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const words = bodies.flatMap(({ text }) => text.match(/(?<= )\p{L}+(?= )/gu) ?? []);
  for (let i = 0; i < EDITS; i += 1) {
    const { file, text } = any(bodies);
    const blocks = blocksOf(file, text);
    const at = Math.floor(random() * blocks.length);
    const { start = 0, written = '' } = blocks[at] ?? {};
    // A first word may be the mark of a list or a heading.
    const [first = '', ...rest] = written.split(' ');
    const value = `${first} ${edited(rest.join(' '), random, words)}`.trimEnd();
    const isWindows = random() < 0.3;
    const asSaved = (part: string) => (isWindows ? part.replaceAll('\n', '\r\n') : part);
    const { files } = apply(
      { kind: 'text', file, start, value, was: written },
      { read: () => asSaved(text), filesIn: () => [], all: () => [], orderOf: () => [] },
    );
    const where = `${i}: ${file} ‘${value}’`;
    const changed = text.slice(0, start) + value + text.slice(start + written.length);
    expect(files.get(file), where).toBe(asSaved(changed));
    expect(blocksOf(file, changed)[at]?.written, where).toBe(value);
  }
});

const lists = texts.flatMap(({ name, text }) =>
  nodes(valueAt(text, []))
    .filter(({ value }) => Array.isArray(value) && value.length > 1)
    .map(({ path, value }) => ({ name, text, path, list: value as Value[] })),
);

it('moves, adds and removes an item of any list, and changes no line of another', () => {
  const linesOf = (text: string) => text.split('\n').toSorted();
  expect(lists.length).toBeGreaterThan(50);
  for (const { name, text, path, list } of lists) {
    const where = `${name} ${path.join('.')}`;
    const last = list.length - 1;
    const moved = moveAt(text, path, 0, last);
    expect(valueAt(moved, path), where).toEqual([...list.slice(1), list[0]]);
    expect(linesOf(moved).length, where).toBe(linesOf(text).length);
    if (!(nodeAt(text, path) as YAMLSeq).flow) expect(linesOf(moved), where).toEqual(linesOf(text));
    expect(moveAt(moved, path, last, 0), where).toBe(text);

    const copy = insertAt(text, [...path, 1], list[1] as Value);
    expect(valueAt(copy, path), where).toEqual([list[0], list[1], ...list.slice(1)]);
    const longer = insertAt(text, [...path, list.length], list[0] as Value);
    expect(longer.length, where).toBeGreaterThan(text.length);
    expect(removeAt(longer, [...path, list.length]), where).toBe(text);
    expect(valueAt(removeAt(text, [...path, last]), path), where).toEqual(list.slice(0, -1));
  }
});

it.each([
  ['a: 1\nc: 3\n', ['b'], 2, ['a', 'b', 'c'], 'a: 1\nb: 2\nc: 3\n'],
  ['c: 3\n', ['a'], 1, ['a', 'b', 'c'], 'a: 1\nc: 3\n'],
  ['- b: 2\n- b: 3\n', [1, 'a'], 'x: y', ['a', 'b'], '- b: 2\n- a: "x: y"\n  b: 3\n'],
  ['a: [x, "y"] # note\n', ['a'], ['"', 'y', 'x'], [], 'a: ["\\"", "y", x] # note\n'],
  ['a: { b: 1 }\n', ['a', 'c'], 'd', ['b', 'c'], 'a: { b: 1, c: d }\n'],
  ['a:\nb: 1\n', ['a'], ['x'], [], 'a: [x]\nb: 1\n'],
  ['# a note\n', [0], { from: '/a', gone: true }, [], '# a note\n\n- from: /a\n  gone: true\n'],
  ['a: "1" # one\n# two\nb: 2\n', ['b'], undefined, [], 'a: "1" # one\n'],
] as const)('writes into %j at %j the value %j', (text, path, value, order, wanted) => {
  const changed =
    path[0] === 0 ? insertAt(text, path, value as Value) : setAt(text, path, value as Value, [...order]);
  expect(changed).toBe(wanted);
});

/** Every value, group and list, with its place. */
function nodes(value: unknown, path: Path = []): { path: Path; value: unknown }[] {
  const inner =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, one]) =>
          nodes(one, [...path, Array.isArray(value) ? Number(key) : key]),
        )
      : [];
  return [{ path, value }, ...inner];
}

/** As a person changes a text: a word more, a word less, another word. */
function edited(value: string, random: () => number, words: string[]): string {
  const parts = value.split(' ');
  const at = Math.floor(random() * parts.length);
  const word = words[Math.floor(random() * words.length)] as string;
  parts.splice(at, random() < 0.5 ? 1 : 0, ...(random() < 0.8 ? [word] : []));
  return parts.join(' ');
}
