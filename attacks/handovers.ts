import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { thousands } from '../bench/report.ts';
import { crowd, post } from '../tests/support/crowd.ts';
import { startSite } from '../tests/support/server.ts';
import type { Group } from './row.ts';
import { rowsIn } from './support/site.ts';

const HANDOVERS = 10;
const POSTS = 20_000;

/** Processes that take over from one another while visitors write, over connections that they keep and over new ones. */
export const handovers: Group = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'handovers-'));
  const database = `file:${join(folder, 'enquiries.db')}`;
  const env: NodeJS.ProcessEnv = { REUSE_PORT: '1', DATABASE_URL: database };
  let current = await startSite(process.cwd(), env);
  const { url } = current;
  env.PORT = new URL(url).port;
  try {
    const crowds = [true, false].map((keeps) => crowd(16, keeps, (agent) => post(url, agent)));
    for (let i = 0; i < HANDOVERS; i++) {
      const next = await startSite(process.cwd(), env);
      await current.stop();
      current = next;
    }
    while (crowds.reduce((sum, { answered }) => sum + answered(), 0) < POSTS) await sleep(100);
    const statuses = (await Promise.all(crowds.map(({ leave }) => leave()))).flat();
    const failed = statuses.filter((status) => status !== 200).length;
    const missing = statuses.length - failed - rowsIn(database);
    return [
      {
        promise: 'A release goes unnoticed',
        attack: `${thousands(statuses.length)} enquiries over kept and new connections while ${HANDOVERS} processes take over from one another (REUSE_PORT)`,
        figure: `${failed} reset or refused, ${Math.max(0, missing)} lost`,
        kept: failed === 0 && missing <= 0,
      },
    ];
  } finally {
    await current.stop();
    rmSync(folder, { recursive: true });
  }
};
