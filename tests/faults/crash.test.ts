import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, it } from 'vitest';
import { ROUNDS } from './support/environment.ts';
import { AT_A_TIME, lostOf, surviveKills, twiceIn } from './support/kills.ts';
import { answered } from './support/visitors.ts';

const folder = mkdtempSync(join(tmpdir(), 'crash-'));
const database = `file:${join(folder, 'enquiries.db')}`;
afterAll(() => rmSync(folder, { recursive: true }));

it(
  `keeps every acknowledged enquiry through ${ROUNDS} kills and a flood, each stored once and mailed once or waiting`,
  async () => {
    const killed = await surviveKills(inject('root'), database, ROUNDS);
    const { visits, acknowledged, repeated, flood, kept, sent, mailed, lives } = killed;
    expect(acknowledged.length).toBeGreaterThan(ROUNDS);
    expect(answered(repeated)).toHaveLength(visits.length - acknowledged.length);
    expect(lostOf(killed)).toEqual([]);
    expect(twiceIn(kept.map(({ message }) => message))).toEqual([]);
    const written = new Set(visits.map(({ message }) => message));
    const ofFlood = kept.filter(({ message }) => !written.has(message));
    expect(kept.length - ofFlood.length).toBe(visits.length);

    // It flooded, and the limits held it.
    expect(flood.sent).toBeGreaterThan(flood.most);
    expect(flood.acknowledged.length).toBeGreaterThan(0);
    expect(ofFlood.length).toBeLessThanOrEqual(flood.most);

    expect(sent.filter((reference) => !mailed.has(reference))).toEqual([]);
    expect(new Set(lives.flat())).toEqual(new Set(kept.map(({ reference }) => reference)));
    for (const life of lives) expect(twiceIn(life)).toEqual([]);
    // Twice is only what a crash caught between the mail server's yes and our note of it.
    const twice = twiceIn(lives.flat()).length;
    expect(twice).toBeLessThanOrEqual(ROUNDS * AT_A_TIME);
    console.log(
      `${ROUNDS} kills beside ${flood.sent} requests of a flood: ${acknowledged.length} acknowledged at once and ${repeated.length} after a retry, none lost, none stored twice, ${twice} mailed twice`,
    );
  },
  180_000 + ROUNDS * 75_000,
);
