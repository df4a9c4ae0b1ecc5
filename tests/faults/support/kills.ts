import { expect } from 'vitest';
import { startSite } from '../../support/server.ts';
import { startMailServer } from '../../support/smtp.ts';
import { clockShiftedBy } from './environment.ts';
import { kill } from './site.ts';
import { expectKept, stored, untilSent } from './stored.ts';
import { answered, flood, repeat, until, type Visit, visitors } from './visitors.ts';

/** As long as the outbox holds what it took; a process that died gives it back after that. */
const LEASE = 3 * 60_000;
/** What the outbox sends at a time, and so what a crash can leave half sent. */
const AT_A_TIME = 5;

/**
 * The limits are in force. In each life of the server the flood's network stores twelve at most, and all of them
 * together leave most of the day to visitors.
 */
const LIMITS = { RATE_LIMIT: '3', DAILY_LIMIT: '5000', TRUST_PROXY: '127.0.0.1,::1' };
const MOST_OF_FLOOD = 3 * 4;

/**
 * Kills the server again and again while visitors write and one network floods it. Nothing acknowledged is lost, nothing is
 * stored twice, the flood is held, and each is mailed once or waits.
 */
export async function expectSurvival(root: string, database: string, rounds: number): Promise<void> {
  const mail = await startMailServer();
  const env: NodeJS.ProcessEnv = { DATABASE_URL: database, SMTP_URL: mail.url, ...LIMITS };
  const visits: Visit[] = [];
  /** What the mail server got from each life of the server; the last one sends whatever is left. */
  const lives: string[][] = [];
  let site = await startSite(root, env);
  const { url } = site;
  // Always the same, so that the flood finds each new process by itself.
  env.PORT = new URL(url).port;
  const flooding = flood(url);
  try {
    for (let round = 0; round < rounds; round++) {
      const crowd = visitors(20, url);
      // At any moment of a life in which something was promised, however slow the machine is.
      const answers = 2 + Math.floor(Math.random() * 20);
      await until(`${answers} visitors are answered`, () => crowd.answered() >= answers);
      await kill(site);
      visits.push(...(await crowd.leave()));
      lives.push(mail.taken.splice(0));
      site = await startSite(root, env);
    }
    const flooded = await flooding.end();
    const acknowledged = answered(visits);
    expect(acknowledged.length).toBeGreaterThan(rounds);
    // The others send the same again, as the form does.
    const unanswered = visits.filter((visit) => !acknowledged.includes(visit));
    const repeated = await Promise.all(unanswered.map((visit) => repeat(url, visit)));
    expect(answered(repeated)).toHaveLength(unanswered.length);
    const kept = await expectKept(database, [...acknowledged, ...repeated, ...flooded]);
    expect(twiceIn(kept.map(({ message }) => message))).toEqual([]);
    const written = new Set(visits.map(({ message }) => message));
    const ofFlood = kept.filter(({ message }) => !written.has(message));
    expect(kept.length - ofFlood.length).toBe(visits.length);
    // No network may store more, however often the server forgets who asked.
    const most = MOST_OF_FLOOD * (rounds + 1);
    expect(flooded.length).toBeGreaterThan(most);
    expect(answered(flooded).length).toBeGreaterThan(0);
    expect(ofFlood.length).toBeLessThanOrEqual(most);

    await site.stop();
    lives.push(mail.taken.splice(0));
    const mailed = new Set(lives.flat());
    const sent = (await stored(database, { state: 'sent' })).map(({ reference }) => reference);
    expect(sent.filter((reference) => !mailed.has(reference))).toEqual([]);
    // What died in the hands of a process comes back when its lease is over.
    site = await startSite(root, { ...env, ...clockShiftedBy(LEASE + 1000) });
    await untilSent(database, kept.length);
    await site.stop();
    lives.push(mail.taken);
    expect(new Set(lives.flat())).toEqual(new Set(kept.map(({ reference }) => reference)));
    for (const life of lives) expect(twiceIn(life)).toEqual([]);
    // Twice is only what a crash caught between the mail server's yes and our note of it.
    expect(twiceIn(lives.flat()).length).toBeLessThanOrEqual(rounds * AT_A_TIME);
  } finally {
    await flooding.end();
    await kill(site);
    await mail.stop();
  }
}

/** What came twice. */
const twiceIn = (list: string[]): string[] =>
  [...Map.groupBy(list, (one) => one)].filter(([, { length }]) => length > 1).map(([one]) => one);
