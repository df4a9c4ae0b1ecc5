import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { routes } from '../src/routes.ts';
import { plainEnvironment } from './support/environment.ts';
import { runningIn } from './support/processes.ts';
import { copyProject, type ProjectCopy } from './support/project-copy.ts';
import { freePort } from './support/server.ts';

let copy: ProjectCopy;
beforeAll(() => {
  copy = copyProject();
  writeFileSync(inCopy('words.mjs'), WORDS, { mode: 0o755 });
});
const inCopy = (path: string) => join(copy.root, path);

/** In the place of a shell: splits a line into words, starts the first as a program, and can do nothing else. */
const WORDS = `#!/usr/bin/env node
import { spawn } from 'node:child_process';
const [program, ...words] = process.argv.at(-1).split(' ');
const env = { ...process.env, NODE_OPTIONS: process.env.OPTIONS_OF_NODE ?? '' };
spawn(program, words, { stdio: 'inherit', env }).once('exit', (code) => process.exit(code ?? 1));
`;
const withoutShell = () => ({ npm_config_script_shell: inCopy('words.mjs') });

/** An option of Node that makes it look like an old one. */
const OLD_NODE = `--import=data:text/javascript,${encodeURIComponent(
  "Object.defineProperty(process, 'versions', { value: { node: '18.20.0' } })",
)}`;

const children: ChildProcess[] = [];
afterEach(() => {
  for (const { pid } of children.splice(0)) if (pid) endGroup(pid);
});
const endGroup = (pid: number) => {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
};

/** `npm start` as typed by hand, in a process group of its own as a terminal gives one. */
function start(env: NodeJS.ProcessEnv) {
  const child = spawn('npm', ['start'], { cwd: copy.root, env: plainEnvironment(env), detached: true });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return {
    pid: child.pid ?? 0,
    output: () => output,
    ended: once(child, 'exit'),
    /** It may build the site first. */
    prints: (text: string) => expect.poll(() => output, { timeout: 240_000 }).toContain(text),
  };
}
const answers = (port: number) =>
  fetch(`http://localhost:${port}`).then(
    ({ status }) => status,
    () => 0,
  );
const sendSigterm = (pid: number) => void process.kill(pid, 'SIGTERM');
const pressCtrlC = (pid: number) => {
  for (let i = 0; i < 3; i++) process.kill(-pid, 'SIGINT');
};

/** Serves, then ends completely. */
async function expectWhole(
  env: NodeJS.ProcessEnv,
  stop: (pid: number) => void,
  look: (url: string) => Promise<void> = async () => {},
) {
  const port = await freePort();
  const started = start({ PORT: String(port), ...env });
  await started.prints(`http://localhost:${port}`);
  expect(await answers(port)).toBe(200);
  await look(`http://localhost:${port}`);
  stop(started.pid);
  await started.ended;
  await expect.poll(() => answers(port)).toBe(0);
  await expect.poll(() => runningIn(started.pid)).toEqual([]);
  expect(started.output()).not.toMatch(/^ {4}at /m);
  return started.output();
}

it('npm start in a folder with a space builds what is there, serves it, and ends by SIGTERM', async () => {
  const output = await expectWhole({}, sendSigterm);
  expect(output).toContain('Building');
  // Nothing was missing.
  expect(output).not.toContain('Installing');
});

/** Stands in for Astro's build: it leaves dist/ as it is, and lasts as long as there is a file `hold`. */
const BUILD = `import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
writeFileSync('building', '');
while (existsSync('hold')) await setTimeout(50);
rmSync('building');
`;

