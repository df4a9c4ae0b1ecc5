import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, inject, it } from 'vitest';
import { openSqlite } from '../../src/server/enquiries/sqlite.ts';
import { createStore } from '../../src/server/enquiries/store.ts';
import { clockShiftedBy, ROUNDS } from './support/environment.ts';
import { startMail } from './support/mail.ts';
import { kill, startEnquiries } from './support/site.ts';
import { answered, repeat, until, visitors } from './support/visitors.ts';

const folder = mkdtempSync(join(tmpdir(), 'crash-'));
const file = join(folder, 'enquiries.db');
afterAll(() => rmSync(folder, { recursive: true }));

/** As long as the outbox holds what it took; a process that died gives it back after that. */
const LEASE = 3 * 60_000;
/** What the outbox sends at a time, and so what a crash can leave half told. */
const AT_A_TIME = 5;

it(
  `keeps every acknowledged enquiry through ${ROUNDS} kills, each stored once and mailed once or waiting`,
  async () => {
    const mail = await startMail();
    const env = { DATABASE_URL: `file:${file}`, SMTP_URL: mail.url };
    const lives: string[][] = [];
    let site = await startEnquiries(inject('root'), env);
    const crowd = visitors(20, () => site.url);
    for (let round = 0; round < ROUNDS; round++) {
      await sleep(50 + Math.random() * 800);
      await kill(site);
      lives.push(mail.taken.splice(0));
      site = await startEnquiries(inject('root'), env);
    }
    const visits = await crowd.leave();
    const acknowledged = answered(visits);
    const unanswered = visits.filter(({ status }) => status !== 200);
    const repeated = await Promise.all(unanswered.map((visit) => repeat(site.url, visit)));
    expect(acknowledged.length).toBeGreaterThan(ROUNDS);
    expect(answered(repeated)).toHaveLength(unanswered.length);

    const told = new Map(
      [...acknowledged, ...repeated].map(({ message, reference }) => [message, reference]),
    );
    const store = createStore(openSqlite(file));
    const stored = await store.list();
    expect(stored).toHaveLength(told.size);
    expect(new Map(stored.map(({ message, reference }) => [message, reference]))).toEqual(told);

    await site.stop();
    lives.push(mail.taken.splice(0));
    const mailed = new Set(lives.flat());
    const sent = (await store.list({ state: 'sent' })).map(({ reference }) => reference);
    expect(sent.filter((reference) => !mailed.has(reference))).toEqual([]);

    // What died in the hands of a process comes back when its lease is over.
    site = await startEnquiries(inject('root'), { ...env, ...clockShiftedBy(LEASE + 1000) });
    await until('everything is sent', async () => (await store.list({ state: 'sent' })).length === told.size);
    await site.stop();
    lives.push(mail.taken);
    await store.close();
    await mail.stop();

    // Twice is only what a crash caught between the mail server's yes and our note of it.
    const counts = Map.groupBy(lives.flat(), (reference) => reference);
    expect(new Set(counts.keys())).toEqual(new Set(told.values()));
    for (const life of lives) {
      expect(new Set(life).size).toBe(life.length);
      expect(life.filter((reference) => (counts.get(reference)?.length ?? 0) > 1).length).toBeLessThanOrEqual(
        AT_A_TIME,
      );
    }
    const twice = [...counts.values()].filter(({ length }) => length > 1).length;
    console.log(
      `${ROUNDS} kills: ${acknowledged.length} acknowledged at once and ${repeated.length} after a retry, none lost, none stored twice, ${twice} mailed twice`,
    );
  },
  30_000 + ROUNDS * 10_000,
);
