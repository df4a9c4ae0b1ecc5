import { describe, expect, it } from 'vitest';
import { Mistake } from '../../lib/mistake.ts';
import { setLedgers } from './ledger.ts';

const FILE = 'content/posts/any.md';
const ledger = (lines: string) => `Before.\n\n\`\`\`ledger${lines}\n\`\`\`\n\nAfter.`;

it('a ledger becomes a table of labels and amounts, with a rule where a total stands', () => {
  const text = ledger(
    ' One <order>\nBasket | $1,060.00\nDiscount | -$6.50\n= In | $1,053.50\nGoods | −$53.50\n= Left | $1,000',
  );
  const html = setLedgers(FILE, text);
  expect(html).toMatch(/^Before\.\n\n<table[^\n]+<\/table>\n\nAfter\.$/);
  expect(html).toContain('<caption>One &lt;order&gt;</caption>');
  expect(html).toContain('<tr><th scope="row">Discount</th><td>−$6.50</td></tr>');
  expect(html).toContain('<tr class="total"><th scope="row">Left</th><td>$1,000</td></tr>');
  expect(html.match(/class="total"/g)).toHaveLength(2);
});

it('other code stays as it is', () => {
  const plain = 'Words.\n\n```text\n= 1 | 2\n```\n';
  expect(setLedgers(FILE, plain)).toBe(plain);
});

it.each([
  ['$0.10', '$0.20', '$0.30'],
  ['NZ$30', 'NZ$6', 'NZ$36'],
  ['₹3,200', '-₹40', '₹3,160'],
  ['120', '-20', '100'],
])('%s and %s make %s', (first, second, total) => {
  const text = ledger(` A sum\nOne | ${first}\nTwo | ${second}\n= All | ${total}`);
  expect(setLedgers(FILE, text)).toContain(`<td>${total}</td>`);
});

describe('a slip is one sentence that names file and line', () => {
  it.each([
    [' A sum\nGoods $20\n= All | $20', 'line 13 is ‘Goods $20’; wanted: a label, a bar and an amount'],
    [' A sum\nGoods | much\n= All | $20', 'line 13 is ‘Goods | much’; wanted: a label'],
    [' A sum\nGoods | $20\n\n= All | $20', 'line 14 is ‘’; wanted: a label'],
    [' A sum\nA | $20\nB | $8.45\n= All | $28.40', 'line 15 is a total of $28.40; wanted: 28.45'],
    [' A sum\nGoods | $20', 'the ledger in line 12 does not end in a total; wanted: '],
    [' A sum', 'the ledger in line 12 does not end in a total; wanted: '],
    ['\nGoods | $20\n= All | $20', 'the ledger in line 12 has no caption; wanted: words after ```ledger'],
  ])('%j', (lines, sentence) => {
    const read = () => setLedgers(FILE, ledger(lines), 10);
    expect(read).toThrow(Mistake);
    expect(read).toThrow(`${FILE}: ${sentence}`);
  });

  it('no end', () => {
    expect(() => setLedgers(FILE, 'Before.\n\n```ledger A sum\n= All | $0')).toThrow(
      `${FILE}: the ledger in line 3 has no end; wanted: a line of \`\`\``,
    );
  });
});
