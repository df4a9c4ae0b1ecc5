/** `npm run check:copy`: spelling, banned words, titles, descriptions and links, as the built site has them. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { filesBelow } from '../src/lib/files-below.ts';
import { DESCRIPTION } from '../src/schemas/fields.ts';
import { checkPages, checkWords, readRules } from './copy/copy.ts';

const rules = { ...readRules(readFileSync('scripts/copy/rules.yaml', 'utf8')), descriptions: DESCRIPTION };
const filesIn = (folder: string, ending: RegExp) =>
  filesBelow(folder)
    .filter((name) => ending.test(name))
    .map((name) => `${folder}/${name}`);

const copy = filesIn('content', /\.(yaml|md)$/);
const pages = filesIn('dist/client', /\.html$/);
const findings = [
  ...copy.flatMap((file) => checkWords(file, readFileSync(file, 'utf8'), rules)),
  ...checkPages(
    pages.map((file) => ({ path: file.slice('dist/client'.length), html: readFileSync(file, 'utf8') })),
    rules,
  ),
];
for (const finding of findings) console.error(finding);
const { status } = spawnSync(
  process.execPath,
  ['node_modules/cspell/bin.mjs', 'lint', '--no-progress', '--config', 'scripts/copy/cspell.json', ...copy],
  { stdio: 'inherit' },
);
if (findings.length > 0 || status !== 0) process.exitCode = 1;
