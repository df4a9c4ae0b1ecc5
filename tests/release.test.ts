import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { site } from '../src/config/site.ts';
import { inboxPaths } from '../src/lib/inbox.ts';
import { routes } from '../src/routes.ts';
import { kill } from './faults/support/site.ts';
import { answered, until, visit, visitors } from './faults/support/visitors.ts';
import { signIn, startInboxIn } from './support/inbox.ts';
import { copyProject, type ProjectCopy } from './support/project-copy.ts';
import { everyRoute } from './support/routes.ts';
import { type RunningSite, startSite } from './support/server.ts';
import { startMailServer } from './support/smtp.ts';

interface Manifest {
  name: string;
  version: string;
  node: string;
  packages: Record<string, string>;
  files: Record<string, { size: number; sha256: string }>;
}

/** One with a space and an umlaut, one without. */
const projects: ProjectCopy[] = [];
const releaseOf = ({ root }: ProjectCopy) => join(root, 'release');
/** Copied to where nothing else is. */
let alone: string;
beforeAll(() => {
  for (const project of [copyProject(), copyProject('project-')]) {
    projects.push(project);
    expect(project.run('npm', 'run', '--silent', 'release')).toMatchObject({ status: 0 });
  }
  alone = mkdtempSync(join(tmpdir(), 'release-'));
  cpSync(releaseOf(projects[0] as ProjectCopy), alone, { recursive: true });
}, 300_000);
afterAll(() => {
  for (const project of projects) project.remove();
  rmSync(alone, { recursive: true });
});

