import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import type { Finding } from '../scripts/launch/finding.ts';
import type { Folder } from '../scripts/launch/promises.ts';
import { inboxPaths } from '../src/lib/inbox.ts';
import type { Claim } from '../src/schemas/claim.ts';
import type { SiteData } from '../src/server/built.ts';
import { visit } from './faults/support/visitors.ts';
import { signIn, startInboxIn } from './support/inbox.ts';
import { copyFixture } from './support/lay-out.ts';
import { everyRoute, root } from './support/other-firm.ts';
import { runNode } from './support/owner.ts';
import type { ProjectCopy } from './support/project-copy.ts';
import { filesOf, type Manifest } from './support/release.ts';
import { startResolver } from './support/resolver.ts';
import { freePort, startSite } from './support/server.ts';
import { type MailServer, startMailServer } from './support/smtp.ts';

let project: ProjectCopy;
/** The release, copied to where nothing else is. */
let alone: string;
let mail: MailServer;
beforeAll(async () => {
  project = await copyFixture();
  cpSync(join(root, 'dist'), join(project.root, 'dist'), { recursive: true, preserveTimestamps: true });
  writeFileSync(join(project.root, 'deploy/host.env'), 'HOST=root@firm.example\n');
  expect(project.run(process.execPath, 'scripts/release.ts')).toMatchObject({ status: 0 });
  alone = mkdtempSync(join(tmpdir(), 'release-'));
  cpSync(join(project.root, 'release'), alone, { recursive: true });
  mail = await startMailServer();
  return mail.stop;
});
const read = (file: string) => readFileSync(join(alone, file), 'utf8');
const manifest = () => JSON.parse(read('manifest.json')) as Manifest;

/** From its own folder, as it is typed, with nothing in the environment but what is named here. */
const run = (env: Record<string, string>, ...parameters: string[]) => runNode(parameters, env, alone);
const newDatabase = () => {
  const folder = mkdtempSync(join(tmpdir(), 'release-data-'));
  return { folder, env: { DATABASE_URL: `file:${join(folder, 'enquiries.db')}` } };
};
const list = async (env: Record<string, string>) =>
  (JSON.parse((await run(env, 'enquiries.mjs', 'export', '--json')).out) as { reference: string }[]).map(
    ({ reference }) => reference,
  );

it('holds the built site and all that a server needs, lists each file, and needs no packages beside it', () => {
  const { 'manifest.json': own, ...files } = filesOf(alone);
  expect(own).toBeDefined();
  expect(manifest()).toMatchObject({ node: process.versions.node, files });
  expect(Object.keys(manifest().files)).toHaveLength(Object.keys(files).length);
  for (const [name, file] of Object.entries(filesOf(join(root, 'dist'))))
    expect(files[`dist/${name}`], name).toEqual(file);
  for (const name of [
    ...['Caddyfile', 'nginx.conf', 'on-host.sh'],
    ...['site-backup.service', 'site-backup.timer', 'site@.service'],
  ])
    expect(files).toHaveProperty([`deploy/${name}`]);
  // The release does not contain the name of its server.
  expect(files).not.toHaveProperty(['deploy/host.env']);
  expect(files).toHaveProperty([`docs/scaling.md`]);
  expect(files).toHaveProperty(['.env.example']);
  for (let folder = alone; folder !== dirname(folder); folder = dirname(folder))
    expect(existsSync(join(folder, 'node_modules'))).toBe(false);
  const size = Object.entries(files).reduce(
    (sum, [name, file]) => sum + (name.startsWith('dist/') ? 0 : file.size),
    0,
  );
  expect(size).toBeLessThan(5_000_000);
});

it('passes on the licence of each package in it', () => {
  const packages = Object.entries(manifest().packages);
  expect(packages.map(([name]) => name)).toEqual(
    expect.arrayContaining(['pg', 'nodemailer', 'commander', 'react']),
  );
  const parts = read('THIRD-PARTY-LICENSES.txt').split(`\n${'-'.repeat(80)}\n\n`);
  expect(parts).toHaveLength(packages.length);
  for (const [i, [name, version]] of packages.entries()) {
    expect(parts[i]).toMatch(new RegExp(`^${name} ${version} \\(`));
    expect(parts[i]).toMatch(/permission|licen[cs]e/i);
  }
});

it.each(['data', '.env'])('is not made over what a site in it has left (%s)', (name) => {
  const owners = join(project.root, 'release', name);
  mkdirSync(owners);
  const { status, output } = project.run(process.execPath, 'scripts/release.ts');
  expect([status, output]).toEqual([1, expect.stringContaining(`release/${name} `)]);
  expect(existsSync(owners)).toBe(true);
  rmSync(owners, { recursive: true });
});

