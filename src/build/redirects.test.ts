import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AstroIntegration } from 'astro';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { routes } from '../routes.ts';
import { redirects } from './redirects.ts';

let root: string;
let integration: AstroIntegration;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'redirects of '));
  cpSync('content', join(root, 'content'), { recursive: true });
  const client = join(root, 'dist/client');
  mkdirSync(join(client, '_astro'), { recursive: true });
  writeFileSync(join(client, `${routes.services}.html`), '<h2 id="growth">Growth</h2>');
  writeFileSync(join(client, 'feed.xml'), '<feed/>');
  writeFileSync(join(client, '_astro/app.Ab12.js'), '');
  integration = redirects();
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (text: string) => writeFileSync(join(root, 'content/redirects.yaml'), text);
const entry = (from: string, to: string) => `- from: ${from}\n  to: ${to}\n`;
// Astro hands over more, of which nothing is read.
const hook = (name: keyof AstroIntegration['hooks'], options: object) =>
  (integration.hooks[name] as (options: object) => void)(options);
const before = () => hook('astro:config:done', { config: { root: pathToFileURL(`${root}/`) } });
const after = () => hook('astro:build:done', { dir: pathToFileURL(join(root, 'dist/client/')) });

it('a mistake ends the build before it begins', () => {
  write(entry('/old', '/nothing') + entry(routes.services, routes.home));
  expect(before).toThrow(/line 1: `to` is ‘\/nothing’.*\n.*line 3: `from` is ‘\/services’, which exists/);
});

it('what only the build can tell is looked at when it is done', () => {
  write(entry('/feed.xml', '/services#decline') + entry('/old', '/_astro/app.Ab12.js'));
  expect(before).not.toThrow();
  expect(after).toThrow(
    /line 1: `from` is ‘\/feed\.xml’, which exists.*\n.*line 1: `to` is ‘\/services#decline’.*\n.*line 3: `to` is ‘\/_astro\/app\.Ab12\.js’/,
  );
});

it('a table that is right is written for every server', () => {
  write(entry('/old', '/services#growth') + entry('/news', '/feed.xml'));
  before();
  after();
  for (const name of ['redirects.json', 'client/_redirects', 'nginx/redirects.conf', 'caddy/redirects.conf'])
    expect(readFileSync(join(root, 'dist', name), 'utf8'), name).toContain('/news');
});
