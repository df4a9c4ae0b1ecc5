import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mistakesIn } from './support/markup.ts';
import { built } from './support/other-firm.ts';

const pages = readdirSync(built(''), { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.html') && !name.includes('generated-'),
);

it.each(pages)('%s of a firm with everything is HTML as it should be', async (name) => {
  expect(await mistakesIn(readFileSync(built(name), 'utf8'))).toEqual([]);
});

it('a mistake is found', async () => {
  const page = readFileSync(built('404.html'), 'utf8');
  expect(await mistakesIn(page.replace('<main', '<p><div></div></p><main'))).not.toEqual([]);
});
