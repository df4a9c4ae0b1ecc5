import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { site } from '../src/config/site.ts';
import { readContent } from '../src/content/read.ts';
import { routes } from '../src/routes.ts';
import { copyProject, type ProjectCopy } from './support/project-copy.ts';
import { startSite } from './support/server.ts';

const BUILD = 120_000;

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
      expectSentence(
        project.build(),
        `${file}: \`category\` is ‘${misspelt}’; wanted: one of the categories`,
      );
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
