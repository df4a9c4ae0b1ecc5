/** `npm run check`, which puts our programs on the path: format and lint, types, content, overdue claims; side by side, because each keeps one core busy. */
import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';

const CACHE = 'node_modules/.cache/tsc.json';
// Reads and checks content/, and writes the types of its collections.
const content = ['astro', 'sync', '--silent'];
const checks = {
  'format and lint': ['biome', 'check', '--error-on-warnings'],
  // Astro's own check knows .astro files and takes many times as long for the others: it needs the compiler of TypeScript 6.
  types: [
    ...['node', 'node_modules/typescript-native/bin/tsc', '-p', '.', '--noEmit'],
    ...['--incremental', '--tsBuildInfoFile', CACHE],
  ],
  'types of pages': [
    ...['astro', 'check', '--noSync', '--tsconfig', 'tsconfig.pages.json'],
    ...['--minimumSeverity', 'hint', '--minimumFailingSeverity', 'hint'],
  ],
  claims: ['node', 'scripts/check-claims.ts'],
};

// Without those types the others find mistakes that are none. They change with the list of collections alone.
const isFirst = changedAt('.astro/content.d.ts') < changedAt('src/content.config.ts');
if (isFirst && (await run(['content', content]))) process.exit(1);
const all = Object.entries(isFirst ? checks : { ...checks, content });
const failed = (await Promise.all(all.map(run))).filter((name) => name !== undefined);
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}.`);
  process.exitCode = 1;
}

function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
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
