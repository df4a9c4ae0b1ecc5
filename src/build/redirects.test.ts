import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AstroIntegration } from 'astro';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { writeSmallContent } from '../../tests/support/small-content.ts';
import { redirects } from './redirects.ts';

let root: string;
let integration: AstroIntegration;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'redirects of '));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeSmallContent(root);
  const client = join(root, 'dist/client');
  mkdirSync(join(client, '_astro'), { recursive: true });
  writeFileSync(join(client, 'services.html'), '<h2 id="growth">Growth</h2>');
  writeFileSync(join(client, 'feed.xml'), '<feed/>');
  writeFileSync(join(client, '_astro/app.Ab12.js'), '');
  integration = redirects();
});

const write = (text: string) => writeFileSync(join(root, 'content/redirects.yaml'), text);
const entry = (from: string, to: string) => `- from: ${from}\n  to: ${to}\n`;
// Astro hands over more, of which nothing is read.
const hook = (name: keyof AstroIntegration['hooks'], options: object) =>
  (integration.hooks[name] as (options: object) => void)(options);
const before = () => hook('astro:config:done', { config: { root: pathToFileURL(`${root}/`) } });
const after = () => hook('astro:build:done', { dir: pathToFileURL(join(root, 'dist/client/')) });

it('what only the build can tell is looked at when it is done', () => {
  write(entry('/feed.xml', '/services#decline') + entry('/old', '/_astro/app.Ab12.js'));
  expect(before).not.toThrow();
  expect(after).toThrow(
    /line 1: `from` is ‘\/feed\.xml’, which exists.*\n.*line 1: `to` is ‘\/services#decline’.*\n.*line 3: `to` is ‘\/_astro\/app\.Ab12\.js’/,
  );
});

it('a table that is right is written for our server, and for static hosts with a slash and without', () => {
  write(`${entry('/old', '/services#growth')}- from: /withdrawn\n  gone: true\n`);
  before();
  after();
  const written = (name: string) => readFileSync(join(root, 'dist', name), 'utf8');
  expect(JSON.parse(written('redirects.json'))).toEqual([
    { from: '/old', to: '/services#growth' },
    { from: '/withdrawn', gone: true },
  ]);
  const lines = written('client/_redirects').split('\n');
  expect(lines.filter((line) => line.startsWith('/'))).toEqual([
    '/old /services#growth 308',
    '/old/ /services#growth 308',
    '/withdrawn /410.html 410',
    '/withdrawn/ /410.html 410',
  ]);
});