describe('npm start, with a build that takes no time', () => {
  beforeAll(() => {
    cpSync('dist', inCopy('dist'), { recursive: true });
    const astro = inCopy('node_modules/astro');
    rmSync(astro);
    mkdirSync(join(astro, 'bin'), { recursive: true });
    writeFileSync(join(astro, 'package.json'), '{}');
    writeFileSync(join(astro, 'bin/astro.mjs'), BUILD);
    return () => {
      rmSync(astro, { recursive: true });
      symlinkSync(resolve('node_modules/astro'), astro);
    };
  });
  afterEach(() => {
    for (const file of ['hold', 'building', '.env']) rmSync(inCopy(file), { force: true });
  });

  it('ends by Ctrl-C, which reaches every process, also three times; needs no shell; shows no stack', async () => {
    copy.edit('src/server/http/contact.ts', (text) =>
      text.replace(/const read = readPost\(.+\);/, '$&\n    throw new Error("Broken");'),
    );
    await expectWhole(withoutShell(), pressCtrlC, async (url) => {
      const body = new URLSearchParams();
      const answer = await fetch(url + routes.contact, { method: 'POST', body });
      expect(answer.status).toBe(500);
      const html = await answer.text();
      expect(html).toContain('Broken');
      expect(html).not.toMatch(/\bat .*contact\.ts/);
    });
    copy.restore();
  });

  it('ends the server when it is killed itself', async () => {
    const port = await freePort();
    const started = start({ PORT: String(port) });
    await started.prints(`http://localhost:${port}`);
    const starter = runningIn(started.pid).filter(({ command }) => command.includes('scripts/run.mjs start'));
    expect(starter).not.toEqual([]);
    for (const { pid } of starter) process.kill(pid, 'SIGKILL');
    await expect.poll(() => answers(port)).toBe(0);
  });

  it('says that the port in .env is in use, or is none, and builds nothing', async () => {
    const port = await freePort();
    const other = createServer().listen(port);
    await once(other, 'listening');
    for (const [value, sentence] of [
      [port, `Port ${port} is in use`],
      ['four', 'PORT is ‘four’; wanted: a number from 1 to 65535'],
    ]) {
      writeFileSync(inCopy('.env'), `PORT=${value}\n`);
      const started = start({});
      expect(await started.ended).toEqual([1, null]);
      expect(started.output()).toContain(sentence);
      expect(started.output()).not.toMatch(/Building|\bat .*:\d+:\d+/);
    }
    other.close();
  });

  it.each([
    ['SIGTERM to npm', sendSigterm],
    ['Ctrl-C', pressCtrlC],
  ] as const)('ends the build with itself by %s', async (_, stop) => {
    writeFileSync(inCopy('hold'), '');
    const started = start({ PORT: String(await freePort()) });
    await expect.poll(() => existsSync(inCopy('building'))).toBe(true);
    stop(started.pid);
    await started.ended;
    await expect.poll(() => runningIn(started.pid)).toEqual([]);
    expect(existsSync(inCopy('data/start.sock'))).toBe(false);
  });

  it('says that another one is at work in the folder, and passes over one that died', async () => {
    writeFileSync(inCopy('hold'), '');
    const port = await freePort();
    const first = start({ PORT: String(port) });
    await expect.poll(() => existsSync(inCopy('building'))).toBe(true);
    const sentence = 'Another npm start or build is at work in this folder. Wait for it, or stop it.\n';
    const refused = start({ PORT: String(await freePort()) });
    expect(await refused.ended).toEqual([1, null]);
    expect(refused.output()).toContain(sentence);
    expect(copy.build()).toEqual({ status: 1, output: sentence });
    endGroup(first.pid);
    await first.ended;
    expect(existsSync(inCopy('data/start.sock'))).toBe(true);
    rmSync(inCopy('hold'));
    await start({ PORT: String(port) }).prints(`http://localhost:${port}`);
  });
});

describe('an install', () => {
  const unreachable = { npm_config_registry: 'http://127.0.0.1:9' };
  /** A task that ends without having done anything, once all that it needs is there. */
  const install = (env: NodeJS.ProcessEnv, cwd = copy.root) =>
    spawnSync(process.execPath, ['scripts/run.mjs', 'check', '--help'], {
      cwd,
      env: plainEnvironment(env),
      encoding: 'utf8',
    });

  it('that lacks a package of this machine’s is known, and said without a network', () => {
    // Packages of the copy are links to ours: an empty folder takes the place of one.
    const place = 'node_modules/@rolldown';
    rmSync(inCopy(place));
    mkdirSync(inCopy(place));
    onTestFinished(() => {
      rmSync(inCopy(place), { recursive: true });
      symlinkSync(resolve(place), inCopy(place));
    });
    const { status, stderr } = install(unreachable);
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^npm cannot reach its registry \(ECONNREFUSED\), and packages are missing\. [^\n]+\n$/,
    );
  });

  it.each([
    ['while packages were unpacked', '.unfinished'],
    ['before npm had noted what is there', undefined],
  ])('that was interrupted %s starts over', (_, mark) => {
    const folder = mkdtempSync(join(tmpdir(), 'interrupted '));
    const packages = join(folder, 'node_modules');
    mkdirSync(join(packages, 'astro'), { recursive: true });
    // All that npm looks for in a package; the rest of it never came.
    writeFileSync(join(packages, 'astro/package.json'), '{}');
    if (mark) {
      cpSync('node_modules/.package-lock.json', join(packages, '.package-lock.json'));
      writeFileSync(join(packages, mark), '');
    }
    for (const file of [
      'package-lock.json',
      ...['run', 'install', 'machine'].map((it) => `scripts/${it}.mjs`),
    ])
      cpSync(file, join(folder, file));
    // In the place of npm, for what is asked of it here.
    const npm = join(folder, 'npm-cli.js');
    writeFileSync(
      npm,
      `if (process.argv[2] !== 'ping') {
        console.log(require('node:fs').readdirSync('node_modules').join());
        process.exitCode = 1;
      }`,
    );
    const { status, stdout } = install({ npm_execpath: npm }, folder);
    expect(status).toBe(1);
    const [firstLine, installing, ...seen] = stdout.trimEnd().split('\n');
    expect(firstLine).toBe('The last installation was interrupted. Starting over.');
    expect(installing).toMatch(/^Installing \d+ packages, about a minute…$/);
    // npm finds nothing of it, and the next one would start over as well.
    expect(seen).toEqual(['.unfinished']);
  });
});

it('every script of package.json starts its task without a shell, and refuses an old Node in a sentence', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  for (const name of Object.keys(scripts)) {
    // It ends before it does anything, but after it has found its task.
    const env = plainEnvironment({ ...withoutShell(), OPTIONS_OF_NODE: OLD_NODE });
    const options = { cwd: copy.root, env, encoding: 'utf8' } as const;
    const { status, stderr } = spawnSync('npm', ['run', '--silent', name], options);
    expect([status, stderr], name).toEqual([1, expect.stringMatching(/^This is Node 18\.20\.0; [^\n]+\n$/)]);
  }
});
