import { z } from 'astro/zod';
import { expect, it } from 'vitest';
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
    expect((error as Mistake).stack).toBe('');
    return (error as Mistake).message;
  }
  return '';
};

it('a valid value is returned with its defaults', () => {
  expect(parseOrExplain('file', schema, { title: 'A' })).toEqual({ title: 'A', size: 1 });
});

const part = { name: 'A', from: 1, to: 2 };
const FIELDS = 'title, note, size, tags, parts';

it.each<[unknown, string]>([
  [{}, '`title` is missing; wanted: a title.'],
  [{ title: '' }, '`title` is empty; wanted: a title.'],
  [{ title: 7 }, '`title` is ‘7’; wanted: a title.'],
  [{ title: ['a', 'b'] }, '`title` is a list of 2; wanted: a title.'],
  [{ title: { a: 1 } }, '`title` is a group of fields; wanted: a title.'],
  [{ title: 'A', tags: ['aa', 'bb', 'cc'] }, '`tags` is a list of 3; wanted: up to two tags.'],
  [{ title: 'A', tags: ['aa', 'b'] }, '`tags[2]` is ‘b’; wanted: a tag.'],
  // A field without words of its own has those of the group around it.
  [{ title: 'A', parts: [{ ...part, from: 'x' }] }, '`parts[1].from` is ‘x’; wanted: a list of parts.'],
  [{ title: 'A', parts: [{ ...part, from: 3 }] }, '`parts[1].to` is ‘2’; wanted: a `to` above `from`.'],
  [{ title: 'A', titel: 'A' }, `\`titel\` is not a known field; the fields are ${FIELDS}.`],
  [
    { title: 'A', parts: [{ ...part, x: 2 }] },
    '`x` in `parts[1]` is not a known field; the fields are name, from, to.',
  ],
  [null, `the whole file is empty; wanted: the fields ${FIELDS}.`],
])('%j: %s', (value, sentence) => expect(explained(value)).toBe(`content/file.yaml: ${sentence}`));

it('a long text is shortened to one line', () => {
  expect(explained({ title: 'one\ntwo\n\n   three '.repeat(20) })).toBe(
    `content/file.yaml: \`title\` is ‘${'one two three '.repeat(20).slice(0, 60)}…’; wanted: a title.`,
  );
});

it('each mistake has its own sentence', () => {
  const starts = explained({ size: 'x', tags: 'y', a: 1, b: 2 }).split('\n');
  expect(starts.map((sentence) => /`(\w+)`/.exec(sentence)?.[1])).toEqual([
    'title',
    'size',
    'tags',
    'a',
    'b',
  ]);
});
