import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { site } from '../src/config/site.ts';
import { readContent } from '../src/content/read.ts';
import { routes } from '../src/routes.ts';
import { copyProject, type ProjectCopy } from './support/project-copy.ts';
import { startSite } from './support/server.ts';

const BUILD = 300_000;

describe('a build with a mistake in it', () => {
  let project: ProjectCopy;
  beforeAll(() => {
    project = copyProject();
  });
  afterEach(() => project.restore());
  afterAll(() => project.remove());

  it(
    'ends with one sentence about a misspelt category',
    () => {
      const [article] = readContent(process.cwd(), site).posts();
      const file = article?.file ?? '';
      const misspelt = `${article?.data.category}s`;
      project.edit(file, (text) => text.replace(/^category: .*$/m, `category: ${misspelt}`));
      expectSentence(project.build(), `\`category\` is ‘${misspelt}’; wanted: one of the categories`);
    },
    BUILD,
  );

  it(
    'ends with one sentence about a wrong e-mail address in site.config.ts',
    () => {
      const wrong = site.contactEmail.replace('@', ' at ');
      project.edit('site.config.ts', (text) => text.replaceAll(site.contactEmail, wrong));
      const found = `site.config.ts: \`contactEmail\` is ‘${wrong}’; wanted: the e-mail address`;
      expectSentence(project.build(), found);
    },
    BUILD,
  );

  it(
    'ends with a sentence for each mistake about an address that changed',
    () => {
      const file = 'content/redirects.yaml';
      let line = 0;
      project.edit(file, (text) => {
        line = text.trimEnd().split('\n').length + 1;
        return `${text.trimEnd()}\n- from: ${routes.about}\n  to: /no-such-page\n`;
      });
      const built = project.build();
      expectSentence(built, `${file}: line ${line}: \`from\` is ‘${routes.about}’, which exists; wanted: `);
      expectSentence(built, `${file}: line ${line}: \`to\` is ‘/no-such-page’; wanted: `);
    },
    BUILD,
  );
});

it('a slip of the pen in site.config.ts is a sentence with its line', () => {
  const project = copyProject();
  project.edit('site.config.ts', (text) => text.replace(/(legalName: '[^']*'),/, '$1'));
  const line = readFileSync(join(project.root, 'site.config.ts'), 'utf8')
    .split('legalName')[0]
    ?.split('\n').length;
  for (const command of ['build', 'check', 'dev']) {
    const { status, output } = project.run('npm', 'run', '--silent', command);
    expect(status).toBe(1);
    expect(output).toMatch(
      /^site\.config\.ts: line \d+, or the one above it, cannot be read .*; wanted: .*\.\n$/,
    );
    expect(output).toContain(`line ${Number(line) + 1},`);
  }
  project.remove();
});

it('all mistakes of all files are told in one build', () => {
  const project = copyProject();
  const [first, second] = readContent(process.cwd(), site).posts();
  project.edit(
    first?.file ?? '',
    (text) =>
      `${text}\n[Nowhere](/no-such-page)\n\n![](none.png)\n\n<svg onload="x()">\n\n<a href="javascript:x()">x</a>\n`,
  );
  project.edit(second?.file ?? '', (text) => text.replace(/^date: .*$/m, 'date: soon'));
  project.edit('content/pages/about.yaml', (text) =>
    text.replace(/^ {2}question: .*$/m, '  question: no-such-question'),
  );
  writeFileSync(join(project.root, 'content/pages/hoem.yaml'), 'head: {}\n');
  const { status, output } = project.build();
  expect(status).not.toBe(0);
  for (const sentence of [
    '`date` is ‘soon’; wanted: ',
    'content/pages/hoem.yaml: nothing reads a file of that name; wanted: one of ',
    'there is no page /no-such-page; wanted: ',
    'the picture none.png has no words for those who cannot see it; wanted: ',
    'HTML holds ‘<svg’; wanted: ',
    'the link ‘javascript:x()’ leads nowhere; wanted: ',
    '`doors.question` is ‘no-such-question’; wanted: ',
  ])
    expect(output).toContain(sentence);
  expect(output.trim().split('\n')).toHaveLength(7);
  project.remove();
});

it('a site that is built starts again, whatever is typed into its content meanwhile', async () => {
  const project = copyProject();
  cpSync('dist', join(project.root, 'dist'), { recursive: true });
  for (const file of ['content/pages/contact.yaml', 'content/claims.yaml', 'site.config.ts'])
    project.edit(file, (text) => `{{{ a slip of the hand\n${text}`);
  const running = await startSite(project.root);
  expect((await fetch(running.url)).status).toBe(200);
  const posted = await fetch(running.url + routes.contact, {
    method: 'POST',
    body: new URLSearchParams({ email: 'ada@example.com', message: 'It still works.' }),
    redirect: 'manual',
  });
  expect(posted.status).toBe(303);
  await running.stop();
  project.remove();
});

/** The sentence stands once, on a line of its own, and not among the places in the code where it was noticed. */
function expectSentence({ status, output }: { status: number | null; output: string }, sentence: string) {
  expect(status).not.toBe(0);
  expect(status).not.toBeNull();
  const lines = output.split('\n');
  expect(lines.filter((line) => line.includes(sentence))).toHaveLength(1);
  expect(lines.filter((line) => /^\s+at .*[/\\]/.test(line))).toEqual([]);
}
