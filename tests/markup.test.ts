import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const pages = readdirSync('dist/client', { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.html'),
);

it('ships no comment, neither ours nor a framework’s', () => {
  expect(pages.length).toBeGreaterThan(10);
  const found = pages.flatMap((name) =>
    (readFileSync(`dist/client/${name}`, 'utf8').match(/<!--[\s\S]*?-->/g) ?? []).map(
      (text) => `${name}: ${text}`,
    ),
  );
  expect(found).toEqual([]);
});
