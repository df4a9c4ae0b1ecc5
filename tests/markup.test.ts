import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { builtFirm } from './support/firm.ts';

it('every page of the own, the other and the young firm passes the validator of the W3C', async () => {
  const firms = await Promise.all((['own', 'other', 'least'] as const).map(builtFirm));
  const pages = firms.flatMap(({ built }) =>
    readdirSync(built(''), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.html') && !name.includes('generated-'))
      .map((name) => built(name)),
  );
  expect(pages.length).toBeGreaterThan(40);
  const jar = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar');
  const output = execFileSync(
    'java',
    // A short run: compiling twice and collecting side by side would cost more than they gain.
    [
      '-XX:TieredStopAtLevel=1',
      '-XX:+UseSerialGC',
      '-jar',
      jar,
      '--format',
      'json',
      '--exit-zero-always',
      '--stdout',
      ...pages,
    ],
    { encoding: 'utf8', maxBuffer: 100_000_000 },
  );
  const { messages } = JSON.parse(output) as { messages: { type: string; message: string; url: string }[] };
  // It does not know the newer styles, and says so with each of them: a sign that it has read the pages.
  const [styles, html] = [true, false].map((isStyle) =>
    messages.filter(({ message }) => message.startsWith('CSS:') === isStyle),
  );
  expect(styles?.length).toBeGreaterThan(0);
  expect(
    html?.filter(({ type }) => type === 'error').map(({ message, url }) => `${url}: ${message}`),
  ).toEqual([]);
});
