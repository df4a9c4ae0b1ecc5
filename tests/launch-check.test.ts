import { execFile } from 'node:child_process';
import { once } from 'node:events';
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
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../scripts/launch/finding.ts';
import type { Folder } from '../scripts/launch/promises.ts';
import { site } from '../src/config/site.ts';
import { findExamples } from '../src/content/examples.ts';
import { legalPaths, routes, securityTxtPath } from '../src/routes.ts';
import type { Claim } from '../src/schemas/claim.ts';
import { confirmAll, exampleSite, realSite } from './support/confirm-all.ts';
import { plainEnvironment } from './support/environment.ts';
import { copyProject, type ProjectCopy } from './support/project-copy.ts';
import { startResolver } from './support/resolver.ts';
import { freePort, type RunningSite, startSite } from './support/server.ts';
import { type MailServer, startMailServer } from './support/smtp.ts';

let project: ProjectCopy;
let mail: MailServer;
let closedPort: number;
beforeAll(async () => {
  project = copyProject();
  mail = await startMailServer();
  closedPort = await freePort();
});
afterAll(async () => {
  await mail.stop();
  project.remove();
});

const settings = () => join(project.root, '.env');
/** Not in one go: the mail server of this test must be able to answer. */
const call = (cwd: string, env: NodeJS.ProcessEnv, command: string, ...words: string[]) =>
  new Promise<{ status: number; output: string }>((resolve) =>
    execFile(command, words, { cwd, env: plainEnvironment(env) }, (error, out, err) =>
      resolve({ status: Number(error?.code ?? 0), output: out + err }),
    ),
  );
/** Set before .env, which gives way to it. */
let before: NodeJS.ProcessEnv = {};
const run = (...words: string[]) => call(project.root, before, 'npm', 'run', '--silent', ...words);
const check = (...options: string[]) =>
  // Nobody answers questions about domains there: what cannot be known is a warning.
  run('launch-check', '--', '--resolver', `127.0.0.1:${closedPort}`, ...options);
async function findings(...options: string[]) {
  return read(await check('--json', ...options));
}
function read({ status, output }: { status: number; output: string }) {
  const all = JSON.parse(output) as Finding[];
  return { status, all, open: all.filter(({ state }) => state === 'open') };
}