describe('a release', () => {
  const manifest = () => JSON.parse(readFileSync(join(alone, 'manifest.json'), 'utf8')) as Manifest;

  it('is the same to the byte, whatever the folder is called that it is made in', () => {
    const [first, second] = projects.map((project) => hashesOf(releaseOf(project)));
    expect(Object.keys(first ?? {}).length).toBeGreaterThan(50);
    expect(first).toEqual(second);
  });

  it('lists every file with its size and hash, and nothing else is there', () => {
    const { 'manifest.json': own, ...files } = hashesOf(alone);
    expect(own).toBeDefined();
    expect(manifest().files).toEqual(files);
    expect(manifest()).toMatchObject({ node: process.versions.node, name: 'advisory-site' });
  });

  it('is small, and needs no packages beside it', () => {
    const size = Object.values(hashesOf(alone)).reduce((sum, file) => sum + file.size, 0);
    console.log(`A release has ${(size / 1e6).toFixed(1)} MB.`);
    expect(size).toBeLessThan(15_000_000);
    for (let folder = alone; folder !== dirname(folder); folder = dirname(folder))
      expect(existsSync(join(folder, 'node_modules'))).toBe(false);
  });

  it('holds everything that a serving machine needs', () => {
    expect(Object.keys(manifest().files)).toEqual(
      expect.arrayContaining([
        '.env.example',
        'THIRD-PARTY-LICENSES.txt',
        'deploy/Caddyfile',
        'deploy/nginx.conf',
        'deploy/site-backup.service',
        'deploy/site-backup.timer',
        'deploy/site@.service',
        'docs/scaling.md',
        'dist/caddy/headers.conf',
        'dist/caddy/redirects.conf',
        'dist/client/_redirects',
        'dist/client/index.html.br',
        'dist/headers.json',
        'dist/inbox/index.html',
        'dist/launch.json',
        'dist/nginx/page.conf',
        'dist/nginx/redirects.conf',
        'dist/redirects.json',
        'dist/site.json',
        'enquiries.mjs',
        'inbox.mjs',
        'launch-check.mjs',
        'server.mjs',
      ]),
    );
  });

  it('holds all of the built site, with what is published later', () => {
    const [project] = projects as [ProjectCopy];
    const built = readdirSync(join(project.root, 'dist'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(project.root.length + 1));
    expect(built.length).toBeGreaterThan(100);
    expect(Object.keys(manifest().files)).toEqual(expect.arrayContaining(built));
  });

  it('tells nginx and Caddy the name of the firm’s host', () => {
    const { hostname } = new URL(site.url);
    for (const [file, line] of [
      ['nginx.conf', `server_name ${hostname};`],
      ['nginx.conf', `/live/${hostname}/privkey.pem;`],
      ['Caddyfile', `{$SITE_ADDRESS:${hostname}} {`],
    ] as const)
      expect(readFileSync(join(alone, 'deploy', file), 'utf8')).toContain(line);
  });

  it('passes on the licence of each package in it', () => {
    const text = readFileSync(join(alone, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    const packages = Object.entries(manifest().packages);
    expect(packages.map(([name]) => name)).toEqual(
      expect.arrayContaining(['pg', 'nodemailer', 'commander', 'react']),
    );
    const parts = text.split(`\n${'-'.repeat(80)}\n\n`);
    expect(parts).toHaveLength(packages.length);
    for (const [i, [name, version]] of packages.entries()) {
      expect(parts[i]).toMatch(new RegExp(`^${name} ${version} \\(`));
      expect(parts[i]).toMatch(/permission|licen[cs]e/i);
    }
  });

  it('tells nothing of the machine that it was made on', () => {
    const secrets = [process.cwd(), ...projects.map(({ root }) => root), `${tmpdir()}/`, `${homedir()}/`];
    const telling = Object.keys(hashesOf(alone)).filter((name) => {
      const bytes = readFileSync(join(alone, name));
      return secrets.some((secret) => bytes.includes(secret));
    });
    expect(telling).toEqual([]);
  });

  it.each([
    ['enquiries that a site in it has stored', 'data'],
    ['the settings of a site in it', '.env'],
  ])('is not made over %s', (_, name) => {
    const [project] = projects as [ProjectCopy];
    const owners = join(releaseOf(project), name);
    mkdirSync(owners);
    const { status, output } = project.run(process.execPath, 'scripts/release.ts');
    expect(status).toBe(1);
    expect(output).toContain(`release/${name} `);
    expect(existsSync(owners)).toBe(true);
    rmSync(owners, { recursive: true });
  });
});

describe('with Node alone, a release', () => {
  let folder: string;
  let database: string;
  const sites: RunningSite[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'release-data-'));
    database = `file:${join(folder, 'enquiries.db')}`;
  });
  afterEach(async () => {
    await Promise.all(sites.splice(0).map((site) => site.stop()));
    rmSync(folder, { recursive: true });
  });
  const start = async (env: NodeJS.ProcessEnv = {}) => {
    const site = await startSite(alone, { DATABASE_URL: database, ...env }, 'server.mjs');
    sites.push(site);
    return site;
  };
  const stop = (site: RunningSite) => {
    sites.splice(sites.indexOf(site), 1);
    return site.stop();
  };
  /** From its own folder, as it is typed. */
  const run = (...parameters: string[]) =>
    new Promise<{ code: number; out: string; error: string }>((resolve) => {
      execFile(
        process.execPath,
        parameters,
        { cwd: alone, env: { DATABASE_URL: database } },
        (failed, out, error) => resolve({ code: Number(failed?.code ?? 0), out, error }),
      );
    });
  const list = async () => {
    const { out } = await run('enquiries.mjs', 'export', '--json');
    return (JSON.parse(out) as { reference: string }[]).map(({ reference }) => reference).sort();
  };

  it('opens the inbox', async () => {
    const site = await start();
    const body = new URLSearchParams({ email: 'ada@shop.example', message: 'For the inbox' });
    expect(
      (await fetch(`${site.url}${routes.contact}`, { method: 'POST', body, redirect: 'manual' })).status,
    ).toBe(303);
    const inbox = await startInboxIn(alone, 'inbox.mjs', database);
    const owner = await signIn(inbox);
    expect(await (await owner.get(inboxPaths.enquiries)).json()).toMatchObject({
      rows: [{ excerpt: 'For the inbox' }],
    });
    expect(await (await fetch(inbox.url)).text()).toContain('<title>');
    await inbox.stop();
  });

  it('answers every route', async () => {
    const began = performance.now();
    const counter = new URL('support/count-modules.ts', import.meta.url);
    const counted = await start({ NODE_OPTIONS: `--import=${counter}` });
    const { url } = counted;
    expect((await fetch(url)).status).toBe(200);
    const milliseconds = performance.now() - began;
    const statuses = await Promise.all(everyRoute().map(async (path) => (await fetch(url + path)).status));
    expect(statuses).toEqual(statuses.map(() => 200));
    expect((await fetch(`${url}/no-such-page`)).status).toBe(404);
    await stop(counted);
    await expect.poll(() => counted.output()).toContain('Files loaded');
    const [, files = ''] = /Files loaded: (\d+)/.exec(counted.output()) ?? [];
    console.log(`From the start to the first answer: ${milliseconds.toFixed(0)} ms; files loaded: ${files}.`);
    expect(Number(files)).toBeGreaterThan(1);
    expect(Number(files)).toBeLessThan(10);
  });

  it('keeps what it acknowledged through kill -9, and lists it', async () => {
    const killed = await start();
    const crowd = visitors(40, killed.url);
    await until('some are answered', () => crowd.answered() > 5);
    sites.splice(0);
    await kill(killed);
    const acknowledged = answered(await crowd.leave());
    expect(acknowledged.length).toBeGreaterThan(5);
    const again = await start();
    const last = await visit(again.url);
    expect(await list()).toEqual(
      expect.arrayContaining([...acknowledged, last].map(({ reference }) => reference)),
    );
    expect((await run('enquiries.mjs', 'list')).out).toContain(last.reference);
  });

  it('backs up while it runs, and restores', async () => {
    const site = await start();
    const early = await visit(site.url);
    const copy = join(folder, 'copy.db');
    expect(await run('enquiries.mjs', 'backup', copy)).toMatchObject({ code: 0 });
    const late = await visit(site.url);
    await stop(site);
    rmSync(join(folder, 'enquiries.db'));
    expect(await run('enquiries.mjs', 'restore', copy, '--yes')).toMatchObject({ code: 0 });
    expect(await list()).toEqual([early.reference]);
    const again = await start();
    expect((await visit(again.url)).status).toBe(200);
    expect(await list()).not.toContain(late.reference);
  });

  it('names the commands that there are in it', async () => {
    const programs = Object.keys(hashesOf(alone)).filter((name) => name.endsWith('.mjs'));
    expect(programs.length).toBeGreaterThan(3);
    for (const command of [[], ['list'], ['visits'], ['restore']])
      expect((await run('enquiries.mjs', ...command, '--help')).out).toContain(
        ['Usage: node enquiries.mjs', ...command].join(' '),
      );
    expect((await run('enquiries.mjs', 'show', 'BBBB-BBBB')).error).not.toContain('npm');
    const site = await start();
    const taken = await run(
      `--import=data:text/javascript,process.env.PORT=${new URL(site.url).port}`,
      'server.mjs',
    );
    expect(taken.error).toContain('PORT=4322 node server.mjs');
    expect((await run('enquiries.mjs', 'show', 'BBBB-BBBB')).error).toContain('See node enquiries.mjs list.');
  });

  it('sends a mail on trial to the address that it was made with', async () => {
    const mail = await startMailServer();
    writeFileSync(join(alone, '.env'), `SMTP_URL=${mail.url}\n`);
    const { code } = await run('enquiries.mjs', 'test-mail');
    rmSync(join(alone, '.env'));
    await mail.stop();
    expect(code).toBe(0);
    expect(mail.received.map(({ to }) => to)).toEqual([[site.contactEmail]]);
  });

  it('reads a file .env beside it', async () => {
    writeFileSync(join(alone, '.env'), 'PORT=nonsense\n');
    const ran = await run('server.mjs');
    rmSync(join(alone, '.env'));
    expect(ran).toMatchObject({ code: 1, error: expect.stringMatching(/^PORT is ‘nonsense’; [^\n]+\n$/) });
  });

  it.each(['server.mjs', 'enquiries.mjs'])('%s tells an old Node what it needs', async (program) => {
    const old = "Object.defineProperty(process, 'versions', { value: { node: '22.12.0' } })";
    const ran = await run(`--import=data:text/javascript,${encodeURIComponent(old)}`, program);
    expect(ran).toMatchObject({ code: 1, out: '' });
    expect(ran.error).toMatch(/^This is Node 22\.12\.0; the site needs 24 or newer\.[^\n]+\n$/);
  });

  it('says in a sentence that it was not copied whole', async () => {
    const half = join(folder, 'half');
    cpSync(alone, half, { recursive: true, filter: (path) => !path.endsWith('site.json') });
    const ran = await run(join(half, 'server.mjs'));
    expect(ran).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^This release is incomplete: [^\n]+\n$/),
    });
  });
});

function hashesOf(folder: string): Manifest['files'] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    entries.map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const bytes = readFileSync(file);
      return [file.slice(folder.length + 1), { size: bytes.length, sha256: hash('sha256', bytes) }];
    }),
  );
}
