import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { thousands } from '../bench/report.ts';
import { AT_A_TIME, LIMITS, lostOf, surviveKills, twiceIn } from '../tests/faults/support/kills.ts';
import { answered } from '../tests/faults/support/visitors.ts';
import type { Group } from './row.ts';

const KILLS = 50;

/** `kill -9`, again and again, beside a flood. */
export const kills: Group = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kills-'));
  try {
    const killed = await surviveKills(process.cwd(), `file:${join(folder, 'enquiries.db')}`, KILLS);
    const { acknowledged, repeated, flood, kept, lives } = killed;
    const told = acknowledged.length + answered(repeated).length;
    const lost = lostOf(killed).length + repeated.length - answered(repeated).length;
    const twice = twiceIn(kept.map(({ message }) => message)).length;
    const mailed = new Set(lives.flat());
    const unmailed = kept.filter(({ reference }) => !mailed.has(reference)).length;
    const mailedTwice = twiceIn(lives.flat()).length;
    return [
      {
        promise: 'An acknowledged message is kept, once, and reaches the firm',
        attack: `${KILLS} times \`kill -9\` while visitors write and one network sends ${thousands(flood.sent)} enquiries, RATE_LIMIT=${LIMITS.RATE_LIMIT}, DAILY_LIMIT=${LIMITS.DAILY_LIMIT}`,
        figure: `${thousands(told)} acknowledged, ${repeated.length} of them on the second try; ${lost} lost, ${twice} stored twice, ${unmailed} not mailed, ${mailedTwice} mailed twice (a crash between the mail server’s yes and our note of it)`,
        kept:
          lost === 0 &&
          twice === 0 &&
          unmailed === 0 &&
          kept.length - told <= flood.most &&
          mailedTwice <= KILLS * AT_A_TIME &&
          lives.every((life) => twiceIn(life).length === 0),
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
};