describe('a folder that nobody has made their own yet', () => {
  const aPost = () =>
    readdirSync(join(project.root, 'content/posts')).find((name) => name.endsWith('.md')) ?? '';

  it('takes an address that is none for a mistake', async () => {
    const { status, output } = await check('--url', 'www.firm.example');
    expect(status).toBe(1);
    expect(output).toContain('such as https://');
    expect(output).not.toMatch(/^ {4}at /m);
  });

  it('is told to build first', async () => {
    const { status, output } = await check();
    expect(status).toBe(1);
    expect(output.trim().split('\n').at(-1)).toBe(
      'The site is not built yet. Run npm start, or npm run build first.',
    );
  });

  it('names everything that is open, where it is and what to do, and ends with 1', async () => {
    writeFileSync(join(project.root, 'site.config.ts'), `export default ${JSON.stringify(exampleSite)};\n`);
    expect(project.build().status).toBe(0);
    writeFileSync(settings(), `DATABASE_URL=file:${project.root}/data/x.db\nPORT=${closedPort}\n`);
    const { status, all, open } = await findings('--backups', join(project.root, 'none'));
    expect(status).toBe(1);
    for (const { what, where, how } of open)
      for (const text of [what, where, how]) expect(text).toMatch(/\S/);
    const openAt = (where: string) => open.filter((finding) => finding.where.startsWith(where));
    // Nobody can delete what was stored elsewhere: nothing is sent where there is no store.
    expect(openAt('DATABASE_URL')).toEqual([
      expect.objectContaining({ how: expect.stringContaining(`${project.root}/data/x.db`) }),
    ]);
    expect(existsSync(`${project.root}/data/x.db`)).toBe(false);
    const examples = findExamples(project.root, site);
    expect(openAt('content/').filter(({ what }) => what.includes('example'))).toHaveLength(examples.length);
    expect(openAt('content/legal')).toHaveLength(legalPaths.length);
    const identity = openAt('site.config.ts').map(({ what }) => /^[\w.]+/.exec(what)?.[0]);
    for (const field of [
      'name',
      'legalName',
      'description',
      'url',
      'contactEmail',
      'securityEmail',
      'bookingUrl',
      'founder.name',
      'sisterSites.0.url',
      'legal.courts',
    ])
      expect(identity).toContain(field);
    expect(openAt('.env')).toEqual([expect.objectContaining({ how: expect.stringContaining('SMTP_URL') })]);
    expect(openAt(join(project.root, 'none'))).toHaveLength(1);
    expect(all.find(({ where }) => where === `http://localhost:${closedPort}`)?.state).toBe('warning');
  });

  it('names each article that ships as an example, and none that its owner confirmed or replaced', async () => {
    const posts = join(project.root, 'content/posts');
    const article = (status: string) =>
      `---\ntitle: A title\nexcerpt: In short\ndescription: ${'What this is about. '.repeat(4)}\ncategory: ${category}\ndate: 2025-01-01\nfeatured: true\n${status}---\n\nWords.\n`;
    const [, category = ''] = /^category: (.*)$/m.exec(readFileSync(join(posts, aPost()), 'utf8')) ?? [];
    const files = { shipped: 'status: example\n', kept: 'status: confirmed\n', new: '' };
    for (const [name, status] of Object.entries(files))
      writeFileSync(join(posts, `${name}.md`), article(status));
    const { open } = await findings();
    for (const name of Object.keys(files)) rmSync(join(posts, `${name}.md`));
    const named = (name: string) => open.filter(({ where }) => where === `content/posts/${name}.md`);
    expect(named('shipped')).toEqual([
      expect.objectContaining({ how: expect.stringContaining('status: confirmed') }),
    ]);
    expect([...named('kept'), ...named('new')]).toEqual([]);
  });

  it('is a table for whoever reads it', async () => {
    const { output } = await check();
    expect(output).toMatch(/^open {5}\S+ +\S/m);
    expect(output).toMatch(/^\d+ open, \d+ warning, \d+ done$/m);
  });
});

