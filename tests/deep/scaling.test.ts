import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Finding } from '../../scripts/launch/finding.ts';
import { site } from '../../src/config/site.ts';
import { readyPath, routes } from '../../src/routes.ts';
import { writeFirstVersion } from '../support/first-version.ts';
import { type Answer, ask } from '../support/from.ts';
import { copyProject, type ProjectCopy } from '../support/project-copy.ts';
import { type ServerMachine, setUpMachine } from '../support/server-machine.ts';

/** How many enquiries have to come through before and after. */
const AT_LEAST = 20;

/** The commands of docs/scaling.md by the headings they stand below, each block as it is copied. */
const blocks = new Map<string, string[]>();
let heading = '';
for (const [, title, lines] of readFileSync('docs/scaling.md', 'utf8').matchAll(
  /^#+ (.+)$|^```sh\n([\s\S]+?)^```$/gm,
)) {
  heading = title ?? heading;
  if (lines) blocks.set(heading, [...(blocks.get(heading) ?? []), lines]);
}
const under = (title: string) => {
  const found = blocks.get(title);
  if (!found) throw new Error(`docs/scaling.md has no commands below ‘${title}’`);
  return found;
};

describe('docs/scaling.md, typed from top to bottom, with a stand-in for systemd', () => {
  const { hostname } = new URL(site.url);
  let project: ProjectCopy;
  let machine: ServerMachine;
  const store = () => join(machine.root, 'var/lib/site/enquiries.db');
  beforeAll(async () => {
    project = copyProject();
    machine = await setUpMachine(hostname, project.root);
    // Whoever comes from the first version has a store already.
    await machine.type('mkdir -p /var/lib/site');
    writeFirstVersion(store());
    await machine.type('chown -R 65534:65534 /var/lib/site 2>/dev/null || true');
  });
  afterAll(async () => {
    await machine.remove();
    project.remove();
  });

  // Each goes on where the one before it ended.
  let hasFailed = false;
  beforeEach(({ skip, onTestFailed }) => {
    skip(hasFailed, 'a step before this one failed');
    onTestFailed(() => {
      hasFailed = true;
    });
  });

  const [make = '', place = ''] = under('A release');
  const release = async () => {
    await machine.type(`cd '${project.root}'\n${make}`);
    await machine.type(place);
  };
  const current = () => readlinkSync(join(machine.root, 'srv/site/current'));
  const backups = () => readdirSync(join(machine.root, 'var/lib/site-backups'));
  const ready = (port: 4321 | 4322) =>
    fetch(`http://127.0.0.1:${machine.portFor(port)}${readyPath}`).then(
      ({ status }) => status,
      () => 0,
    );

  it('a first release is made, copied and set up, and answers by HTTPS alone', async () => {
    await release();
    const [install = '', ...rest] = under('The first time');
    await machine.type(install);
    // As the document says: what differs. Here one address is all visitors.
    appendFileSync(join(machine.root, 'etc/site.env'), 'RATE_LIMIT=0\nDAILY_LIMIT=0\n');
    for (const lines of rest) await machine.type(lines);
    const page = await askHost(routes.about);
    expect([page.status, page.headers['strict-transport-security']]).toEqual([
      200,
      expect.stringContaining('max-age'),
    ]);
    const plain = await fetch(machine.insecure + routes.about, { redirect: 'manual' });
    expect([plain.status, plain.headers.get('location')]).toEqual([
      308,
      `https://${hostname}${routes.about}`,
    ]);
    expect(statSync(join(machine.root, 'etc/site.env')).mode & 0o777).toBe(0o600);
    for (const port of [4321, 4322] as const) await expect.poll(() => ready(port)).toBe(200);
    expect(existsSync(join(machine.root, 'etc/nginx/sites-enabled/default'))).toBe(false);
    const nginx = readFileSync(join(machine.root, 'etc/nginx/nginx.conf'), 'utf8');
    expect(nginx).toContain('worker_connections 8192;');
    expect(nginx).toMatch(/^worker_rlimit_nofile 20000;/);
  });

  it('a store of the version before is brought up to date by the start', async () => {
    const [list = ''] = under('Enquiries and backups');
    expect(await machine.type(list)).toContain('BBBB-BBBB');
    expect(ownersOf(join(machine.root, 'var/lib/site'))).toHaveLength(1);
  });

  it('the next release takes over while visitors write and read, and none of them fails', async () => {
    const first = current();
    const html = (await askHost(routes.contact)).text;
    const hashed = [...new Set(html.match(/\/_astro\/[\w.-]+/g))];
    expect(hashed.length).toBeGreaterThan(0);
    // A hashed file that only the first release has.
    writeFileSync(join(machine.root, 'srv/site', first, 'dist/client/_astro/of-the-first.js'), 'void 0;');
    project.edit('src/styles/tokens.css', (text) => `${text}\n:root {\n  orphans: 17;\n}\n`);
    const visits = await during(async () => {
      await release();
      for (const lines of under('Every other time')) await machine.type(lines);
    });
    expect(current()).not.toBe(first);
    expectServed(visits);
    for (const path of [...hashed, '/_astro/of-the-first.js'])
      expect((await askHost(path)).status, path).toBe(200);
    expect([await ready(4321), await ready(4322)]).toEqual([200, 200]);
    const page = await askHost(routes.about);
    expect(page.text).toContain('orphans:17');
    expect(backups()).toHaveLength(1);
  });

  it('going back to the previous release loses nobody either', async () => {
    const second = current();
    const [back = ''] = under('Going back to the previous release');
    const visits = await during(async () => {
      await machine.type(back);
      await machine.type(under('Every other time').at(-1) ?? '');
    });
    expectServed(visits);
    expect(current()).not.toBe(second);
    expect((await askHost(routes.about)).text).not.toContain('orphans:17');
  });

  it('a backup is restored, and what arrived since is kept', async () => {
    await machine.type('systemctl start site-backup');
    const early = await post();
    const [list = '', restore = ''] = under('Enquiries and backups');
    expect(await machine.type(restore)).toMatch(/Carried over, because they arrived after the backup: 1\./);
    await expect.poll(() => ready(4322)).toBe(200);
    expect(await machine.type(list)).toContain(early.reference);
    expect((await post()).status).toBe(200);
    expect(ownersOf(join(machine.root, 'var/lib/site'))).toHaveLength(1);
  });

  it('the launch check finds the settings, the store and the backups, and asks by HTTPS', async () => {
    const [, command = ''] =
      /`(node \S+launch-check\.mjs)/.exec(readFileSync('docs/scaling.md', 'utf8')) ?? [];
    const output = await machine.type(
      `export NODE_EXTRA_CA_CERTS=/etc/letsencrypt/live/${hostname}/fullchain.pem PORT=${machine.portFor(4321)}
      ${command} --url ${machine.secure} --backups /var/lib/site-backups --json || true
      unset NODE_EXTRA_CA_CERTS PORT`,
    );
    const findings = JSON.parse(output) as Finding[];
    const isOfMachine = ({ where }: Finding) => !/^(site\.config|content\/)|spf|dmarc/i.test(where);
    // The shipped folder has no mail server.
    expect(findings.filter(({ state }) => state === 'open').filter(isOfMachine)).toEqual([
      expect.objectContaining({ how: expect.stringContaining('SMTP_URL') }),
    ]);
    expect(findings.filter(({ state }) => state === 'done').map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^the newest backup is of /),
        'HTTPS with a trusted certificate',
        'the form reaches the site',
      ]),
    );
    expect(ownersOf(join(machine.root, 'var/lib/site'))).toHaveLength(1);
  });

  it('an older release refuses a newer store in a sentence, and the right backup brings it back', async () => {
    const [, journal = '', list = '', exact = ''] = under('Going back to the previous release');
    await machine.type('systemctl start site-backup\nsystemctl stop site@4321 site@4322');
    const before = backups().sort().at(-1) ?? '';
    const known = backups();
    const database = new DatabaseSync(store());
    database.exec('UPDATE schema_version SET version = 99');
    database.close();
    // The night after the release brings a backup that is of no use here.
    await machine.type('systemctl start site-backup\nsystemctl start site@4321 site@4322');
    expect(backups().filter((name) => !known.includes(name))).toHaveLength(1);
    await expect.poll(() => ready(4321)).toBe(503);
    expect((await askHost(routes.about)).status).toBe(200);
    expect((await post()).status).toBe(503);
    expect(await machine.type(journal)).toMatch(/written by a newer version of this program \(schema 99/);
    expect(await machine.type(list)).toContain(before);
    const [example = ''] = /^BACKUP=\S+/.exec(exact) ?? [];
    expect(example.replace(/\d/g, '0')).toBe(`BACKUP=${before}`.replace(/\d/g, '0'));
    await machine.type(exact.replace(example, `BACKUP=${before}`));
    await expect.poll(() => ready(4321)).toBe(200);
    expect((await post()).status).toBe(200);
  });

  it('every command of the document was typed', () => {
    const typed = ['A release', 'The first time', 'Every other time', 'Going back to the previous release'];
    expect([...blocks.keys()]).toEqual([...typed, 'Enquiries and backups']);
    expect(under('Going back to the previous release')).toHaveLength(4);
    expect(under('Enquiries and backups')).toHaveLength(2);
  });

  /** By HTTPS, as the host of the firm; the certificate is read each time, for it is made on the way. */
  function askHost(path: string, options: Parameters<typeof ask>[1] = {}): Promise<Answer> {
    const ca = readFileSync(join(machine.root, 'etc/letsencrypt/live', hostname, 'fullchain.pem'));
    return ask(machine.secure + path, { ca, timeout: 60_000, ...options });
  }

  let count = 0;
  async function post(agent?: Agent) {
    const headers = { 'Content-Type': 'application/json', Host: hostname };
    const body = JSON.stringify({ email: 'ada@shop.example', message: `Enquiry number ${++count}.` });
    const { status, text } = await askHost(routes.contact, { method: 'POST', headers, body, agent });
    const { reference = '' } = status === 200 ? (JSON.parse(text) as { reference: string }) : {};
    return { status, reference };
  }

  /** All were answered, and what was acknowledged is stored. */
  function expectServed(visits: { status: number; reference?: string }[]) {
    expect(new Set(visits.map(({ status }) => status))).toEqual(new Set([200]));
    const database = new DatabaseSync(store(), { readOnly: true, timeout: 5000 });
    const stored = new Set(
      database
        .prepare('SELECT reference FROM enquiries')
        .all()
        .map(({ reference }) => reference),
    );
    database.close();
    const told = visits.flatMap(({ reference }) => reference ?? []);
    expect(told.length).toBeGreaterThanOrEqual(AT_LEAST);
    expect(told.filter((reference) => !stored.has(reference))).toEqual([]);
  }

  /** What visitors got who wrote and read all the while, some of them before it began and some after it had ended. */
  async function during(happens: () => Promise<void>) {
    const visits: { status: number; reference?: string }[] = [];
    let isOver = false;
    const visitor = async () => {
      while (!isOver)
        // Each over a connection of their own.
        visits.push(await post(new Agent()), await askHost(routes.about, { agent: new Agent() }));
    };
    const all = Promise.all([visitor(), visitor()]);
    const more = async () => {
      const wanted = visits.length + 2 * AT_LEAST;
      await expect.poll(() => visits.length).toBeGreaterThanOrEqual(wanted);
    };
    await more();
    await happens();
    await more();
    isOver = true;
    await all;
    return visits;
  }
});

/** Who owns what lies there; one user means that nothing was taken away from the service. */
function ownersOf(folder: string): number[] {
  const files = readdirSync(folder).filter((name) => !name.includes('before-restore'));
  return [...new Set(files.map((name) => statSync(join(folder, name)).uid))];
}
