/** `npm run check`: runs all checks, as many at a time as there are processors. */
import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';

type Check = [name: string, program: string, ...words: string[]];
const ASTRO = 'node_modules/astro/bin/astro.mjs';
const TYPES = 'node_modules/.cache/tsc.json';
const content: Check = ['content', 'scripts/check-content.ts'];
const collections: Check = ['collections', ASTRO, 'sync', '--silent'];
/** The longest first. */
const checks: Check[] = [
  // Astro's own check knows .astro files, and takes many times as long for the others.
  [
    ...(['types of pages', ASTRO, 'check', '--noSync', '--tsconfig', 'tsconfig.pages.json'] as const),
    ...['--minimumSeverity', 'hint', '--minimumFailingSeverity', 'hint'],
  ],
  [
    ...(['types', 'node_modules/typescript/bin/tsc', '-p', '.', '--noEmit'] as const),
    ...['--incremental', '--tsBuildInfoFile', TYPES],
  ],
  ['layers', 'scripts/check-layers.ts'],
  ['format and lint', 'node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
  ['unused', 'node_modules/knip/bin/knip.js'],
  ['styles', 'scripts/check-styles.ts'],
  ['packages', 'scripts/check-packages.ts'],
  ['editor schemas', 'scripts/editor-schemas.ts', '--check'],
];

const failed: string[] = [];
// Without Astro’s types of the collections, the compilers would report false errors.
const isFirst = changedAt('.astro/content.d.ts') < changedAt('src/content.config.ts');
const waiting: Check[] = [];
if (isFirst) {
  await run(content);
  if (failed.length === 0) await run(collections);
} else waiting.push(content);
if (failed.length === 0) waiting.unshift(...checks);
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await run(next);
  }),
);
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}.`);
  process.exitCode = 1;
} else console.log(`Checked ${[content, ...checks].map(([name]) => name).join(', ')}: no mistakes.`);

function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Prints the output of a check in one piece. */
function run([name, ...words]: Check): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, words);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.once('close', (code) => {
      // Valid content may still have warnings.
      if (code !== 0 || name === 'content') process.stdout.write(output);
      if (code !== 0) failed.push(name);
      resolve();
    });
  });
}
