import { expect, it } from 'vitest';
import { withoutData } from './without-data.ts';

const data = '<script type="application/ld+json">{"name":"run()"}</script>';

it('takes out what a page tells search engines, and nothing that runs', () => {
  expect(withoutData(`<p>A</p>${data}<script>run()</script>${data}<p>B</p>`)).toBe(
    '<p>A</p><script>run()</script><p>B</p>',
  );
});

it.each([
  '<script>run()</script>',
  '<script type="module">run()</script>',
  '<script type="speculationrules">{}</script>',
  '<script type="module" data-type="application/ld+json">run()</script>',
  '<p>&lt;script type="application/ld+json"></p>',
])('leaves %s', (html) => {
  expect(withoutData(html)).toBe(html);
});
