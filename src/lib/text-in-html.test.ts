import { expect, it } from 'vitest';
import { saysText } from './text-in-html.ts';

it.each([
  ['<li><strong>Address:</strong> 1 O’Hara &amp; Sons Lane, <span>400-001</span> Mumbai</li>'],
  ['<p>1 O&#39;Hara &#x26; Sons Lane,\n400-001\u00a0Mumbai</p>'],
])('finds words in %s, however they are set', (html) => {
  expect(saysText(html, "1 O'Hara & Sons Lane, 400-001 Mumbai")).toBe(true);
});

it('does not find what is not there, nor what only an attribute holds', () => {
  expect(saysText('<p>2 High Street, Mumbai</p>', '1 High Street, Mumbai')).toBe(false);
  expect(saysText('<p title="1 High Street">Words</p>', '1 High Street')).toBe(false);
});
