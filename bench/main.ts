/** `npm run bench`: measures the built site and writes docs/benchmarks.md. It takes about five minutes. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { fronting } from './fronts.ts';
import { memory } from './memory.ts';
import { pages } from './pages.ts';
import { serving } from './serving.ts';

// Strangers' work on the machine slows all of it down, but not evenly.
const [busy = 0] = loadavg();
const parts = { serving, fronting, memory, pages };
const asked = process.argv.slice(2);
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
