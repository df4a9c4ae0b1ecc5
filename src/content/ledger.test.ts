import { describe, expect, it } from 'vitest';
import { Mistake } from '../lib/mistake.ts';
import { setLedgers } from './ledger.ts';

const FILE = 'content/posts/any.md';
const ledger = (...lines: string[]) => ['Before.', '', ...lines, '', 'After.'].join('\n');
const right = ledger(
  '```ledger One <order>',
  'Basket | $1,060.00',
  'Discount | -$6.50',
  '= Comes in | $1,053.50',
  'Goods | −$53.50',
  '= Left | $1,000',
  '```',
);

describe('a ledger', () => {
  it('becomes a table of labels and amounts, with a rule where a total stands', () => {
    const html = setLedgers(FILE, right);
    expect(html.split('\n')).toHaveLength(5);
    expect(html).toContain('<caption>One &lt;order&gt;</caption>');
    expect(html).toContain('<tr><th scope="row">Discount</th><td>−$6.50</td></tr>');
    expect(html).toContain('<tr class="total"><th scope="row">Left</th><td>$1,000</td></tr>');
    expect([...html.matchAll(/class="total"/g)]).toHaveLength(2);
  });

  it('leaves the text around it alone, and a text without any', () => {
    expect(setLedgers(FILE, right)).toMatch(/^Before\.\n\n<table[^\n]+<\/table>\n\nAfter\.$/);
    const plain = 'Words.\n\n```text\n= 1 | 2\n```\n';
    expect(setLedgers(FILE, plain)).toBe(plain);
  });

  it.each([
    ['$0.10', '$0.20', '$0.30'],
    ['NZ$30', 'NZ$6', 'NZ$36'],
    ['₹3,200', '-₹40', '₹3,160'],
    ['120', '-20', '100'],
  ])('adds up %s and %s to %s', (first, second, total) => {
    const text = ledger('```ledger A sum', `One | ${first}`, `Two | ${second}`, `= All | ${total}`, '```');
    expect(setLedgers(FILE, text)).toContain(`<td>${total}</td>`);
  });
});

describe('a slip in a ledger is one sentence that names file and line', () => {
  const cases: [string, string[], string][] = [
    [
      'a line without an amount',
      ['```ledger A sum', 'Goods $20', '= All | $20', '```'],
      'line 13 is ‘Goods $20’; wanted: a label, a bar and an amount, such as: Goods | -$20.00.',
    ],
    [
      'an amount that is no number',
      ['```ledger A sum', 'Goods | much', '= All | $20', '```'],
      'line 13 is ‘Goods | much’; wanted: a label',
    ],
    [
      'an empty line',
      ['```ledger A sum', 'Goods | $20', '', '= All | $20', '```'],
      'line 14 is ‘’; wanted: a label',
    ],
    [
      'a total that is not the sum',
      ['```ledger A sum', 'Goods | $20', 'Freight | $8.45', '= All | $28.40', '```'],
      'line 15 is a total of $28.40; wanted: 28.45, which the lines above it make.',
    ],
    [
      'no total',
      ['```ledger A sum', 'Goods | $20', '```'],
      'the ledger in line 12 does not end in a total; wanted: ',
    ],
    ['nothing in it', ['```ledger A sum', '```'], 'the ledger in line 12 does not end in a total; wanted: '],
    [
      'no caption',
      ['```ledger', 'Goods | $20', '= All | $20', '```'],
      'the ledger in line 12 has no caption; wanted: words after ```ledger',
    ],
    ['no end', ['```ledger A sum', '= All | $0'], 'the ledger in line 12 has no end; wanted: a line of ```'],
  ];

  it.each(cases)('%s', (_, lines, sentence) => {
    const read = () => setLedgers(FILE, ledger(...lines), 10);
    expect(read).toThrow(Mistake);
    expect(read).toThrow(`${FILE}: ${sentence}`);
  });
});
