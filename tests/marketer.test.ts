import { execFile } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
