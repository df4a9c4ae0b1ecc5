/** `npm run check`, which puts our programs on the path: format and lint, types, overdue claims; side by side, because each keeps one core busy. */
import { spawn, spawnSync } from 'node:child_process';

const CACHE = 'node_modules/.cache/tsc.json';
const checks = {
  'format and lint': ['biome', 'check', '--error-on-warnings'],
  // Astro's own check knows .astro files and takes twice as long for the others.
  types: ['tsc', '-p', '.', '--noEmit', '--incremental', '--tsBuildInfoFile', CACHE],
  'types of pages': [
    ...['astro', 'check', '--noSync', '--tsconfig', 'tsconfig.pages.json'],
    ...['--minimumSeverity', 'hint', '--minimumFailingSeverity', 'hint'],
  ],
  claims: ['node', 'scripts/check-claims.ts'],
};

// The types of the content are made from it.
const synced = spawnSync('astro', ['sync', '--silent'], { stdio: 'inherit' });
if (synced.status !== 0) process.exit(1);
const failed = (await Promise.all(Object.entries(checks).map(run))).filter((name) => name !== undefined);
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}.`);
  process.exitCode = 1;
}

/** Prints what it says in one piece, and answers with its name if it failed. */
function run([name, [command = '', ...parameters]]: [string, string[]]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(command, parameters);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.once('close', (code) => {
      if (code !== 0 || name === 'claims') process.stdout.write(output);
      resolve(code === 0 ? undefined : name);
    });
  });
}