it('starts with Node and an empty environment, answers every route, takes an enquiry and ends', async () => {
  const url = `http://localhost:${await freePort()}`;
  writeFileSync(join(alone, '.env'), `PORT=${new URL(url).port}\n`);
  onTestFinished(() => {
    for (const name of ['.env', 'data']) rmSync(join(alone, name), { recursive: true, force: true });
  });
  const server = spawn(process.execPath, ['server.mjs'], { cwd: alone, env: {} });
  onTestFinished(() => void server.kill('SIGKILL'));
  let output = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (output += chunk));
  await expect.poll(() => output).toContain(url);
  const statuses = await Promise.all(everyRoute().map(async (path) => (await fetch(url + path)).status));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect((await fetch(`${url}/no-such-page`)).status).toBe(404);
  const { reference = 'none' } = await visit(url);
  expect(await list({})).toEqual([reference]);
  const taken = await run({}, 'server.mjs');
  expect(taken).toMatchObject({ code: 1, error: expect.stringContaining('PORT=4322 node server.mjs') });
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

it('opens the inbox, backs up while it runs, and restores', async () => {
  const { folder, env } = newDatabase();
  const site = await startSite(alone, env, 'server.mjs');
  const { reference = 'none' } = await visit(site.url);
  const inbox = await startInboxIn(alone, 'inbox.mjs', env.DATABASE_URL);
  const owner = await signIn(inbox);
  expect(await (await owner.get(inboxPaths.enquiries)).json()).toMatchObject({ rows: [{ reference }] });
  expect(await (await fetch(inbox.url)).text()).toContain('<title>');
  await inbox.stop();
  const copy = join(folder, 'copy.db');
  expect(await run(env, 'enquiries.mjs', 'backup', copy)).toMatchObject({ code: 0 });
  await visit(site.url);
  await site.stop();
  rmSync(join(folder, 'enquiries.db'));
  expect(await run(env, 'enquiries.mjs', 'restore', copy, '--yes')).toMatchObject({ code: 0 });
  expect(await list(env)).toEqual([reference]);
});

it('names the commands that there are in it', async () => {
  const { env } = newDatabase();
  for (const command of [[], ['list'], ['restore']])
    expect((await run(env, 'enquiries.mjs', ...command, '--help')).out).toContain(
      ['Usage: node --env-file=/etc/site.env enquiries.mjs', ...command].join(' '),
    );
  expect((await run(env, 'enquiries.mjs', 'list')).error).not.toContain('npm');
  expect((await run({}, 'enquiries.mjs', 'list')).error).toMatch(
    /^There is no store .+--env-file=\/etc\/site\.env .+\.\n$/,
  );
});

it('checks itself before a launch, and leaves open what cannot be had on loopback', async () => {
  const { folder, env: database } = newDatabase();
  const env = { ...database, SMTP_URL: mail.url, PORT: String(await freePort()) };
  const site = await startSite(alone, { ...env, TRUST_PROXY: '127.0.0.1,::1' }, 'server.mjs');
  expect(await run(env, 'enquiries.mjs', 'backup', folder)).toMatchObject({ code: 0 });
  const resolver = await startResolver((name) =>
    name.startsWith('_dmarc.') ? 'v=DMARC1; p=reject' : 'v=spf1 -all',
  );
  const words = ['--json', '--send', '--url', site.url, '--resolver', resolver.address, '--backups', folder];
  const { code, out } = await run(env, 'launch-check.mjs', ...words);
  await resolver.stop();
  const findings = JSON.parse(out) as Finding[];
  const named = (state: string) => findings.filter((one) => one.state === state).map(({ what }) => what);
  expect(named('open')).toEqual([
    // This firm's privacy policy names one, and nothing is set up here.
    expect.stringContaining('webhook'),
    'missing: HTTPS with a trusted certificate',
  ]);
  expect(code).toBe(1);
  expect(named('warning')).toEqual([]);
  // The test mail, and that of the enquiry: to the address that the release was made with.
  const { contactEmail } = JSON.parse(read('dist/site.json')) as SiteData;
  expect(mail.received.splice(0).map(({ to }) => to)).toEqual([[contactEmail], [contactEmail]]);
  expect(await list(env)).toEqual([]);
  await site.stop();

  const launch = JSON.parse(read('dist/launch.json')) as Folder;
  const overdue = {
    wording: 'An old claim',
    status: 'confirmed',
    reviewBy: '2020-01-01',
  } as unknown as Claim;
  writeFileSync(join(alone, 'dist/launch.json'), JSON.stringify({ ...launch, claims: [overdue] }));
  const { out: table } = await run(database, 'launch-check.mjs', '--resolver', '127.0.0.1:9');
  expect(table).toMatch(/^open +content\/claims\.yaml .*2020-01-01$/m);
  expect(table).toContain('Then make a new release.');
  expect(table).toContain('Set SMTP_URL in /etc/site.env');
  expect(table).not.toMatch(/npm|\.env(?!\.example)(?<!site\.env)/);
});

it('tells an old Node what it needs', async () => {
  const old = "Object.defineProperty(process, 'versions', { value: { node: '22.12.0' } })";
  const ran = await run({}, `--import=data:text/javascript,${encodeURIComponent(old)}`, 'server.mjs');
  expect(ran).toMatchObject({ code: 1, out: '' });
  expect(ran.error).toMatch(/^This is Node 22\.12\.0; the site needs 24 or newer\.[^\n]+\n$/);
});

it('says in a sentence that it was not copied whole', async () => {
  const half = join(newDatabase().folder, 'half');
  cpSync(alone, half, { recursive: true, filter: (path) => !path.endsWith('site.json') });
  const ran = await run({}, join(half, 'server.mjs'));
  expect(ran).toMatchObject({
    code: 1,
    error: expect.stringMatching(/^This release is incomplete: [^\n]+\n$/),
  });
});
