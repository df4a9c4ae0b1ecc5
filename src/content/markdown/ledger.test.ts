import { expect, it } from 'vitest';
import { outlineOf } from './outline.ts';

const mistakesIn = (lines: string) =>
  outlineOf(`Before.\n\n\`\`\`ledger${lines}\n\`\`\`\n\nAfter.`, 10).ledgers;

it.each([
  ['$0.10', '$0.20', '$0.30'],
  ['NZ$30', 'NZ$6', 'NZ$36'],
  ['₹3,200', '-₹40', '₹3,160'],
  ['120', '−20', '100'],
])('%s and %s make %s', (first, second, total) =>
  expect(
    mistakesIn(` A sum\nOne | ${first}\nTwo | ${second}\n= All | ${total}\nMore | 0\n= Still | ${total}`),
  ).toEqual([]),
);

it('other code is not a ledger', () =>
  expect(outlineOf('Words.\n\n```text\n= 1 | 2\n```\n\n````md\n```ledger\n````').ledgers).toEqual([]));

it.each([
  [' A sum\nGoods $20\n= All | $0', 'line 13 is ‘Goods $20’; wanted: a label, a bar and an amount'],
  [' A sum\nGoods | much\n= All | $0', 'line 13 is ‘Goods | much’; wanted: a label'],
  [' A sum\nGoods | $20\n\n= All | $20', 'line 14 is ‘’; wanted: a label'],
  [' A sum\nA | $20\nB | $8.45\n= All | $28.40', 'line 15 is a total of $28.40; wanted: 28.45'],
  [' A sum\nGoods | $20', 'the ledger in line 12 does not end in a total; wanted: '],
  [' A sum', 'the ledger in line 12 does not end in a total; wanted: '],
  ['\nGoods | $20\n= All | $20', 'the ledger in line 12 has no caption; wanted: words after ```ledger'],
])('a slip is one sentence with its line: %j', (lines, sentence) =>
  expect(mistakesIn(lines)).toEqual([expect.stringContaining(sentence)]),
);

it('a ledger without an end is reported once', () =>
  expect(outlineOf('Before.\n\n```ledger A sum\n= All | $0').ledgers).toEqual([
    expect.stringContaining('the ledger in line 3 has no end; wanted: a line of ```'),
  ]));
