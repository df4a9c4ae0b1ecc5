import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { HtmlValidate } from 'html-validate';
import { expect, it } from 'vitest';

const FOLDER = 'dist/client';
const pages = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.html'))
  .map((name) => `${FOLDER}/${name}`);

it('ships no comment, neither ours nor a framework’s', () => {
  expect(pages.length).toBeGreaterThan(10);
  const found = pages.flatMap((page) =>
    (readFileSync(page, 'utf8').match(/<!--[\s\S]*?-->/g) ?? []).map((text) => `${page}: ${text}`),
  );
  expect(found).toEqual([]);
});

it.each(pages)('%s passes html-validate', async (page) => {
  // How HTML is written is for the tools that write it: their quotes and empty values are right, and not ours.
  const validator = new HtmlValidate({
    extends: ['html-validate:standard', 'html-validate:a11y'],
    rules: { 'long-title': 'off' },
  });
  const { results } = await validator.validateString(readFileSync(page, 'utf8'));
  const found = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
  expect(found).toEqual([]);
});

it('passes the validator of the W3C', () => {
  const jar = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar');
  const output = execFileSync(
    'java',
    ['-jar', jar, '--format', 'json', '--exit-zero-always', '--stdout', ...pages],
    {
      encoding: 'utf8',
      maxBuffer: 100_000_000,
    },
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
