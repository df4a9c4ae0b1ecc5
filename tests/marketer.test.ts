import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadFiles } from '../src/server/http/files.ts';
import { plainEnvironment } from './support/environment.ts';
import { changeLikeAMarketer } from './support/marketer.ts';
import { copyProject, type ProjectCopy } from './support/project-copy.ts';

/** Those that look at what content becomes. The others do not know that there is any. */
const suites = [
  ...[
    'about',
    'article',
    'blog',
    'case-studies',
    'faq',
    'feeds',
    'home',
    'icons',
    'layers',
    'links',
    'markup',
  ],
  ...['not-found', 'privacy', 'routes', 'services', 'structured-data'],
];
const LONG = 600_000;

let project: ProjectCopy;
beforeAll(async () => {
  project = copyProject();
  await changeLikeAMarketer(project);
});
afterAll(() => project.remove());

it(
  'a marketer who adds and rewords leaves the tests green',
  async () => {
    const files = suites.map((name) => `tests/${name}.test.ts`);
    const { status, output } = await new Promise<{ status: number; output: string }>((resolve) =>
      execFile(
        'npx',
        ['--no', 'vitest', 'run', '--project', 'site', '--reporter', 'dot', ...files],
        { cwd: project.root, env: plainEnvironment({ NO_COLOR: '1' }), maxBuffer: 50_000_000 },
        (error, out, err) => resolve({ status: Number(error?.code ?? 0), output: out + err }),
      ),
    );
    expect(output.match(/^ FAIL .*$/gm) ?? []).toEqual([]);
    expect(output).toMatch(new RegExp(`Test Files +${files.length} passed`));
    expect(status).toBe(0);
  },
  LONG,
);

it('an article may hold everything that Markdown can', () => {
  const client = join(project.root, 'dist/client');
  const html = readFileSync(join(client, 'blog/an-article-with-everything.html'), 'utf8');
  for (const part of [
    /<section class="code" tabindex="0" aria-label="[^"]+"><pre><code[^>]*>[\s\S]*<span class="token comment">/,
    /<section class="table" tabindex="0" aria-label="Name, [^"]+"><table>[\s\S]*<td class="to-right">/,
    /<table class="ledger"><caption>One order</,
    /<figure class="quotation"><blockquote>[\s\S]*?<\/blockquote><figcaption>Ada Lovelace, /,
    /<dl>\s*<dt>Gross margin<\/dt>\s*<dd>/,
    /<details>\s*<summary>/,
    /<h4 id="a-fourth-level">/,
    /<sup><a href="#fn-1" id="fnref-1"[^>]*>1<\/a><\/sup>/,
    /<section class="notes"><h2 id="footnote-label">/,
    /<figcaption>Orders per week<\/figcaption>/,
    /<li>☑ done<\/li>/,
  ])
    expect(html).toMatch(part);
  expect(html).not.toMatch(/ style="|__ASTRO_IMAGE_/);
});

it('everything that the pages name is a file that our server serves', () => {
  const client = join(project.root, 'dist/client');
  const served = loadFiles(client);
  const html = readFileSync(join(client, 'blog/an-article-with-everything.html'), 'utf8');
  const named = [...html.matchAll(/\/_astro\/[^"'\s,)]+/g)].map(([path]) => path);
  expect(named.some((path) => path.includes('market'))).toBe(true);
  expect(named.filter((path) => !served.has(path))).toEqual([]);
});

it('a picture is sent as small as a screen allows', async () => {
  const client = join(project.root, 'dist/client');
  const html = readFileSync(join(client, 'blog/an-article-with-everything.html'), 'utf8');
  const [picture = ''] = /<picture>[\s\S]*?<\/picture>/.exec(html) ?? [];
  expect(picture).toMatch(/<img [^>]*width="800" height="467" alt="A violet field" loading="lazy"/);
  const [, set = ''] = /<source type="image\/avif" srcset="([^"]+)"/.exec(picture) ?? [];
  const forms = set.split(', ').map((form) => form.split(' '));
  expect(forms.map(([, width]) => width)).toEqual(['400w', '800w', '1200w']);
  for (const [path = '', width = ''] of forms) {
    const found = await sharp(join(client, path)).metadata();
    expect([found.width, found.mediaType]).toEqual([Number.parseInt(width, 10), 'image/avif']);
  }
});
