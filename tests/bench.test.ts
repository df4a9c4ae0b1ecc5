import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { plainEnvironment } from './support/environment.ts';

describe('npm run bench', () => {
  it('says at once what it lacks for a whole run, instead of a record without it', () => {
    expect(bench([], { PATH: '' })).toEqual({
      status: 1,
      said: expect.stringContaining('apt-get install wrk'),
    });
  });

  it('counts a part that it cannot measure as not kept', () => {
    expect(bench(['memory'], { PATH: '' })).toEqual({
      status: 1,
      said: expect.stringContaining('Not measured. wrk is not installed'),
    });
  });

  it('names its parts to whoever misspells one', () => {
    expect(bench(['vists'])).toEqual({
      status: 1,
      said: expect.stringMatching(/no part ‘vists’.*\bvisits\b/),
    });
  });
});

function bench(parts: string[], env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bench/main.ts', ...parts], {
    encoding: 'utf8',
    env: plainEnvironment(env),
  });
  return { status, said: stdout + stderr };
}
