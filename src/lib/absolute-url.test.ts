import { expect, it } from 'vitest';
import { absoluteUrl } from './absolute-url.ts';

it.each([
  ['/', 'https://firm.example/'],
  ['/about', 'https://firm.example/about'],
  ['/faq#fees', 'https://firm.example/faq#fees'],
  ['https://other.example', 'https://other.example/'],
])('knows %s as %s', (to, known) => {
  expect(absoluteUrl(to, 'https://firm.example')).toBe(known);
});
