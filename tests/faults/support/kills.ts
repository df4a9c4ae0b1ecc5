import { expect } from 'vitest';
import type { StoredEnquiry } from '../../../src/server/db/enquiries.ts';
import { type RunningFlood, sentBy, startFlood } from '../../support/flood.ts';
import { type RunningSite, startSite } from '../../support/server.ts';
import { clockShiftedBy } from './environment.ts';
import { startMail } from './mail.ts';
import { kill } from './site.ts';
import { stored, untilSent } from './stored.ts';
import { answered, repeat, until, type Visit, visitors } from './visitors.ts';

/** As long as the outbox holds what it took; a process that died gives it back after that. */
const LEASE = 3 * 60_000;
/** What the outbox sends at a time, and so what a crash can leave half told. */
const AT_A_TIME = 5;

/**
 * The limits are in force. In each life of the server the flood's network stores twelve at most, and all of them
 * together leave most of the day to visitors.
 */
const LIMITS = { RATE_LIMIT: '3', DAILY_LIMIT: '5000', TRUST_PROXY: '127.0.0.1,::1' };
const MOST_OF_FLOOD = 3 * 4;

interface Killed {
  visits: Visit[];
  /** Answered at once. */
  acknowledged: Visit[];
  /** The others, sent again as the form does. */
  repeated: Visit[];
  flood: {
    sent: number;
    /** By message; it was promised to be kept as much as any other. */
    acknowledged: Pick<Visit, 'message' | 'reference'>[];
    /** No network may store more than this, however often the server forgets who asked. */
    most: number;
  };
  /** After the last kill and the repetitions. */
  kept: StoredEnquiry[];
  /** What the store took for sent then, and what the mail server had got. */
  sent: string[];
  mailed: Set<string>;
  /** What the mail server got from each life of the server; the last one sends whatever is left. */
  lives: string[][];
}

/** Kills the server again and again while visitors write and one network floods it. */
async function surviveKills(root: string, database: string, rounds: number): Promise<Killed> {
  const mail = await startMail();
  const env: NodeJS.ProcessEnv = { DATABASE_URL: database, SMTP_URL: mail.url, ...LIMITS };
  const lives: string[][] = [];
  const visits: Visit[] = [];
  let site: RunningSite | undefined;
  let flood: RunningFlood | undefined;
  try {
    site = await startSite(root, env);
    const { url } = site;
    // Always the same, so that the flood finds each new process by itself.
    env.PORT = new URL(url).port;
    flood = startFlood({
      url,
      connections: 8,
      from: 'network',
      type: 'application/json',
      accept: 'application/json',
      body: JSON.stringify({ email: 'flood@example.com', message: 'One of very many enquiries: {n}' }),
    });
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
    const flooded = await flood.end();
    const acknowledged = answered(visits);
    const unanswered = visits.filter((visit) => !acknowledged.includes(visit));
    const repeated = await Promise.all(unanswered.map((visit) => repeat(url, visit)));
    const kept = await stored(database);

    await site.stop();
    lives.push(mail.taken.splice(0));
    const mailed = new Set(lives.flat());
    const sent = (await stored(database, { state: 'sent' })).map(({ reference }) => reference);

    // What died in the hands of a process comes back when its lease is over.
    site = await startSite(root, { ...env, ...clockShiftedBy(LEASE + 1000) });
    await untilSent(database, kept.length);
    await site.stop();
    lives.push(mail.taken);
    return {
      visits,
      acknowledged,
      repeated,
      flood: {
        sent: sentBy(flooded),
        acknowledged: flooded.taken.map(({ body, reference }) => ({
          message: (JSON.parse(body) as Visit).message,
          reference,
        })),
        most: MOST_OF_FLOOD * (rounds + 1),
      },
      kept,
      sent,
      mailed,
      lives,
    };
  } finally {
    await flood?.end();
    if (site) await kill(site);
    await mail.stop();
  }
}

/** What came twice. */
const twiceIn = (list: string[]): string[] =>
  [...Map.groupBy(list, (one) => one)].filter(([, { length }]) => length > 1).map(([one]) => one);

/** What was acknowledged and is not there under the reference that was told. */
function lostOf({ acknowledged, repeated, flood, kept }: Killed): string[] {
  const references = new Map(kept.map(({ message, reference }) => [message, reference]));
  return [...acknowledged, ...answered(repeated), ...flood.acknowledged]
    .filter(({ message, reference }) => references.get(message) !== reference)
    .map(({ message }) => message);
}

/** Nothing acknowledged is lost, nothing is stored twice, the flood was held, and each is mailed once or waits. */
export async function expectSurvival(root: string, database: string, rounds: number): Promise<void> {
  const killed = await surviveKills(root, database, rounds);
  const { visits, acknowledged, repeated, flood, kept, sent, mailed, lives } = killed;
  expect(acknowledged.length).toBeGreaterThan(rounds);
  expect(answered(repeated)).toHaveLength(visits.length - acknowledged.length);
  expect(lostOf(killed)).toEqual([]);
  expect(twiceIn(kept.map(({ message }) => message))).toEqual([]);
  const written = new Set(visits.map(({ message }) => message));
  const ofFlood = kept.filter(({ message }) => !written.has(message));
  expect(kept.length - ofFlood.length).toBe(visits.length);

  expect(flood.sent).toBeGreaterThan(flood.most);
  expect(flood.acknowledged.length).toBeGreaterThan(0);
  expect(ofFlood.length).toBeLessThanOrEqual(flood.most);

  expect(sent.filter((reference) => !mailed.has(reference))).toEqual([]);
  expect(new Set(lives.flat())).toEqual(new Set(kept.map(({ reference }) => reference)));
  for (const life of lives) expect(twiceIn(life)).toEqual([]);
  // Twice is only what a crash caught between the mail server's yes and our note of it.
  expect(twiceIn(lives.flat()).length).toBeLessThanOrEqual(rounds * AT_A_TIME);
}
