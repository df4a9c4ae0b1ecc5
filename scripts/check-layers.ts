/**
 * Checks src/ against .dependency-cruiser.mjs. dependency-cruiser cannot read .astro files: it gets a copy of src/ in which
 * the code above the markup of each is a file of its own (Page.astro.ts), and its scripts are another (Page.script.ts).
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, globSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';

const copy = 'node_modules/.cache/layers';
rmSync(copy, { recursive: true, force: true });
cpSync('src', `${copy}/src`, { recursive: true, filter: (file) => !/\.test\.tsx?$/.test(file) });
for (const file of ['site.config.ts', 'package.json']) copyFileSync(file, `${copy}/${file}`);
symlinkSync('../..', `${copy}/node_modules`);
for (const file of globSync(`${copy}/src/**/*.astro`)) {
  const text = readFileSync(file, 'utf8');
  const scripts = [...text.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script]) => script);
  writeFileSync(`${file}.ts`, /^---\n(.*?)^---$/ms.exec(text)?.[1] ?? '');
  writeFileSync(file.replace(/astro$/, 'script.ts'), scripts.join('\n'));
  rmSync(file);
}
const config = '../../../.dependency-cruiser.mjs';
const { status } = spawnSync('depcruise', ['--config', config, 'src'], { cwd: copy, stdio: 'inherit' });
process.exitCode = status ?? 1;
