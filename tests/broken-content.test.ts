import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { isReserved } from '../src/content/unfinished.ts';
import { routes } from '../src/routes.ts';
import { exampleSite, realSite } from './support/launching-firm.ts';
import { copyFixture } from './support/lay-out.ts';
import { built, root, wordsOf } from './support/other-firm.ts';
import type { ProjectCopy } from './support/project-copy.ts';
import { startSite } from './support/server.ts';

let project: ProjectCopy;
beforeAll(async () => {
  project = await copyFixture();
});
afterEach(() => project.restore());

const npm = (...words: string[]) => project.run('npm', 'run', '--silent', ...words);
const article = (name: string, change: object, body = '') =>
  writeFileSync(
    join(project.root, `content/posts/of-a-test-${name}.md`),
    `---\n${stringify({
      title: `A title of ${name}`,
      excerpt: 'In short',
      description: 'What this article is about, in as many words as a search engine shows of it.',
      category: wordsOf('blog').categories[0],
      date: '2025-01-01',
      ...change,
    })}---\n\nWords.\n${body}`,
  );
const configure = (site: object) =>
  project.edit('site.config.ts', () => `export default ${JSON.stringify(site)};\n`);

// Each kind of mistake: src/content/load.test.ts.
it('all mistakes of all files are reported in one build, a sentence each', () => {
  configure(exampleSite);
  article('links', {}, '\n[Nowhere](/no-such-page)\n\n![](none.png)\n\n<a href="javascript:x()">x</a>\n');
  article('date', { date: 'soon' });
  project.edit('content/pages/about.yaml', (text) => `${text}\nnonsense: 1\n`);
  const { status, output } = npm('build');
  for (const name of ['links', 'date']) project.run('rm', `content/posts/of-a-test-${name}.md`);
  expect(status).toBe(1);
  const sentences = [
    '`date` is ‘soon’; wanted: ',
    'there is no page /no-such-page; wanted: ',
    'the picture none.png has no description for those who cannot see it; wanted: ',
    'the link ‘javascript:x()’ leads nowhere; wanted: ',
    '`nonsense` is not a known field',
  ];
  for (const sentence of sentences) expect(output.split(sentence), sentence).toHaveLength(2);
  expect(output.trim().split('\n')).toHaveLength(sentences.length);
});

it.each(['build', 'check', 'dev'])(
  'a slip of the pen in site.config.ts is a sentence with its line in npm run %s',
  (command) => {
    project.edit('site.config.ts', () => "export default {\n  name: 'Firm'\n  legalName: 'Firm',\n};\n");
    const { status, output } = npm(command);
    expect(status).toBe(1);
    expect(output).toMatch(
      /^site\.config\.ts: line 3, or the one above it, cannot be read .*; wanted: .*\.\n$/,
    );
  },
);

it('a wrong value in site.config.ts is a sentence', () => {
  configure({ ...exampleSite, contactEmail: 'hello at firm' });
  const { status, output } = npm('build');
  expect(status).toBe(1);
  expect(output).toMatch(
    /^site\.config\.ts: `contactEmail` is ‘hello at firm’; wanted: the e-mail address [^\n]+$/m,
  );
});

it('a build for a real address stops with one sentence for each example, unless ALLOW_EXAMPLES is set', () => {
  configure(realSite);
  article('example', { status: 'example' });
  const claim = { id: 'one-more', wording: 'one more claim', basis: 'Nothing yet.', status: 'example' };
  project.edit('content/claims.yaml', (text) => stringify([...((parse(text) as unknown[]) ?? []), claim]));
  const { status, output } = npm('build');
  expect(status).toBe(1);
  expect(output.trim().split('\n')).toEqual([
    expect.stringMatching(/content\/claims\.yaml: `one-more` is an example; replace or check it/),
    expect.stringMatching(
      /content\/posts\/of-a-test-example\.md: the whole file is an example; replace or check it with its author/,
    ),
    expect.stringContaining('ALLOW_EXAMPLES=1'),
  ]);
  // The same step of a build by itself: to go on to the end would take ten times as long.
  const step = `const { noExamples } = await import('./src/integrations/no-examples.ts');
    const { siteContent } = await import('./src/integrations/content.ts');
    const { site } = await import('./src/config/site.ts');
    const content = siteContent(process.cwd(), site);
    await content.read();
    noExamples(content).hooks['astro:config:done']();`;
  const stepWith = (allowed: string) =>
    project.run(
      'env',
      'NODE_ENV=production',
      `ALLOW_EXAMPLES=${allowed}`,
      process.execPath,
      '--input-type=module',
      '-e',
      step,
    ).status;
  expect([stepWith('0'), stepWith('1')]).toEqual([1, 0]);
});

it('an example wears no mark on the built site', () => {
  const pages = globSync('**/*.html', { cwd: built('') }).map((name) => built(name));
  expect(pages).not.toEqual([]);
  for (const page of pages) expect(readFileSync(page, 'utf8'), page).not.toContain('<mark');
});

it.each([
  ['https://firm.example', true],
  ['http://localhost:4321', true],
  ['https://example.com', true],
  ['https://firm.com', false],
  ['https://example.firm.com', false],
  ['https://latest.io', false],
])('%s is reserved: %s', (url, reserved) => expect(isReserved(url)).toBe(reserved));

it('a site that is built starts again, whatever is typed into its content meanwhile', async () => {
  cpSync(join(root, 'dist'), join(project.root, 'dist'), { recursive: true });
  for (const file of ['content/pages/contact.yaml', 'content/claims.yaml', 'site.config.ts'])
    project.edit(file, (text) => `{{{ a slip of the hand\n${text}`);
  const running = await startSite(project.root);
  expect((await fetch(running.url)).status).toBe(200);
  const body = new URLSearchParams({ email: 'ada@example.com', message: 'It still works.' });
  const posted = await fetch(running.url + routes.contact, { method: 'POST', body, redirect: 'manual' });
  expect(posted.status).toBe(303);
  await running.stop();
});
