import { execFile } from 'node:child_process';
import { plainEnvironment } from './environment.ts';

export const CLI = 'src/server/admin/cli.ts';

interface Ran {
  code: number;
  out: string;
  error: string;
}

/** The owner's command line, as it is typed. */
export const runOwner = (parameters: string[], env: NodeJS.ProcessEnv, cwd?: string): Promise<Ran> =>
  new Promise((resolve) => {
    const options = { cwd, env: plainEnvironment(env) };
    execFile(process.execPath, [CLI, ...parameters], options, (failed, out, error) =>
      resolve({ code: Number(failed?.code ?? 0), out, error }),
    );
  });
