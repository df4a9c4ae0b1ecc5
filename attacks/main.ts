/** `npm run test:attacks`: attacks the built site, on loopback, and writes docs/security.md. It takes some five minutes. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { connections } from './connections.ts';
import { exchanges } from './exchanges.ts';
import { floods } from './floods.ts';
import { forgeries } from './forgeries.ts';
import { fronts } from './fronts.ts';
import { fullStore } from './full-store.ts';
import { handovers } from './handovers.ts';
import { kills } from './kills.ts';
import { mails } from './mails.ts';
import { oddities } from './oddities.ts';
import { report, table } from './report.ts';
import type { Row } from './row.ts';
import { smallPosts } from './small-posts.ts';

const groups = {
  exchanges,
  connections,
  floods,
  'small-posts': smallPosts,
  'full-store': fullStore,
  oddities,
  forgeries,
  mails,
  handovers,
  kills,
  fronts,
};
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in groups));
if (unknown.length > 0) {
  console.error(`There is no group ‘${unknown.join('’, ‘')}’; there are: ${Object.keys(groups).join(', ')}.`);
  process.exit(1);
}

const rows: Row[] = [];
for (const [name, attack] of Object.entries(groups)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const startedAt = performance.now();
  rows.push(...(await attack().catch((error) => unfinished(name, error))));
  console.log(`Attacked: ${name}, in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
}
console.log(`\n${table(rows)}`);
// A group by itself is a look, not a record.
if (asked.length === 0) {
  writeFileSync('docs/security.md', report(rows));
  execFileSync('npx', ['--no', 'biome', 'format', '--write', 'docs/security.md'], { stdio: 'ignore' });
}
process.exitCode = rows.every(({ kept }) => kept) ? 0 : 1;

/** What could not be carried out has shown nothing; the other rows are worth having all the same. */
function unfinished(name: string, error: unknown): Row[] {
  const figure = error instanceof Error ? error.message : String(error);
  return [
    { promise: 'Every attack is carried out', attack: `those of attacks/${name}.ts`, figure, kept: false },
  ];
}
