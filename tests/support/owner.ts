import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { plainEnvironment } from './environment.ts';

export const CLI = 'src/server/admin/cli.ts';

export interface Ran {
  code: number;
  out: string;
  error: string;
}

/** The owner's command line in one process for all tests of a file: most of a start is loading the same modules. */
export function ownerForTests(): (env: Record<string, string>, ...parameters: string[]) => Promise<Ran> {
  let child: ReturnType<typeof fork>;
  beforeAll(() => {
    const program = fileURLToPath(new URL('owner-process.ts', import.meta.url));
    child = fork(program, {
      env: plainEnvironment(),
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
  });
  afterAll(() => child.disconnect());
  return (env, ...parameters) =>
    new Promise((resolve, reject) => {
      const fail = () => reject(new Error(`It ended at ${parameters.join(' ')}`));
      child.once('exit', fail).once('message', (ran) => {
        child.off('exit', fail);
        resolve(ran as Ran);
      });
      child.send({ env, parameters });
    });
}
