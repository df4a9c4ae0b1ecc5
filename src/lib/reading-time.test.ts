import { expect, it } from 'vitest';
import { readingTime } from './reading-time.ts';

const words = (count: number) => Array.from({ length: count }, (_, i) => `word${i}`).join(' ');

it.each([
  [0, '1 min read'],
  [1, '1 min read'],
  [200, '1 min read'],
  [201, '2 min read'],
  [1600, '8 min read'],
  [1601, '9 min read'],
])('takes %i words as %s', (count, text) => {
  expect(readingTime(words(count))).toBe(text);
});

it('counts words, not the signs of Markdown', () => {
  const marked = `## ${words(100)}\n\n- **${words(99)}**\n\n---\n\n> don’t\n\n* * *`;
  expect(readingTime(marked)).toBe('1 min read');
  expect(readingTime(`${marked} more`)).toBe('2 min read');
});

it('takes an elided, hyphenated or foreign word as one', () => {
  const text = Array.from({ length: 50 }, () => 'don’t can’t direct-to-consumer भारत').join(' ');
  expect(readingTime(text)).toBe('1 min read');
});