describe('a folder that is filled in, beside its running site', () => {
  let running: RunningSite;
  const config = () => join(project.root, 'site.config.ts');
  const backups = () => join(project.root, 'backups');

  beforeAll(async () => {
    confirmAll(project);
    writeFileSync(config(), `export default ${JSON.stringify(realSite)};\n`);
    expect(project.build()).toEqual({ status: 0, output: '' });
    const port = await freePort();
    const env = {
      PORT: String(port),
      DATABASE_URL: `file:${project.root}/data/enquiries.db`,
      SMTP_URL: mail.url,
    };
    writeFileSync(
      settings(),
      Object.entries(env)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    );
    running = await startSite(project.root, env);
    mkdirSync(backups());
    const { status, output } = await run('enquiries', '--', 'backup', backups());
    expect([status, output]).toEqual([0, expect.any(String)]);
  });
  afterAll(() => running.stop());

  it('has nothing open, ends with 0, and nobody gets a mail', async () => {
    const { status, all, open } = await findings('--backups', backups());
    expect(open).toEqual([]);
    expect(status).toBe(0);
    expect(all.find(({ where }) => where === 'SMTP_URL')).toMatchObject({ state: 'done' });
    expect(all.find(({ where }) => where === running.url)).toMatchObject({ state: 'done' });
    expect(all.filter(({ what }) => /SPF|DMARC/.test(what))).toEqual([
      expect.objectContaining({ state: 'warning' }),
      expect.objectContaining({ state: 'warning' }),
    ]);
    expect(mail.heard).toContain('RCPT TO:<hello@a-real-firm.com>');
    expect(mail.received).toEqual([]);
    const { output } = await run('enquiries', '--', 'list', '--spam');
    expect(output).toBe('No enquiries found.\n');
  });

  it('names the recipient that the mail server refuses', async () => {
    mail.mood = () => '550 5.1.1 No such user';
    const { status, open } = await findings('--backups', backups());
    mail.mood = () => 'takes';
    expect(status).toBe(1);
    expect(open).toEqual([
      expect.objectContaining({ where: 'SMTP_URL', how: expect.stringContaining('hello@a-real-firm.com') }),
    ]);
  });

  it('says that an address without HTTPS and its headers is not one for the world', async () => {
    const { open, all } = await findings('--backups', backups(), '--url', `${running.url}/`);
    // As it is copied from a browser, the form is found behind it too.
    expect(all.find(({ where }) => where === running.url + routes.contact)).toMatchObject({ state: 'done' });
    expect(open.map(({ what }) => what)).toEqual([
      expect.stringContaining('HTTPS'),
      expect.stringContaining('Strict-Transport-Security'),
    ]);
    const securityTxt = () => all.filter(({ where }) => where === running.url + securityTxtPath);
    expect(securityTxt()).toEqual([expect.objectContaining({ state: 'done' })]);
  });

  it.each([
    [10, 'warning'],
    [-1, 'open'],
  ])('sees an address for security reports that ends in %s days', async (days, state) => {
    const end = new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString();
    const old = createServer((_, response) =>
      response.end(`Contact: mailto:security@a-real-firm.com\nExpires: ${end}\n`),
    ).listen(0, '127.0.0.1');
    await once(old, 'listening');
    const url = `http://127.0.0.1:${(old.address() as AddressInfo).port}`;
    const { all } = await findings('--backups', backups(), '--url', url);
    old.close();
    expect(all.find(({ where }) => where === url + securityTxtPath)?.state).toBe(state);
  });

  describe('asks a server that is not the site', () => {
    const servers: Server[] = [];
    afterEach(() => {
      for (const server of servers.splice(0)) {
        server.closeAllConnections();
        server.close();
      }
    });
    async function serve(answer: RequestListener): Promise<string> {
      const server = createServer(answer).listen(0, '127.0.0.1');
      servers.push(server);
      await once(server, 'listening');
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    }

    it('and deletes no enquiry that it names', async () => {
      const posted = await fetch(running.url + routes.contact, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify({ email: 'ada@example.com', message: 'A question of a real visitor.' }),
      });
      const { reference } = (await posted.json()) as { reference: string };
      await expect.poll(() => mail.received.splice(0).length).toBe(1);
      const url = await serve((_, response) => response.end(JSON.stringify({ reference })));
      before = { PORT: new URL(url).port };
      const { open } = await findings('--backups', backups());
      before = {};
      expect(open).toEqual([expect.objectContaining({ what: expect.stringContaining(reference) })]);
      const { output } = await run('enquiries', '--', 'show', reference);
      expect(output).toContain('A question of a real visitor.');
      await run('enquiries', '--', 'erase', '--yes', '--email', 'ada@example.com');
    });

    it('and says that it accepts nothing, also where the live address is asked too', async () => {
      const url = await serve((_, response) => response.writeHead(503).end('{"error":"Not now."}'));
      before = { PORT: new URL(url).port };
      const { open } = await findings('--backups', backups(), '--url', running.url);
      before = {};
      expect(open).toContainEqual(
        expect.objectContaining({ what: 'the site accepts no enquiry', how: 'It answered 503 Not now.' }),
      );
    });

    it.each([301, 303, 307, 308])('and follows no redirect (%i), but says where it leads', async (status) => {
      const asked: string[] = [];
      const other = await serve(({ url = '' }, response) => {
        asked.push(url);
        response.end('{}');
      });
      const url = await serve(({ url = '' }, response) =>
        response.writeHead(status, { Location: other + url }).end(),
      );
      const { open } = await findings('--backups', backups(), '--url', url);
      expect(asked).toEqual([]);
      for (const path of ['/', routes.contact, securityTxtPath])
        expect(open).toContainEqual(
          expect.objectContaining({ what: expect.stringMatching(new RegExp(`leads to ${other}${path}$`)) }),
        );
    });

    it.each(['--json', '--backups=/none'])(
      'and prints nothing that steers a terminal (%s)',
      async (option) => {
        const steering = 'Wrong\u001b[2J\u009b31m\u202e\u2066\r\nopen     a line of its own';
        const url = await serve(({ url }, response) =>
          url === securityTxtPath
            ? response.end(`Contact: mailto:a@b.example\nExpires: (\u001b[2J\u202e) 1 Jan 2999\n`)
            : response
                .writeHead(400, { Location: `http://[\u009b31m`, 'Set-Cookie': 'a=\u009b' })
                .end(JSON.stringify({ error: steering, fields: { email: steering.repeat(1000) } })),
        );
        mail.mood = () => '550 5.1.1 No\u001b[2J\u202e such user';
        const { output } = await check('--url', url, option);
        mail.mood = () => 'takes';
        expect(output).toContain('Wrong');
        expect(output).toContain('such user');
        expect(output).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}|^open {5}a line/mu);
        expect(Math.max(...output.split('\n').map((line) => line.length))).toBeLessThan(1000);
      },
    );

    it('and reads no more than an answer of ours needs', async () => {
      let sent = 0;
      const url = await serve((_, response) => {
        const more = () => {
          sent += 65_536;
          if (sent > 100_000_000) response.end();
          else if (response.write('x'.repeat(65_536))) setImmediate(more);
          else response.once('drain', more);
        };
        more();
      });
      const { open } = await findings('--backups', backups(), '--url', url);
      expect(open.map(({ where }) => where)).toContain(url + securityTxtPath);
      expect(sent).toBeLessThan(50_000_000);
    });

    it('and does not wait for an answer that never ends', async () => {
      const url = await serve(({ url }, response) =>
        url === '/' ? response.end() : void response.write('Contact: mailto:a@b.example\n'),
      );
      const { open } = await findings('--backups', backups(), '--url', url);
      expect(open.map(({ where }) => where)).toContain(url + securityTxtPath);
    });
  });

  it('sends a mail and an enquiry where that is wanted, and deletes the enquiry', async () => {
    expect((await findings('--backups', backups(), '--send')).open).toEqual([]);
    expect(mail.received.splice(0)).toHaveLength(2);
    const { output } = await run('enquiries', '--', 'list');
    expect(output).toBe('No enquiries found.\n');
  });

  it('says that an enquiry was not mailed, and deletes it', async () => {
    mail.says.message = (raw) => (raw.includes('Launch Check') ? '550 5.7.1 Not today' : undefined);
    const { open } = await findings('--backups', backups(), '--send');
    mail.says = {};
    mail.received.length = 0;
    expect(open).toEqual([
      expect.objectContaining({ where: running.url, how: expect.stringContaining('Not today') }),
    ]);
    const { output } = await run('enquiries', '--', 'list');
    expect(output).toBe('No enquiries found.\n');
  });

  describe('asks a site with another store', () => {
    let other: RunningSite;
    beforeAll(async () => {
      other = await startSite(project.root, { SMTP_URL: mail.url });
    });
    afterAll(() => other.stop());
    const storedThere = async () => {
      const { output } = await call(
        project.root,
        { DATABASE_URL: other.database },
        process.execPath,
        'src/server/enquiries/owner/cli.ts',
        'export',
        '--json',
      );
      return JSON.parse(output) as { reference: string; spam: string | null }[];
    };

    it('and leaves nothing there, whether or not it sends', async () => {
      for (const options of [[], ['--send']]) {
        const { all } = await findings('--backups', backups(), '--url', other.url, ...options);
        expect(all.find(({ where }) => where === other.url + routes.contact)?.state).toBe('done');
        expect(await storedThere()).toEqual([]);
      }
      mail.received.length = 0;
    });

    it('which runs here in its place, and says how to delete the one that was set aside there', async () => {
      before = { PORT: new URL(other.url).port };
      const { open } = await findings('--backups', backups(), '--send');
      before = {};
      const [stored, ...more] = await storedThere();
      expect(more).toEqual([]);
      expect(stored?.spam).not.toBe(null);
      expect(open).toEqual([
        expect.objectContaining({ what: expect.stringContaining(stored?.reference ?? 'none') }),
      ]);
      const [, command = ''] = / npm run (enquiries -- erase .*)$/.exec(open[0]?.how ?? '') ?? [];
      before = { DATABASE_URL: other.database };
      expect((await run(...command.split(' '), '--yes')).status).toBe(0);
      before = {};
      expect(await storedThere()).toEqual([]);
      // One mail is the test mail; the enquiry was not mailed.
      expect(mail.received.splice(0)).toHaveLength(1);
    });

    it('and says where to try the rest if no site runs here', async () => {
      before = { PORT: String(closedPort) };
      const { all } = await findings('--backups', backups(), '--url', other.url);
      before = {};
      expect(all.find(({ where }) => where === `http://localhost:${closedPort}`)).toMatchObject({
        state: 'warning',
        how: expect.stringContaining('node launch-check.mjs'),
      });
    });
  });

  it('sees a backup that is a day old', async () => {
    const { output } = project.run(
      'find',
      backups(),
      '-name',
      '*.db',
      '-exec',
      'touch',
      '-d',
      '25 hours ago',
      '{}',
      ';',
    );
    expect(output).toBe('');
    expect((await findings('--backups', backups())).open).toEqual([
      expect.objectContaining({ what: 'the newest backup is more than a day old' }),
    ]);
  });

  it('sees settings that the privacy policy does not tell of', async () => {
    const before = readFileSync(settings(), 'utf8');
    const more = ['WEBHOOK_URL=https://hooks.a-real-firm.com', `WEBHOOK_SECRET=${'s'.repeat(16)}`];
    writeFileSync(settings(), [before, ...more, 'RETENTION_DAYS=3650', ''].join('\n'));
    const { open } = await findings('--backups', backups());
    writeFileSync(settings(), before);
    expect(open.map(({ where }) => where)).toEqual(expect.arrayContaining(['WEBHOOK_URL', 'RETENTION_DAYS']));
  });

  it('asks the resolver for what other mail servers ask', async () => {
    const records: Record<string, string> = {
      'a-real-firm.com': 'v=spf1 include:mail.example -all',
      '_dmarc.a-real-firm.com': 'v=DMARC1; p=reject',
    };
    for (const published of [true, false]) {
      const resolver = await startResolver((name) => (published ? records[name] : undefined));
      const { all } = await findings('--backups', backups(), '--resolver', resolver.address);
      await resolver.stop();
      expect(
        all.filter(({ what }) => /SPF|DMARC/.test(what)).map(({ state, where }) => [where, state]),
      ).toEqual(Object.keys(records).map((name) => [name, published ? 'done' : 'open']));
    }
  });

  it('takes a policy of a domain above the sender’s', async () => {
    before = { MAIL_FROM: 'site@mail.a-real-firm.com' };
    const resolver = await startResolver((name) =>
      name === '_dmarc.a-real-firm.com' ? 'v=DMARC1; p=reject' : undefined,
    );
    const { all } = await findings('--backups', backups(), '--resolver', resolver.address);
    await resolver.stop();
    before = {};
    expect(all.find(({ what }) => what.startsWith('DMARC'))).toMatchObject({
      state: 'done',
      where: '_dmarc.a-real-firm.com',
    });
  });

  describe('as a release on a server, set up as docs/scaling.md says', () => {
    let server: string;
    let site: RunningSite;
    const release = () => join(server, 'current');
    const program = (...words: string[]) =>
      // As root would type it: the settings are found in the units.
      call(release(), { SYSTEMD_UNIT_PATH: server }, process.execPath, ...words);

    beforeAll(async () => {
      expect(project.run(process.execPath, 'scripts/release.ts')).toMatchObject({ status: 0 });
      server = mkdtempSync(join(tmpdir(), 'server-'));
      cpSync(join(project.root, 'release'), release(), { recursive: true });
      const port = await freePort();
      writeFileSync(join(server, 'site.env'), `PORT=${port}\nSMTP_URL=${mail.url}\n`);
      const unit = readFileSync(join(release(), 'deploy/site@.service'), 'utf8')
        .replaceAll('/srv/site/current', release())
        .replaceAll('/var/lib/site/', `${server}/`)
        .replaceAll('/etc/site.env', `${server}/site.env`);
      writeFileSync(join(server, 'site@.service'), unit);
      site = await startSite(
        release(),
        {
          ...{ NODE_ENV: 'production', HOST: '127.0.0.1', TRUST_PROXY: '127.0.0.1', BEHIND_TLS: '1' },
          ...{ DATABASE_URL: `file:${server}/enquiries.db`, PORT: String(port), SMTP_URL: mail.url },
        },
        'server.mjs',
      );
      mkdirSync(join(server, 'site-backups'));
    });
    afterAll(async () => {
      await site.stop();
      rmSync(server, { recursive: true });
    });

    it('has nothing open but what cannot be had on loopback', async () => {
      const made = await program('enquiries.mjs', 'backup', '--keep', '14', join(server, 'site-backups'));
      expect(made.status).toBe(0);
      const resolver = await startResolver((name) =>
        name.startsWith('_dmarc.') ? 'v=DMARC1; p=reject' : 'v=spf1 -all',
      );
      const words = ['--json', '--send', '--url', site.url, '--resolver', resolver.address];
      const { status, open, all } = read(
        await program('launch-check.mjs', ...words, '--backups', join(server, 'site-backups')),
      );
      await resolver.stop();
      expect(open.map(({ what }) => what)).toEqual(['missing: HTTPS with a trusted certificate']);
      expect(status).toBe(1);
      // What a firm may leave out is all that is left.
      expect(all.filter(({ state }) => state === 'warning').map(({ what }) => what)).toEqual(
        ['dpo', 'euRepresentative', 'ukRepresentative', 'grievanceOfficer'].map(
          (field) => `legal.${field} is empty`,
        ),
      );
      expect(mail.received.splice(0)).toHaveLength(2);
      expect((await program('enquiries.mjs', 'export', '--json')).output).toBe('[\n]\n');
    });

    it('knows what the project still has to settle, in words that fit a server', async () => {
      const file = join(release(), 'dist/launch.json');
      const folder = JSON.parse(readFileSync(file, 'utf8')) as Folder;
      const [claim] = folder.claims;
      folder.claims = [{ ...claim, reviewBy: '2020-01-01' } as Claim];
      writeFileSync(file, JSON.stringify(folder));
      writeFileSync(join(server, 'site.env'), '');
      const { output } = await program('launch-check.mjs', '--resolver', `127.0.0.1:${closedPort}`);
      expect(output).toMatch(/^open +content\/claims\.yaml .*2020-01-01$/m);
      expect(output).toContain('Then make a new release.');
      expect(output).toContain('Set SMTP_URL in /etc/site.env');
      expect(output).not.toMatch(/npm|\.env(?!\.example)(?<!site\.env)/);
    });
  });

  it('sees legal texts that were changed after they were read', async () => {
    const file = 'content/legal/privacy-policy.md';
    project.edit(file, (text) => text.replace(/^changed: .*$/m, 'changed: 2036-01-02'));
    const { open } = await findings('--backups', backups());
    expect(open.map(({ where }) => where)).toContain(file);
  });
});
