/** `npm run bench [part …]`: measures the built site; all parts together are written to docs/benchmarks.md. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import * as os from 'node:os';
import { editor } from './editor.ts';
import { enquiries } from './enquiries.ts';
import { growth } from './growth.ts';
import { release } from './release.ts';
import { serving } from './serving.ts';
import { BROKEN } from './support/report.ts';
import { visits } from './visits.ts';

const parts = { visits, serving, release, enquiries, growth, editor };
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`There is no part ‘${unknown.join('’, ‘')}’: ${Object.keys(parts).join(', ')}`);
  process.exit(1);
}

const [load = 0] = os.loadavg();
const results: string[] = [];
for (const [name, measure] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`Measuring: ${name}`);
  results.push(await measure());
}

const machine = `${os.cpus().length} × ${os.cpus()[0]?.model.trim()}, ${(os.totalmem() / 2 ** 30).toFixed(0)} GB, ${os.type()} ${os.release()}, Node ${process.versions.node}`;
const head = `# Benchmarks

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}. Machine: ${machine}; visitors and servers share it; its load average at the start was ${load.toFixed(1)}. Ratios are measured in one run, by turns; times and rates are those of this machine.`;
const text = `${[head, ...results].join('\n\n')}\n`;
console.log(`\n${text}`);
// Only a run of all parts is recorded.
if (asked.length === 0) {
  writeFileSync('docs/benchmarks.md', text);
  execFileSync('npx', ['--no', 'biome', 'format', '--write', 'docs/benchmarks.md'], { stdio: 'ignore' });
}
process.exitCode = text.includes(BROKEN) ? 1 : 0;
