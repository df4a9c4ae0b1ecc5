import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type RunningPostgres, startPostgres } from '../support/postgres.ts';
import { readFixture } from '../support/read-firm.ts';
import { type RunningSite, startSite } from '../support/server.ts';
import { type MailServer, startMailServer } from '../support/smtp.ts';
import { expectKept, stored, untilSent } from './support/stored.ts';
import { answered, until, untilTaken, visit, visitors } from './support/visitors.ts';

const { form } = (await readFixture()).wordsOf('contact');
const folder = mkdtempSync(join(tmpdir(), 'shared-'));
const sites: RunningSite[] = [];
let postgres: RunningPostgres;
let mail: MailServer;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres.remove();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  mail = await startMailServer();
});
afterEach(async () => {
  await Promise.all(sites.splice(0).map((site) => site.stop()));
  await mail.stop();
});

describe('PostgreSQL', () => {
  it('may stop and start under load: visitors are informed, and the server needs no restart', async () => {
    const database = await postgres.newDatabase();
    const { url, output } = await start(database);
    const crowd = visitors(20, url);
    await until('some are answered', () => crowd.answered() >= 20);
    await postgres.stop();
    await until('the log tells why', () => output().includes('"outbox-waits"'));
    const refused = await visit(url);
    await until('some are refused', () => crowd.refused() >= 10);
    await postgres.start();
    const before = crowd.answered();
    await until('enquiries are taken again', () => crowd.answered() >= before + 20);
    const visits = await crowd.leave();
    expect(refused).toMatchObject({ status: 503, error: form.failed.unavailable });
    expect(new Set(visits.map(({ status }) => status))).toEqual(new Set([200, 503]));
    await expectKept(database, visits);

    const inState = async (state: 'sent' | 'waiting') =>
      (await stored(database, { state })).map(({ reference }) => reference);
    // A mail may be taken in the moment in which the store goes: that was not recorded, so the claim must expire first.
    await until('all mails are noted as sent, or claimed', async () => {
      const claimed = new Set(await inState('waiting'));
      const sent = await inState('sent');
      const noted = mail.taken.filter((reference) => !claimed.has(reference));
      return sent.length > 0 && isDeepStrictEqual(noted.toSorted(), sent.toSorted());
    });
    expect(new Set(mail.taken).size).toBe(mail.taken.length);
  });
});

describe.each([
  ['PostgreSQL', () => postgres.newDatabase()],
  ['SQLite', async () => `file:${join(folder, 'enquiries.db')}`],
])('two processes on one %s', (_, create) => {
  it('store each enquiry once and mail it once', async () => {
    const database = await create();
    const both = await Promise.all([start(database), start(database)]);
    const crowds = both.map(({ url }) => visitors(30, url));
    await until('each has taken some', () => crowds.every((crowd) => crowd.answered() >= 30));
    const first = (await Promise.all(crowds.map((crowd) => crowd.leave()))).flat();
    // On a slow disk one process may find the file locked by the other for too long: it says so, and is asked again.
    const visits = await Promise.all(first.map((one) => untilTaken(both[0].url, one)));
    expect(answered(visits)).toHaveLength(first.length);
    await expectKept(database, visits);
    await untilSent(database, visits.length);
    expect(mail.taken.toSorted()).toEqual(visits.map(({ reference }) => reference).toSorted());
  });
});

async function start(database: string): Promise<RunningSite> {
  const site = await startSite(inject('root'), { DATABASE_URL: database, SMTP_URL: mail.url });
  sites.push(site);
  return site;
}
