import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { site } from '../src/config/site.ts';
import { readContent } from '../src/content/read.ts';
import { copyProject, type ProjectCopy } from './support/project-copy.ts';

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
});

/** The sentence stands once, on a line of its own, and not among the places in the code where it was noticed. */
function expectSentence({ status, output }: { status: number | null; output: string }, sentence: string) {
  expect(status).not.toBe(0);
  expect(status).not.toBeNull();
  const lines = output.split('\n');
  expect(lines.filter((line) => line.includes(sentence))).toHaveLength(1);
  expect(lines.filter((line) => /^\s+at .*[/\\]/.test(line))).toEqual([]);
}
