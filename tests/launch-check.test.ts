import { cpSync, existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Finding } from '../scripts/launch/finding.ts';
import { readFolder } from '../scripts/launch/folder.ts';
import { checkAddress, tryEnquiry } from '../scripts/launch/live.ts';
import { checkBackup } from '../scripts/launch/machine.ts';
import { checkMailSettings } from '../scripts/launch/mail.ts';
import { checkPolicy } from '../scripts/launch/promises.ts';
import { parseSite } from '../src/config/site.ts';
import { legalPaths, routes, securityTxtPath } from '../src/routes.ts';
import { openSqlite } from '../src/server/db/sqlite.ts';
import { createStore, type EnquiryStore } from '../src/server/db/store.ts';
import { parseSettings } from '../src/server/settings.ts';
import { plainEnvironment } from './support/environment.ts';
import { addEnquiry } from './support/inbox.ts';
import { exampleSite, realSite } from './support/launching-firm.ts';
import { copyFixture } from './support/lay-out.ts';
import { listen } from './support/listen.ts';
import { root } from './support/other-firm.ts';
import { runNode } from './support/owner.ts';
import type { ProjectCopy } from './support/project-copy.ts';
import { startResolver } from './support/resolver.ts';
import { freePort, type RunningSite, startSite } from './support/server.ts';
import { type MailServer, startMailServer } from './support/smtp.ts';

let project: ProjectCopy;
let mail: MailServer;
let closedPort: number;
beforeAll(async () => {
  project = await copyFixture();
  mail = await startMailServer();
  closedPort = await freePort();
  return mail.stop;
});
const inProject = (path: string) => join(project.root, path);
const writeConfig = (site: object) =>
  writeFileSync(inProject('site.config.ts'), `export default ${JSON.stringify(site)};\n`);
