import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { site } from '../../src/config/site.ts';
import { readyPath, routes } from '../../src/routes.ts';
import { writeFirstVersion } from '../support/first-version.ts';
import { ask } from '../support/from.ts';
import { copyProject, type ProjectCopy } from '../support/project-copy.ts';
import { AUTHORITY, type ServerMachine, setUpMachine } from '../support/server-machine.ts';

interface Visit {
  status: number;
  reference?: string;
  /** What came instead of an answer. */
  instead?: string;
}

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

describe.each(['caddy', 'nginx'] as const)('docs/scaling.md, typed from top to bottom, with %s', (proxy) => {
  const { hostname } = new URL(site.url);
  let project: ProjectCopy;
  let machine: ServerMachine;
  const store = () => join(machine.store, 'enquiries.db');
  const there = (path: string) => join(machine.root, path);
  beforeAll(async () => {
    project = copyProject();
    machine = await setUpMachine(project.root);
    writeFileSync(there('/etc/hosts'), `127.0.0.1 localhost ${hostname}\n`);
    // A store of the first version is there already.
    writeFirstVersion(store());
    await machine.type(`ssh root@${hostname} 'useradd --system site && chown -R site: /var/lib/site'`);
  });
  afterAll(async () => {
    await machine?.remove();
    project?.remove();
  });

  /** What does not depend on the proxy. */
  const once = (name: string, step: () => void | Promise<void>) => {
    if (proxy === 'caddy') it(name, step);
  };

  // Each goes on where the one before it ended.
  let hasFailed = false;
  beforeEach(({ skip, onTestFailed }) => {
    skip(hasFailed, 'a step before this one failed');
    onTestFailed(() => {
      hasFailed = true;
    });
  });

  /** Types a block of the document at the owner's desk; answers with what it printed. */
  async function type(title: string, which = 0, change = (lines: string) => lines): Promise<string> {
    const lines = blocks.get(title)?.[which];
    if (!lines) throw new Error(`docs/scaling.md has no commands below ‘${title}’`);
    const { code, output } = await machine.type(change(lines.replaceAll('www.example.com', hostname)));
    expect(code, output).toBe(0);
    return output;
  }
  const current = () => readlinkSync(there('/srv/site/current'));
  const releases = () => readdirSync(there('/srv/site/releases'));
  const backups = () => readdirSync(there('/var/lib/site-backups')).sort();
  const stateOf = async (port: '4321' | '4322') =>
    (await ask(`http://localhost${readyPath}`, { socketPath: machine.socket(port), agent: undefined }))
      .status;

  it('a server is set up, answers by HTTPS, and leads to it', async () => {
    await machine.type('cp deploy/host.env.example deploy/host.env');
    const early = await machine.type('npm run deploy -- --back');
    expect([early.code, early.output]).toEqual([1, expect.stringContaining('npm run deploy -- --setup')]);
    const output = await type('The first time', 0, (lines) =>
      lines.replace('\n', `\nsed -i 's/^PROXY=.*/PROXY=${proxy}/' deploy/host.env\n`),
    );
    expect(output).toMatch(/answers on port 4321\.\n.*answers on port 4322\./);
    const authority =
      proxy === 'caddy'
        ? '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt'
        : `/etc/letsencrypt/live/${hostname}/fullchain.pem`;
    await expect.poll(() => existsSync(there(authority))).toBe(true);
    writeFileSync(there(AUTHORITY), readFileSync(there(authority)));
    await expect.poll(async () => (await askHost(routes.about)).status).toBe(200);
    expect((await askHost(routes.about)).headers).toHaveProperty('strict-transport-security');
    const plain = await ask(`http://${hostname}${routes.about}`, { socketPath: machine.socket('80') });
    expect([plain.status, plain.headers.location]).toEqual([308, `https://${hostname}${routes.about}`]);
    expect((await askHost(readyPath)).status).toBe(200);
  });

  it('settings are changed, which only root and the service may read', async () => {
    await type('The first time', 1);
    expect(readFileSync(there('/etc/site.env'), 'utf8')).toMatch(/^RATE_LIMIT=0$/m);
    expect(statSync(there('/etc/site.env')).mode & 0o777).toBe(0o640);
  });

  once('a store of an earlier version was brought up to date', async () => {
    expect(await type('Enquiries and backups', 0)).toContain('BBBB-BBBB');
  });

  once('the launch check finds settings, store and certificate', async () => {
    // Something is always open at a firm of examples.
    const output = await type('The first time', 2, (lines) => `${lines.trim()} || true`);
    expect(output).toMatch(/^done +.*HTTPS with a trusted certificate$/m);
    expect(output).toContain('SMTP_URL');
  });

  it('the next release takes over while visitors write and read, and none of them fails', async () => {
    const first = current();
    const hashed = [...new Set((await askHost(routes.contact)).text.match(/\/_astro\/[\w.-]+/g))];
    expect(hashed.length).toBeGreaterThan(0);
    for (const day of [1, 2, 3, 4]) mkdirSync(there(`/srv/site/releases/2020-01-0${day}T00-00-00`));
    // A hashed file that only the first release has.
    writeFileSync(there(`/srv/site/${first}/dist/client/_astro/of-the-first.js`), 'void 0;');
    project.edit('src/styles/tokens.css', (text) => `${text}\n:root {\n  orphans: 17;\n}\n`);
    expectServed(await during(() => type('Every other time', 0)));
    expect(current()).not.toBe(first);
    for (const path of [...hashed, '/_astro/of-the-first.js'])
      expect((await askHost(path)).status, path).toBe(200);
    expect((await askHost(routes.about)).text).toContain('orphans:17');
    expect(backups().length).toBeGreaterThan(0);
    // The newest five.
    const kept = ['2020-01-02T00-00-00', '2020-01-03T00-00-00', '2020-01-04T00-00-00'];
    const running = [first, current()].map((link) => link.replace('releases/', ''));
    expect(releases().sort()).toEqual([...kept, ...running]);
  });

  once('a release that does not answer is switched back by itself', async () => {
    const good = current();
    project.edit('src/server/main.ts', (text) => `${text}\nprocess.exit(1);\n`);
    const visits = await during(async () => {
      const { code, output } = await machine.type('npm run deploy');
      expect(code).toBe(1);
      expect(output).toMatch(/does not answer on port 4321/);
      expect(output).toContain(`${good} is running again.`);
    });
    project.edit('src/server/main.ts', (text) => text.replace('\nprocess.exit(1);\n', ''));
    expectServed(visits);
    expect(current()).toBe(good);
    for (const port of ['4321', '4322'] as const) expect(await stateOf(port)).toBe(200);
  });

  it('going back to the release that ran before loses no visitor either, and forward again', async () => {
    const second = current();
    expectServed(await during(() => type('Every other time', 1)));
    expect(current()).not.toBe(second);
    expect((await askHost(routes.about)).text).not.toContain('orphans:17');
    await type('Every other time', 1);
    expect(current()).toBe(second);
  });

  once('a backup is restored, and what arrived since is kept', async () => {
    await type('Enquiries and backups', 1);
    const early = await post();
    await type('Enquiries and backups', 2);
    await expect.poll(() => stateOf('4322')).toBe(200);
    expect(await type('Enquiries and backups', 0)).toContain(early.reference);
    await expect.poll(async () => (await post()).status).toBe(200);
    const owners = readdirSync(machine.store).map((name) => statSync(join(machine.store, name)).uid);
    expect(new Set(owners).size).toBe(1);
  });

  once('an older release refuses a newer store, and the backup from before brings it back', async () => {
    const newer = current();
    const before = backups().at(-1) ?? '';
    await machine.type(`ssh root@${hostname} systemctl stop site@4321 site@4322`);
    const database = new DatabaseSync(store());
    database.exec('UPDATE schema_version SET version = 99');
    database.close();
    await machine.type(`ssh root@${hostname} systemctl start site@4321 site@4322`);
    await expect.poll(() => stateOf('4321')).toBe(503);
    await expect.poll(async () => (await askHost(readyPath)).status).toBe(503);
    expect((await askHost(routes.about)).status).toBe(200);
    const { output } = await machine.type(`ssh root@${hostname} journalctl -u site@4321`);
    expect(output).toMatch(/written by a newer version of this program \(schema 99/);
    const title = 'When the store is newer than the release';
    expect(await type(title, 0)).toContain(before);
    await type(title, 1, (lines) => lines.replace(/^BACKUP=\S+/, `BACKUP=${before}`));
    await expect.poll(() => stateOf('4321')).toBe(200);
    await expect.poll(async () => (await post()).status).toBe(200);
    expect(current()).not.toBe(newer);
  });

  once('every command of the document was typed', () => {
    const counts = [...blocks].map(([title, all]) => [title, all.length]);
    expect(Object.fromEntries(counts)).toEqual({
      'The first time': 3,
      'Every other time': 2,
      'When the store is newer than the release': 2,
      'Enquiries and backups': 3,
    });
  });

  /** By HTTPS, as a visitor of the firm's host. */
  function askHost(path: string, options: Parameters<typeof ask>[1] = {}) {
    const ca = readFileSync(there(AUTHORITY));
    const place = { socketPath: machine.socket('443'), servername: hostname, ca };
    return ask(`https://${hostname}${path}`, { ...place, ...options });
  }

  let count = 0;
  async function read(): Promise<Visit> {
    const { status, text } = await askHost(routes.about);
    return status === 200 ? { status } : { status, instead: text };
  }

  async function post() {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ email: 'ada@shop.example', message: `Enquiry number ${++count}.` });
    const { status, text } = await askHost(routes.contact, { method: 'POST', headers, body });
    if (status !== 200) return { status, reference: '', instead: text };
    return { status, reference: (JSON.parse(text) as { reference: string }).reference };
  }

  /** All were answered, and what was acknowledged is stored. */
  function expectServed(visits: Visit[]) {
    expect(visits.filter(({ status }) => status !== 200)).toEqual([]);
    const database = new DatabaseSync(store(), { readOnly: true, timeout: 5000 });
    const rows = database.prepare('SELECT reference FROM enquiries').all();
    database.close();
    const stored = new Set(rows.map(({ reference }) => reference));
    const references = visits.flatMap(({ reference }) => reference ?? []);
    expect(references.length).toBeGreaterThanOrEqual(AT_LEAST);
    expect(references.filter((reference) => !stored.has(reference))).toEqual([]);
  }

  /** What visitors got who wrote and read all the while, some of them before it began and some after it had ended. */
  async function during(happens: () => Promise<unknown>) {
    const visits: Visit[] = [];
    let isOver = false;
    const visitor = async () => {
      while (!isOver) visits.push(await post(), await read());
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
