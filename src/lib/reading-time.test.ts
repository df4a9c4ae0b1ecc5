import { expect, it } from 'vitest';
import { readingTime } from './reading-time.ts';

const words = (count: number) => Array.from({ length: count }, (_, i) => `word${i}`).join(' ');

it.each([
  [0, '1 min read'],
  [200, '1 min read'],
  [201, '2 min read'],
  [1601, '9 min read'],
])('%i words take %s', (count, text) => expect(readingTime(words(count))).toBe(text));

it('counts elided, hyphenated and foreign words, but no Markdown syntax', () => {
  const marked = `## ${words(96)}\n\n- **${words(99)}**\n\n---\n\n> don’t can’t direct-to-consumer भारत\n\n* * *`;
  expect(readingTime(marked)).toBe('1 min read');
  expect(readingTime(`${marked} one more`)).toBe('2 min read');
});
