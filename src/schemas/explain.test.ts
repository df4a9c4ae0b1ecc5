import { z } from 'astro/zod';
import { describe, expect, it } from 'vitest';
import { Mistake } from '../lib/mistake.ts';
import { parseOrExplain } from './explain.ts';

const schema = z.strictObject({
  title: z.string().min(1).max(80).describe('a title'),
  note: z.string().optional().describe('a note'),
  size: z.number().default(1).describe('a size'),
  tags: z.array(z.string().min(2).describe('a tag')).max(2).optional().describe('up to two tags'),
  parts: z
    .array(
      z
        .strictObject({ name: z.string().describe('a name'), from: z.number(), to: z.number() })
        .refine(({ from, to }) => from < to, { path: ['to'], error: 'a `to` above `from`' }),
    )
    .optional()
    .describe('a list of parts'),
});

const explained = (value: unknown) => {
  try {
    parseOrExplain('content/file.yaml', schema, value);
  } catch (error) {
    expect(error).toBeInstanceOf(Mistake);
    return (error as Mistake).message;
  }
  return '';
};

describe('a right value', () => {
  it('comes back with its defaults', () => {
    expect(parseOrExplain('file', schema, { title: 'A' })).toEqual({ title: 'A', size: 1 });
  });
});

describe('a wrong value is one sentence about', () => {
  it.each<[string, unknown, string]>([
    ['a missing field', {}, '`title` is missing; wanted: a title.'],
    ['an empty text', { title: '' }, '`title` is empty; wanted: a title.'],
    ['a field left blank', { title: null }, '`title` is empty; wanted: a title.'],
    ['another type', { title: 7 }, '`title` is ‘7’; wanted: a title.'],
    ['a list', { title: ['a', 'b'] }, '`title` is a list of 2; wanted: a title.'],
    ['a group', { title: { a: 1 } }, '`title` is a group of fields; wanted: a title.'],
    ['an optional field', { title: 'A', note: 1 }, '`note` is ‘1’; wanted: a note.'],
    ['a field with a default', { title: 'A', size: 'x' }, '`size` is ‘x’; wanted: a size.'],
    [
      'the length of a list',
      { title: 'A', tags: ['aa', 'bb', 'cc'] },
      '`tags` is a list of 3; wanted: up to two tags.',
    ],
    ['an item, counted from one', { title: 'A', tags: ['aa', 'b'] }, '`tags[2]` is ‘b’; wanted: a tag.'],
    [
      'a field of an item',
      { title: 'A', parts: [{ from: 1, to: 2 }] },
      '`parts[1].name` is missing; wanted: a name.',
    ],
    [
      'a field without a description',
      { title: 'A', parts: [{ name: 'A', from: 'x', to: 2 }] },
      '`parts[1].from` is ‘x’; wanted: a list of parts.',
    ],
    [
      'two fields at odds',
      { title: 'A', parts: [{ name: 'A', from: 3, to: 2 }] },
      '`parts[1].to` is ‘2’; wanted: a `to` above `from`.',
    ],
    [
      'a field nobody knows',
      { title: 'A', titel: 'A' },
      '`titel` is not a known field; the fields are title, note, size, tags, parts.',
    ],
    [
      'a field nobody knows in an item',
      { title: 'A', parts: [{ name: 'A', from: 1, to: 2, too: 2 }] },
      '`too` in `parts[1]` is not a known field; the fields are name, from, to.',
    ],
    ['an empty file', null, 'the whole file is empty; wanted: the fields title, note, size, tags, parts.'],
    [
      'a list for a file',
      [1],
      'the whole file is a list of 1; wanted: the fields title, note, size, tags, parts.',
    ],
  ])('%s', (_, value, sentence) => {
    expect(explained(value)).toBe(`content/file.yaml: ${sentence}`);
  });

  it('a long text, cut short and on one line', () => {
    const message = explained({ title: 'one\ntwo\n\n   three '.repeat(20) });
    expect(message).toBe(
      `content/file.yaml: \`title\` is ‘${'one two three '.repeat(20).slice(0, 60)}…’; wanted: a title.`,
    );
  });

  it('each mistake of several', () => {
    expect(explained({ size: 'x', tags: 'y', a: 1, b: 2 }).split('\n')).toEqual([
      'content/file.yaml: `title` is missing; wanted: a title.',
      'content/file.yaml: `size` is ‘x’; wanted: a size.',
      'content/file.yaml: `tags` is ‘y’; wanted: up to two tags.',
      'content/file.yaml: `a` is not a known field; the fields are title, note, size, tags, parts.',
      'content/file.yaml: `b` is not a known field; the fields are title, note, size, tags, parts.',
    ]);
  });
});

it('keeps no stack: the sentence is the whole story', () => {
  const error = new Mistake('content/file.yaml: a sentence.');
  expect(error.stack).toBe('');
  expect(String(error)).toBe('Mistake: content/file.yaml: a sentence.');
});
