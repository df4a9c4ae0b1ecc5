/** `npm run check:copy`: spelling, banned words, titles, descriptions and links, as the built site has them. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { site } from '../src/config/site.ts';
import { filesBelow } from '../src/lib/files-below.ts';
import { DESCRIPTION } from '../src/schemas/fields.ts';
import {
  checkBooking,
  checkPages,
  checkProgram,
  checkTypedClaims,
  checkWords,
  readRules,
} from './copy/copy.ts';

const rules = { ...readRules(readFileSync('scripts/copy/rules.yaml', 'utf8')), descriptions: DESCRIPTION };
const filesIn = (folder: string, ending: RegExp) =>
  filesBelow(folder)
    .filter((name) => ending.test(name))
    .map((name) => `${folder}/${name}`);

const CLAIMS = 'content/claims.yaml';
const claims = parse(readFileSync(CLAIMS, 'utf8')) as { id: string; wording: string }[];
const copy = filesIn('content', /\.(yaml|md)$/);
/** Programs whose output authors and owners read. */
const programs = ['src', 'scripts'].flatMap((folder) => filesIn(folder, /(?<!\.test)\.(tsx?|astro)$/));
const code = ['src', 'tests', 'scripts', 'bench']
  .flatMap((folder) => filesIn(folder, /\.(tsx?|m?js|css|astro)$/))
  // Lighthouse has packages of its own.
  .filter((file) => !file.startsWith('scripts/copy/') && !file.includes('/node_modules/'));
const documents = [
  ...readdirSync('.').filter((name) => /\.md$|^\.env\.example$/.test(name)),
  ...filesIn('docs', /\.md$/),
  ...filesIn('deploy', /./),
  'tests/README.md',
];
const pages = filesIn('dist/client', /\.html$/).map((file) => ({
  path: file.slice('dist/client'.length),
  html: readFileSync(file, 'utf8'),
}));
const findings = [
  ...copy.flatMap((file) => checkWords(file, readFileSync(file, 'utf8'), rules)),
  ...copy
    .filter((file) => file !== CLAIMS)
    .flatMap((file) => checkTypedClaims(file, readFileSync(file, 'utf8'), claims)),
  ...documents.flatMap((file) =>
    checkWords(file, readFileSync(file, 'utf8'), { banned: rules.banned, spellings: {} }),
  ),
  ...code.flatMap((file) =>
    checkWords(file, readFileSync(file, 'utf8'), { banned: rules.translated, spellings: {} }),
  ),
  ...programs.flatMap((file) => checkProgram(file, readFileSync(file, 'utf8'), rules)),
  ...checkPages(pages, rules),
  ...pages.flatMap((page) => (site.bookingUrl ? checkBooking(page, site.bookingUrl, rules) : [])),
];
for (const finding of findings) console.error(finding);
const { status } = spawnSync(
  process.execPath,
  ['node_modules/cspell/bin.mjs', 'lint', '--no-progress', '--config', 'scripts/copy/cspell.json', ...copy],
  { stdio: 'inherit' },
);
if (findings.length > 0 || status !== 0) process.exitCode = 1;
