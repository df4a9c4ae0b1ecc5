import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { type RunningSite, startSite } from '../support/server.ts';
import { startMailServer } from '../support/smtp.ts';
import { clockShiftedBy } from './support/environment.ts';
import { noMail, startSilence } from './support/mail.ts';
import { stored, untilSent } from './support/stored.ts';
import { answered, until, type Visit, visit } from './support/visitors.ts';

const MINUTE_MS = 60_000;
const YEAR_MS = 365 * 24 * 60 * MINUTE_MS;
let database: string;
let site: RunningSite | undefined;

beforeEach(() => {
  database = `file:${mkdtempSync(join(tmpdir(), 'mail-'))}/enquiries.db`;
});
afterEach(async () => {
  await site?.stop();
  site = undefined;
});

describe('a mail server', () => {
  it.each([
    ['is dead', noMail],
    ['drops the line', () => startSilence((socket) => socket.destroy())],
  ])(
    'that %s does not stop visitors from writing; when it comes, it gets each enquiry once',
    async (_, startNone) => {
      const none = await startNone();
      const visits = await visitAll(await start({ SMTP_URL: none.url }));
      await until('every mail was tried', async () => (await tried()).length === visits.length);
      expect(await stored(database, { state: 'waiting' })).toHaveLength(visits.length);
      await none.stop();
      const mail = await startMailServer({ port: none.port });
      aMinutePasses();
      await expectMailedOnce(mail.taken, visits);
      await mail.stop();
    },
  );

  it('that hangs delays no visitor: all answers come before its silence ends', async () => {
    const silence = await startSilence(() => {});
    const running = await start({ SMTP_URL: silence.url });
    const first = await visit(running.url);
    await until('the mail server is asked', () => silence.seen.opened > 0);
    const visits = [first, ...(await visitAll(running))];
    expect(answered(visits)).toHaveLength(visits.length);
    expect(silence.seen.closed).toBe(0);
    expect(await stored(database, { state: 'waiting' })).toHaveLength(visits.length);
    await silence.stop();
  });

  it('that refuses the login is reported in a line, without the password; it gets each enquiry once that is right', async () => {
    const mail = await startMailServer({ login: { user: 'site', pass: 'right#word' } });
    const urlFor = (login: string) => mail.url.replace('//', `//${login}@`);
    const running = await start({ SMTP_URL: urlFor('site:hidden%23word') });
    const visits = await visitAll(running);
    await until('every mail was tried', async () => (await tried()).length === visits.length);
    await until('the line is printed', () => /^The mail server .+ 535 .+SMTP_URL/m.test(running.output()));
    expect(await stored(database, { state: 'waiting' })).toHaveLength(visits.length);
    expect(running.output()).toMatch(/"event":"delivery".+"reason":"[^"]*535/);
    expect(running.output()).not.toContain('hidden');
    await running.stop();
    const again = await start({ SMTP_URL: urlFor('site:right%23word'), ...clockShiftedBy(MINUTE_MS) });
    await expectMailedOnce(mail.taken, visits);
    await until('the line is printed', () => /^The mail server .+ accepts the login$/m.test(again.output()));
    await mail.stop();
  });
});

it('a clock that is moved back by a year holds up no mail that was not tried yet, and forgets nothing', async () => {
  const before = await visitAll(await start({}));
  await site?.stop();
  const mail = await startMailServer();
  const after = await visitAll(await start({ SMTP_URL: mail.url, ...clockShiftedBy(-YEAR_MS) }));
  await expectMailedOnce(mail.taken, [...before, ...after]);
  await mail.stop();
});

async function start(env: NodeJS.ProcessEnv): Promise<RunningSite> {
  site = await startSite(inject('root'), {
    DATABASE_URL: database,
    ...clockShiftedBy(0),
    ...env,
  });
  return site;
}

/** What failed once is due again. */
const aMinutePasses = () => site?.process.kill('SIGUSR2');

async function visitAll({ url }: RunningSite): Promise<Visit[]> {
  const visits = await Promise.all(Array.from({ length: 12 }, () => visit(url)));
  expect(answered(visits)).toHaveLength(visits.length);
  return visits;
}

const tried = async () =>
  (await stored(database)).filter(({ deliveries }) => deliveries.some(({ error }) => error !== null));

async function expectMailedOnce(taken: string[], visits: Visit[]) {
  await untilSent(database, visits.length);
  expect(taken.toSorted()).toEqual(visits.map(({ reference }) => reference).toSorted());
}