const writeSettings = (settings: Record<string, string | number>) =>
  writeFileSync(
    inProject('.env'),
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
/** As npm run calls it; not in one go, so that the mail server of this test can answer. */
async function check(...options: string[]) {
  // No DNS server answers there: what cannot be known is a warning.
  const words = ['scripts/run.mjs', 'launch-check', '--resolver', `127.0.0.1:${closedPort}`, ...options];
  const { code, out, error } = await runNode(words, plainEnvironment(), project.root);
  return { status: code, output: out + error };
}
const filled = parseSite(realSite);
const environment = (input: Record<string, string>) => parseSettings(input, filled);
const mailSettings = (input: Record<string, string> = {}) =>
  environment({ SMTP_URL: mail.url, ...input }).mail || undefined;
const opened = (findings: Finding[]) => findings.filter(({ state }) => state === 'open');

describe('the command', () => {
  const openAt = (findings: Finding[], where: string) =>
    opened(findings).filter((finding) => finding.where.startsWith(where));

  it('takes an address that is none for a mistake, and wants a built site', async () => {
    const mistaken = await check('--url', 'www.firm.example');
    expect(mistaken).toMatchObject({ status: 1, output: expect.stringContaining('such as https://') });
    expect(mistaken.output).not.toMatch(/^ {4}at /m);
    expect(await check()).toEqual({
      status: 1,
      output: 'The site is not built yet. Run npm start, or npm run build first.\n',
    });
  });

  it('names everything that is open, where it is and what to do, and ends with 1', async () => {
    cpSync(join(root, 'dist'), inProject('dist'), { recursive: true });
    writeConfig(exampleSite);
    const example = 'content/posts/daylight-is-a-corner.md';
    project.edit(example, (text) => text.replace('\n---\n', '\nstatus: example\n---\n'));
    writeSettings({ DATABASE_URL: `file:${inProject('data/x.db')}`, PORT: closedPort });
    const { status, output } = await check('--json', '--backups', inProject('none'));
    expect(status).toBe(1);
    const all = JSON.parse(output) as Finding[];
    for (const { what, where, how } of opened(all))
      for (const text of [what, where, how]) expect(text).toMatch(/\S/);
    // A test enquiry in another store could not be deleted, so without a store none is sent.
    expect(openAt(all, 'DATABASE_URL')).toEqual([
      expect.objectContaining({ how: expect.stringContaining(inProject('data/x.db')) }),
    ]);
    expect(existsSync(inProject('data/x.db'))).toBe(false);
    expect(openAt(all, 'site.config.ts').map(({ what }) => /^[\w.]+/.exec(what)?.[0])).toEqual(
      expect.arrayContaining([
        ...['name', 'legalName', 'description', 'url', 'contactEmail', 'securityEmail', 'bookingUrl'],
        ...['founder.name', 'sisterSites.0.url', 'legal.postalAddress', 'legal.courts'],
      ]),
    );
    expect(openAt(all, 'content/posts')).toEqual([
      expect.objectContaining({ where: example, how: expect.stringContaining('status: confirmed') }),
    ]);
    expect(openAt(all, '.env')).toEqual([
      expect.objectContaining({ how: expect.stringContaining('SMTP_URL') }),
    ]);
    expect(openAt(all, inProject('none'))).toHaveLength(1);
    expect(all.find(({ where }) => where === `http://localhost:${closedPort}`)?.state).toBe('warning');
  });

  it('finds nothing open in a folder that is filled in, ends with 0, and sends no mail', async () => {
    project.restore();
    writeConfig(realSite);
    const env = { PORT: String(await freePort()), DATABASE_URL: `file:${inProject('data/x.db')}` };
    const site = await startSite(project.root, { ...env, SMTP_URL: mail.url });
    writeSettings({ ...env, SMTP_URL: mail.url });
    mkdirSync(inProject('backups'));
    writeFileSync(inProject('backups/enquiries-2026-01-31T03-00-00.db'), '');
    const { status, output } = await check('--backups', inProject('backups'));
    await site.stop();
    expect([output, status]).toEqual([expect.stringMatching(/^0 open, \d+ warning, \d+ done$/m), 0]);
    expect(output).toContain('done     SMTP_URL');
    expect(output).toMatch(new RegExp(`^done +${site.url} +the site stored an enquiry`, 'm'));
    expect(output).toContain('add --send to test that it accepts mail for each recipient');
    expect(mail.received).toEqual([]);
    const store = createStore(openSqlite(inProject('data/x.db')));
    expect(await store.list()).toEqual([]);
    await store.close();
  });
});

describe('what the folder says', () => {
  const openIn = (input: object) => opened(readFolder(project.root, parseSite(input)).findings);

  it('names legal texts that were not confirmed since they were changed', () => {
    const texts = (readOn: string) =>
      openIn({ ...realSite, legal: { ...realSite.legal, readOn } }).filter(({ where }) =>
        where.startsWith('content/legal'),
      );
    expect(texts('1999-01-01')).toHaveLength(legalPaths.length);
    expect(texts('2199-01-01')).toEqual([]);
  });

  it('asks an Indian firm for what its website has to show, and others whether they need it', () => {
    const {
      country: _,
      telephone: __,
      contactPerson: ___,
      grievanceOfficer: ____,
      ...legal
    } = realSite.legal;
    const missing = (country: object) =>
      openIn({ ...realSite, legal: { ...legal, ...country } }).map(({ what }) => /^[\w.]+/.exec(what)?.[0]);
    expect(missing({})).toEqual(['legal.country']);
    expect(missing({ country: 'Canada' })).toEqual([]);
    expect(missing({ country: 'India' })).toEqual([
      ...['legal.telephone', 'legal.contactPerson', 'legal.grievanceOfficer'],
    ]);
  });

  it('must agree with the settings', () => {
    const places = (input: Record<string, string>, firm = {}) =>
      opened(
        checkPolicy({ firm: { ...filled, webhookRecipient: undefined, ...firm } }, environment(input)),
      ).map(({ where }) => where);
    const webhook = { WEBHOOK_URL: 'https://hooks.harbour-and-hale.com', WEBHOOK_SECRET: 's'.repeat(16) };
    expect(places(webhook)).toEqual(['WEBHOOK_URL']);
    expect(places({}, { webhookRecipient: 'A company' })).toEqual(['site.config.ts']);
    expect(places({})).toEqual([]);
  });
});

it('wants a backup of the last day', () => {
  const folder = inProject('old-backups');
  mkdirSync(folder);
  const file = join(folder, 'enquiries-2026-01-31T03-00-00.db');
  const made = (hoursAgo: number) => {
    writeFileSync(file, '');
    utimesSync(file, Date.now() / 1000 - hoursAgo * 3600, Date.now() / 1000 - hoursAgo * 3600);
    return checkBackup(folder, environment({}));
  };
  expect(made(24).state).toBe('done');
  expect(made(26)).toMatchObject({ state: 'open', what: 'the newest backup is more than a day old' });
});

describe('mail', () => {
  const look = (textOf: (name: string) => string | undefined, input = {}) =>
    startResolver(textOf).then(async ({ address, stop }) => {
      const findings = await checkMailSettings(mailSettings(input), { sends: false, resolver: address });
      await stop();
      return findings.slice(1).map(({ where, state }) => [where, state]);
    });

  it('is refused where a recipient is, by name', async () => {
    mail.mood = () => '550 5.1.1 No\u001b[2J\u202e such user';
    const [server] = await checkMailSettings(mailSettings(), {
      sends: true,
      resolver: `127.0.0.1:${closedPort}`,
    });
    mail.mood = () => 'takes';
    expect(server).toMatchObject({ state: 'open', how: expect.stringContaining(realSite.contactEmail) });
    expect(server?.how).toContain('such user');
    expect(server?.how).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u);
  });

  it('has the records that other mail servers ask for, of the sender’s domain or one above it', async () => {
    const records: Record<string, string> = {
      'harbour-and-hale.com': 'v=spf1 include:mail.example -all',
      '_dmarc.harbour-and-hale.com': 'v=DMARC1; p=reject',
    };
    const names = Object.keys(records);
    expect(await look((name) => records[name])).toEqual(names.map((name) => [name, 'done']));
    expect(await look(() => undefined)).toEqual(names.map((name) => [name, 'open']));
    expect(await look((name) => records[name], { MAIL_FROM: 'site@mail.harbour-and-hale.com' })).toEqual([
      ['mail.harbour-and-hale.com', 'open'],
      ['_dmarc.harbour-and-hale.com', 'done'],
    ]);
  });
});

