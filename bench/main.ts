/** `npm run bench`: measures the built site and writes docs/benchmarks.md. It takes about half an hour. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { enquiryTable, LEAST_RATIO, measureEnquiries } from './enquiries.ts';
import { fronting } from './fronts.ts';
import { measureGrowth } from './growth.ts';
import { inbox } from './inbox.ts';
import { allLacking } from './lacking.ts';
import { memory } from './memory.ts';
import { pages } from './pages.ts';
import { processor } from './processor.ts';
import type { Part } from './report.ts';
import { serving } from './serving.ts';
import { taps } from './taps.ts';
import { visits } from './visits.ts';

// Strangers' work on the machine slows all of it down, but not evenly.
const [busy = 0] = loadavg();
const parts = { serving, fronting, memory, pages, processor, visits, taps, enquiries, inbox, growth };
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in parts));
const problems =
  asked.length === 0
    ? allLacking
    : unknown.map((name) => `There is no part ‘${name}’: ${Object.keys(parts).join(', ')}`);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}

const results = [];
for (const [name, measure] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`Measuring: ${name}`);
  results.push(await measure());
}

const [cpu] = cpus();
const machine = `${cpus().length} × ${cpu?.model.trim()}, ${(totalmem() / 2 ** 30).toFixed(0)} GB, ${type()} ${release()}, Node ${process.versions.node}`;
const head = `# Benchmarks

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}. Machine: ${machine}; wrk, Chromium and the servers share it; its load average at the start was ${busy.toFixed(1)}.`;
const text = `${[head, ...results.map((result) => result.text)].join('\n\n')}\n`;
console.log(`\n${text}`);
// A part by itself is a look, not a record.
if (asked.length === 0) {
  writeFileSync('docs/benchmarks.md', text);
  execFileSync('npx', ['--no', 'biome', 'format', '--write', 'docs/benchmarks.md'], { stdio: 'ignore' });
}
process.exitCode = results.some(({ broken }) => broken.length > 0) ? 1 : 0;

async function enquiries(): Promise<Part> {
  const figures = await measureEnquiries();
  return {
    text: `## Enquiries\n\n${enquiryTable(figures)}`,
    broken: figures.ratio < LEAST_RATIO ? ['enquiries'] : [],
  };
}

async function growth(): Promise<Part> {
  const { table, verdicts } = await measureGrowth();
  const lines = verdicts.map(
    ({ limit, found, held }) => `- ${held ? 'kept' : 'NOT KEPT'}: ${limit}: ${found}`,
  );
  return {
    text: `## How the blog grows\n\n${table}\n\n${lines.join('\n')}`,
    broken: lines.filter((_, i) => !verdicts[i]?.held),
  };
}
