import { execFile } from 'node:child_process';
import { plainEnvironment } from './environment.ts';

export const CLI = 'src/server/admin/cli.ts';

export interface Ran {
  code: number;
  out: string;
  error: string;
}

/** The owner's command line, as it is typed. */
export const runOwner = (parameters: string[], env: NodeJS.ProcessEnv, cwd?: string): Promise<Ran> =>
  runNode([CLI, ...parameters], plainEnvironment(env), cwd);

/** A program of Node with this environment, while the test goes on. */
export const runNode = (words: string[], env: NodeJS.ProcessEnv, cwd?: string): Promise<Ran> =>
  new Promise((resolve) => {
    execFile(process.execPath, words, { cwd, env }, (failed, out, error) =>
      resolve({ code: Number(failed?.code ?? 0), out, error }),
    );
  });
