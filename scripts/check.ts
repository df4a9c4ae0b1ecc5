/** `npm run check`, which puts our programs on the path: runs all checks side by side, because each keeps one core busy. */
import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';

const CACHE = 'node_modules/.cache/tsc.json';
const checks = {
  content: ['node', 'scripts/check-content.ts'],
  'format and lint': ['biome', 'check', '--error-on-warnings'],
  layers: ['node', 'scripts/check-layers.ts'],
  styles: ['node', 'scripts/check-styles.ts'],
  packages: ['node', 'scripts/check-packages.ts'],
};
const typeChecks = {
  // Astro's own check knows .astro files and takes many times as long for the others: it needs the compiler of TypeScript 6.
  'types of pages': [
    ...['astro', 'check', '--noSync', '--tsconfig', 'tsconfig.pages.json'],
    ...['--minimumSeverity', 'hint', '--minimumFailingSeverity', 'hint'],
  ],
  types: [
    ...['node', 'node_modules/typescript-native/bin/tsc', '-p', '.', '--noEmit'],
    ...['--incremental', '--tsBuildInfoFile', CACHE],
    // The others keep the second core busy, and two checkers would each learn the same types.
    '--singleThreaded',
  ],
};

// Without the types of the collections, which change with their list alone, the compilers find mistakes that are none.
const isFirst = changedAt('.astro/content.d.ts') < changedAt('src/content.config.ts');
const running = Object.entries(checks).map(run);
if (isFirst && !(await running[0])) running.unshift(run(['collections', ['astro', 'sync', '--silent']]));
if (!isFirst || !(await running[0])) running.push(...Object.entries(typeChecks).map(run));
const failed = (await Promise.all(running)).filter((name) => name !== undefined);
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}.`);
  process.exitCode = 1;
} else console.log(`Looked at ${Object.keys({ ...checks, ...typeChecks }).join(', ')}: nothing is wrong.`);

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
      // Content that is right may still have something for its owner to look at.
      if (code !== 0 || name === 'content') process.stdout.write(output);
      resolve(code === 0 ? undefined : name);
    });
  });
}
