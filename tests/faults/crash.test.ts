import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, inject, it } from 'vitest';
import type { RunningSite } from '../support/server.ts';
import { clockShiftedBy, ROUNDS } from './support/environment.ts';
import { startMail } from './support/mail.ts';
import { kill, startEnquiries } from './support/site.ts';
import { expectKept, stored, untilSent } from './support/stored.ts';
import { answered, repeat, type Visit, visitors } from './support/visitors.ts';

const folder = mkdtempSync(join(tmpdir(), 'crash-'));
const database = `file:${join(folder, 'enquiries.db')}`;
let site: RunningSite;
afterAll(async () => {
  await kill(site);
  rmSync(folder, { recursive: true });
});

/** As long as the outbox holds what it took; a process that died gives it back after that. */
const LEASE = 3 * 60_000;
/** What the outbox sends at a time, and so what a crash can leave half told. */
const AT_A_TIME = 5;

it(
  `keeps every acknowledged enquiry through ${ROUNDS} kills, each stored once and mailed once or waiting`,
  async () => {
    const mail = await startMail();
    const env = { DATABASE_URL: database, SMTP_URL: mail.url };
    const lives: string[][] = [];
    const visits: Visit[] = [];
    site = await startEnquiries(inject('root'), env);
    for (let round = 0; round < ROUNDS; round++) {
      const crowd = visitors(20, site.url);
      await sleep(100 + Math.random() * 1000);
      await kill(site);
      visits.push(...(await crowd.leave()));
      lives.push(mail.taken.splice(0));
      site = await startEnquiries(inject('root'), env);
    }
    const acknowledged = answered(visits);
    const unanswered = visits.filter((visit) => !acknowledged.includes(visit));
    const repeated = await Promise.all(unanswered.map((visit) => repeat(site.url, visit)));
    expect(acknowledged.length).toBeGreaterThan(ROUNDS);
    expect(answered(repeated)).toHaveLength(unanswered.length);
    expect(await expectKept(database, [...acknowledged, ...repeated])).toHaveLength(visits.length);

    await site.stop();
    lives.push(mail.taken.splice(0));
    const mailed = new Set(lives.flat());
    const sent = (await stored(database, { state: 'sent' })).map(({ reference }) => reference);
    expect(sent.filter((reference) => !mailed.has(reference))).toEqual([]);

    // What died in the hands of a process comes back when its lease is over.
    site = await startEnquiries(inject('root'), { ...env, ...clockShiftedBy(LEASE + 1000) });
    await untilSent(database, visits.length);
    await site.stop();
    lives.push(mail.taken);
    await mail.stop();

    // Twice is only what a crash caught between the mail server's yes and our note of it.
    const counts = Map.groupBy(lives.flat(), (reference) => reference);
    expect(new Set(counts.keys())).toEqual(
      new Set([...acknowledged, ...repeated].map(({ reference }) => reference)),
    );
    for (const life of lives) expect(new Set(life).size).toBe(life.length);
    const twice = [...counts.values()].filter(({ length }) => length > 1).length;
    expect(twice).toBeLessThanOrEqual(ROUNDS * AT_A_TIME);
    console.log(
      `${ROUNDS} kills: ${acknowledged.length} acknowledged at once and ${repeated.length} after a retry, none lost, none stored twice, ${twice} mailed twice`,
    );
  },
  60_000 + ROUNDS * 15_000,
);