describe('a site', () => {
  let site: RunningSite;
  let store: EnquiryStore;
  beforeAll(async () => {
    site = await startSite(root, { SMTP_URL: mail.url });
    store = createStore(openSqlite(site.database.replace('file:', '')));
  });
  afterAll(async () => {
    await store.close();
    await site.stop();
  });
  const send = (url: string, mails = false, into = store) =>
    tryEnquiry(url, into, { mails, isElsewhere: false });

  it('is sent an enquiry that is deleted again, and mailed only where that is wanted', async () => {
    expect(await send(site.url)).toMatchObject({ state: 'done' });
    expect(mail.received).toEqual([]);
    expect(await send(site.url, true)).toMatchObject({ state: 'done' });
    expect(mail.received.splice(0)).toHaveLength(1);
    mail.says.message = () => '550 5.7.1 Not today';
    expect(await send(site.url, true)).toMatchObject({
      state: 'open',
      how: expect.stringContaining('Not today'),
    });
    mail.says = {};
    expect(await store.list()).toEqual([]);
  });

  it('with another store keeps one that is set aside, and the output says how to delete it', async () => {
    const others = createStore(openSqlite(inProject('data/other.db')));
    const finding = await send(site.url, true, others);
    const [left, ...more] = await store.list({ isSpam: true });
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      state: 'open',
      what: expect.stringContaining(left?.reference ?? 'none'),
    });
    expect(finding.how).toContain(`erase --email ${left?.email}`);
    expect(mail.received).toEqual([]);
    await others.close();
    await store.remove([left?.reference ?? '']);
  });

  it('that does not run here is to be tried where it does', async () => {
    const options = { mails: false, isElsewhere: true };
    expect(await tryEnquiry(`http://localhost:${closedPort}`, store, options)).toMatchObject({
      state: 'warning',
      how: expect.stringContaining('launch-check.mjs'),
    });
  });

  describe('that is another server', () => {
    async function serve(answer: RequestListener): Promise<string> {
      const { url, stop } = await listen(answer);
      onTestFinished(stop);
      return url;
    }

    it.each([
      [10, 'warning'],
      [-1, 'open'],
    ])('has its security.txt end in %s days', async (days, state) => {
      const end = new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString();
      const url = await serve((_, response) =>
        response.end(`Contact: mailto:a@b.example\nExpires: ${end}\n`),
      );
      const findings = await checkAddress(url);
      expect(findings.find(({ where }) => where === url + securityTxtPath)?.state).toBe(state);
    });

    it('has no enquiry deleted that it names', async () => {
      const reference = await addEnquiry(store);
      const url = await serve((_, response) => response.end(JSON.stringify({ reference })));
      expect(await send(url)).toMatchObject({ state: 'open', what: expect.stringContaining(reference) });
      expect(await store.has(reference)).toBe(true);
    });

    it('accepts nothing, and prints nothing that steers a terminal', async () => {
      const steering = 'Wrong\u001b[2J\u009b31m\u202e\u2066\r\nopen     a line of its own';
      const answer = JSON.stringify({ error: steering, fields: { email: steering.repeat(1000) } });
      const url = await serve(({ url }, response) =>
        url === securityTxtPath
          ? response.end('Contact: mailto:a@b.example\nExpires: (\u001b[2J\u202e) 1 Jan 2999\n')
          : response.writeHead(503, { Location: 'http://[\u009b31m', 'Set-Cookie': 'a=\u009b' }).end(answer),
      );
      const findings = [await send(url), ...(await checkAddress(url))];
      expect(findings[0]).toMatchObject({
        what: 'the site accepts no enquiry',
        how: expect.stringMatching(/^It answered 503 Wrong/),
      });
      for (const text of findings.flatMap((finding) => Object.values(finding))) {
        expect(text).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u);
        expect(text.length).toBeLessThan(1000);
      }
    });

    it('reports a redirect and does not follow it', async () => {
      const asked: string[] = [];
      const other = await serve(({ url = '' }, response) => {
        asked.push(url);
        response.end('{}');
      });
      const url = await serve(({ url = '' }, response) =>
        response.writeHead(308, { Location: other + url }).end(),
      );
      const findingsOf = [await send(url), ...(await checkAddress(url))].map(({ what }) => what);
      expect(asked).toEqual([]);
      for (const path of ['/', routes.contact, securityTxtPath])
        expect(findingsOf).toContainEqual(expect.stringMatching(new RegExp(`leads to ${other}${path}$`)));
    });

    it('is not waited for without end', async () => {
      const ended = AbortSignal.abort(new DOMException('a timeout', 'TimeoutError'));
      vi.spyOn(AbortSignal, 'timeout').mockReturnValue(ended);
      onTestFinished(() => void vi.restoreAllMocks());
      const url = await serve(() => {});
      expect(opened(await checkAddress(url))).toEqual([
        expect.objectContaining({ where: url, how: expect.stringContaining('timeout') }),
      ]);
    });
  });
});
