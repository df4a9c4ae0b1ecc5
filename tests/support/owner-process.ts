/** Runs the owner's command line anew for each message, with its settings and parameters: see owner.ts. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Asked {
  env: Record<string, string>;
  parameters: string[];
}

const program = pathToFileURL(resolve('src/server/admin/cli.ts')).href;
const own = { ...process.env };
const said = { out: '', error: '' };
const collect = (into: keyof typeof said) => (text: string | Uint8Array) => {
  said[into] += text;
  return true;
};
process.stdout.write = collect('out');
process.stderr.write = collect('error');
let count = 0;

process.on('message', async ({ env, parameters }: Asked) => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, own, env);
  Object.assign(said, { out: '', error: '' });
  process.argv.splice(1, process.argv.length, program, ...parameters);
  process.exitCode = 0;
  // Another name for the same file has it run again; what it imports is loaded once.
  await import(`${program}?${++count}`);
  process.stdout.removeAllListeners('error');
  process.send?.({ code: process.exitCode, ...said });
  process.exitCode = 0;
});
