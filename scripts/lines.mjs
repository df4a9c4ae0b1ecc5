// @ts-check
// Prints the lines of code, tests and CSS by folder, blank lines and comments included: node scripts/lines.mjs
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const CODE = /\.(astro|ts|tsx|mjs|js|sh|service|timer|conf)$|(^|\/)Caddyfile$/;
/** Folders whose parts are counted one by one. */
const DIVIDED = /^(src\/server|src)\/[^/]+(?=\/)/;

/** @type {Map<string, { code: number, tests: number, css: number }>} */
const folders = new Map();
for (const file of execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n')) {
  const kind = kindOf(file);
  if (!kind || !existsSync(file)) continue;
  const lines = readFileSync(file, 'utf8').split('\n').length - 1;
  for (const folder of [folderOf(file), 'all']) {
    const counts = folders.get(folder) ?? { code: 0, tests: 0, css: 0 };
    counts[kind] += lines;
    folders.set(folder, counts);
  }
}
console.table(Object.fromEntries([...folders].sort(([a], [b]) => Number(a === 'all') - Number(b === 'all'))));

/** @param {string} file */
function kindOf(file) {
  if (file.endsWith('.css')) return 'css';
  if (!CODE.test(file)) return undefined;
  return file.startsWith('tests/') || file.includes('.test.') ? 'tests' : 'code';
}

/** @param {string} file */
function folderOf(file) {
  return DIVIDED.exec(file)?.[0] ?? (file.includes('/') ? file.slice(0, file.indexOf('/')) : '.');
}
