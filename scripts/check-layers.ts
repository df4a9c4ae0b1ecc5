/**
 * Checks src/ against .dependency-cruiser.mjs. dependency-cruiser cannot read .astro files: it gets a copy of src/ in which
 * the code above the markup of each is a file of its own (Page.astro.ts), and its scripts are another (Page.script.ts).
 */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const copy = mkdtempSync(join(tmpdir(), 'layers-'));
cpSync('src', join(copy, 'src'), { recursive: true, filter: (file) => !/\.test\.tsx?$/.test(file) });
for (const file of ['site.config.ts', 'package.json']) copyFileSync(file, join(copy, file));
symlinkSync(resolve('node_modules'), join(copy, 'node_modules'), 'junction');
for (const name of globSync('src/**/*.astro', { cwd: copy })) {
  const file = join(copy, name);
  const text = readFileSync(file, 'utf8');
  const scripts = [...text.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script]) => script);
  writeFileSync(`${file}.ts`, /^---\n(.*?)^---$/ms.exec(text)?.[1] ?? '');
  writeFileSync(file.replace(/astro$/, 'script.ts'), scripts.join('\n'));
  rmSync(file);
}
const words = [
  resolve('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
  ...['--config', resolve('.dependency-cruiser.mjs'), 'src'],
];
const { status } = spawnSync(process.execPath, words, { cwd: copy, stdio: 'inherit' });
rmSync(copy, { recursive: true });
process.exitCode = status ?? 1;
