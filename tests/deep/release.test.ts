import { readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copyProject } from '../support/project-copy.ts';
import { filesOf } from '../support/release.ts';

it('is the same to the byte in whatever folder it is made, and tells nothing of the machine', () => {
  // One with a space and an umlaut, one without.
  const [first, second] = [undefined, 'project-'].map((name) => {
    const project = copyProject(name);
    expect(project.run('npm', 'run', '--silent', 'release')).toMatchObject({ status: 0 });
    return { root: project.root, files: filesOf(join(project.root, 'release')) };
  });
  expect(first?.files).toEqual(second?.files);
  const secrets = [process.cwd(), first?.root ?? '', `${tmpdir()}/`, `${homedir()}/`];
  const telling = Object.keys(first?.files ?? {}).filter((name) => {
    const bytes = readFileSync(join(first?.root ?? '', 'release', name));
    return secrets.some((secret) => bytes.includes(secret));
  });
  expect(telling).toEqual([]);
});
