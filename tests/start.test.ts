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
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { plainEnvironment } from './support/environment.ts';
import { runningIn } from './support/processes.ts';
import { copyProject, type ProjectCopy } from './support/project-copy.ts';
import { freePort } from './support/server.ts';

let copy: ProjectCopy;
beforeAll(() => {
  copy = copyProject();
});
afterAll(() => copy.remove());

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

/** `npm start` as somebody types it, in a process group of its own as a terminal gives one. */
function start(env: NodeJS.ProcessEnv) {
  const child = spawn('npm', ['start'], { cwd: copy.root, env: plainEnvironment(env), detached: true });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return {
    pid: child.pid ?? 0,
    output: () => output,
    ended: once(child, 'exit'),
    prints: (text: string) => vi.waitFor(() => expect(output).toContain(text), 250_000),
  };
}
const answers = (port: number) =>
  fetch(`http://localhost:${port}`).then(
    ({ status }) => status,
    () => 0,
  );

describe('npm start', () => {
  it.each([
    ['SIGTERM to npm', (pid: number) => process.kill(pid, 'SIGTERM')],
    ['Ctrl-C, which reaches everybody', (pid: number) => process.kill(-pid, 'SIGINT')],
    [
      'Ctrl-C three times',
      (pid: number) => {
        for (let i = 0; i < 3; i++) process.kill(-pid, 'SIGINT');
      },
    ],
  ])('serves the site in a folder with a space, and all of it ends by %s', async (_, stop) => {
    const port = await freePort();
    const started = start({ PORT: String(port) });
    await started.prints(`http://localhost:${port}`);
    expect(await answers(port)).toBe(200);
    const group = started.pid;
    stop(group);
    await started.ended;
    await vi.waitFor(async () => expect(await answers(port)).toBe(0), 10_000);
    await vi.waitFor(() => expect(runningIn(group)).toEqual([]), 10_000);
    expect(started.output()).not.toMatch(/^ {4}at /m);
  });

  it('ends the server when it is killed itself', async () => {
    const port = await freePort();
    const started = start({ PORT: String(port) });
    await started.prints(`http://localhost:${port}`);
    const starter = runningIn(started.pid).filter(({ command }) => command.includes('scripts/start.mjs'));
    expect(starter).not.toEqual([]);
    for (const { pid } of starter) process.kill(pid, 'SIGKILL');
    await vi.waitFor(async () => expect(await answers(port)).toBe(0), 10_000);
  });

  it.each(['the environment', '.env'])(
    'says at once that the port in %s is in use, before it builds',
    async (place) => {
      const port = await freePort();
      const other = createServer().listen(port);
      await once(other, 'listening');
      rmSync(join(copy.root, 'dist'), { recursive: true, force: true });
      const settings = join(copy.root, '.env');
      if (place === '.env') writeFileSync(settings, `PORT=${port}\n`);
      const started = start(place === '.env' ? {} : { PORT: String(port) });
      expect(await started.ended).toEqual([1, null]);
      expect(started.output()).toContain(`Port ${port} is in use`);
      expect(spawnSync('ls', [join(copy.root, 'dist')]).status).not.toBe(0);
      rmSync(settings, { force: true });
      other.close();
    },
  );

  it.each(['70000', 'four', '0'])('refuses PORT=%s in a sentence, before anything else', async (port) => {
    const started = start({ PORT: port });
    expect(await started.ended).toEqual([1, null]);
    expect(started.output()).toMatch(/a port is a number up to 65535/);
    expect(started.output()).not.toMatch(/Building|\bat .*:\d+:\d+/);
  });

  it.each([
    ['SIGTERM', (pid: number) => process.kill(pid, 'SIGTERM')],
    ['Ctrl-C', (pid: number) => process.kill(-pid, 'SIGINT')],
  ])('ends the build with itself by %s', async (_, tell) => {
    const started = start({ PORT: String(await freePort()) });
    // The shell before it has the same words.
    const isBuild = ({ command }: { command: string }) => /^(?!sh ).+astro build/.test(command);
    await vi.waitUntil(() => runningIn(started.pid).some(isBuild), 100_000);
    tell(started.pid);
    await started.ended;
    await vi.waitFor(() => expect(runningIn(started.pid)).toEqual([]), 5000);
    expect(existsSync(join(copy.root, 'data/start.sock'))).toBe(false);
  });

  it('says that another one is at work in the folder, and passes over one that died', async () => {
    const port = await freePort();
    const first = start({ PORT: String(port) });
    await vi.waitUntil(() => existsSync(join(copy.root, 'data/start.sock')), 100_000);
    const refused = start({ PORT: String(await freePort()) });
    expect(await refused.ended).toEqual([1, null]);
    expect(refused.output()).toContain('Another npm start or build is at work in this folder.');
    const build = copy.build();
    expect(build.status).toBe(1);
    expect(build.output).toBe(
      'Another npm start or build is at work in this folder. Wait for it, or stop it.\n',
    );
    endGroup(first.pid);
    await first.ended;
    expect(existsSync(join(copy.root, 'data/start.sock'))).toBe(true);
    const started = start({ PORT: String(port) });
    await started.prints(`http://localhost:${port}`);
  });

  it('shows no stack in an error page', async () => {
    const port = await freePort();
    copy.edit('src/server/http/contact.ts', (text) =>
      text.replace('const read = await readPost(request);', '$&\n    throw new Error("Broken");'),
    );
    const started = start({ PORT: String(port) });
    await started.prints(`http://localhost:${port}`);
    const answer = await fetch(`http://localhost:${port}/contact`, {
      method: 'POST',
      body: new URLSearchParams(),
    });
    expect(answer.status).toBe(500);
    const html = await answer.text();
    expect(html).toContain('Broken');
    expect(html).not.toMatch(/\bat .*contact\.ts/);
    copy.restore();
  });
});

/** Stands in for the download: programs that tell how they were called. */
const INSTALLS_PROGRAMS = `import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('node_modules/.bin', { recursive: true });
for (const name of ['node', 'astro', 'biome', 'vitest'])
  writeFileSync('node_modules/.bin/' + name, '#!/bin/sh\\necho pinned "$@"\\n', { mode: 0o755 });
console.log('installed', process.argv[2] ?? 'with tools');`;

describe('an install', () => {
  const install = (env: NodeJS.ProcessEnv = {}) =>
    spawnSync(process.execPath, ['scripts/install.mjs'], {
      cwd: copy.root,
      env: plainEnvironment(env),
      encoding: 'utf8',
      timeout: 60_000,
    });

  it('that is whole is left alone', () => {
    expect(install()).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });

  it('that lacks a package of this machine’s is known, and said without a network', () => {
    const native = spawnSync('ls', ['node_modules/@rolldown'], { encoding: 'utf8' }).stdout.match(
      /^binding-\S+/m,
    )?.[0];
    if (!native) throw new Error('There is no native package to take away.');
    // The copy's packages are links to ours: a folder of links lets one of them be taken away.
    rmSync(join(copy.root, 'node_modules/@rolldown'));
    mkdirSync(join(copy.root, 'node_modules/@rolldown'));
    const { status, stderr } = install({ npm_config_registry: 'http://127.0.0.1:9' });
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^npm cannot reach its registry \(ECONNREFUSED\), and packages are missing\. [^\n]+\n$/,
    );
    rmSync(join(copy.root, 'node_modules/@rolldown'), { recursive: true });
    symlinkSync(resolve('node_modules/@rolldown'), join(copy.root, 'node_modules/@rolldown'));
  });

  it('that lost the link to its Node gets it back', () => {
    // The copy's programs are a link to ours.
    const programs = join(copy.root, 'node_modules/.bin');
    rmSync(programs);
    mkdirSync(programs);
    expect(install({ npm_config_registry: 'http://127.0.0.1:9' })).toMatchObject({ status: 0, stderr: '' });
    const { stdout } = spawnSync(join(programs, 'node'), ['--version'], { encoding: 'utf8' });
    expect(stdout).toBe(`${process.version}\n`);
    rmSync(programs, { recursive: true });
    symlinkSync(resolve('node_modules/.bin'), programs);
  });

  it.each([
    ['while packages were unpacked', '.unfinished'],
    ['before npm had noted what is there', undefined],
  ])('that was cut short %s begins anew', (_, mark) => {
    const folder = mkdtempSync(join(tmpdir(), 'cut short '));
    const packages = join(folder, 'node_modules');
    mkdirSync(join(packages, 'astro'), { recursive: true });
    // All that npm looks for in a package; the rest of it never came.
    writeFileSync(join(packages, 'astro/package.json'), '{}');
    if (mark) {
      cpSync('node_modules/.package-lock.json', join(packages, '.package-lock.json'));
      writeFileSync(join(packages, mark), '');
    }
    for (const file of ['package.json', 'package-lock.json', 'scripts/install.mjs', 'scripts/folder.mjs'])
      cpSync(file, join(folder, file));
    // In the place of npm, for what is asked of it here.
    const npm = join(folder, 'npm');
    writeFileSync(npm, '#!/bin/sh\n[ "$1" = ping ] || ls -A node_modules; [ "$1" = ping ]\n', {
      mode: 0o755,
    });
    const { status, stdout } = spawnSync(process.execPath, ['scripts/install.mjs'], {
      cwd: folder,
      env: plainEnvironment({ PATH: `${folder}:${process.env.PATH}` }),
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    const [told, installing, ...seen] = stdout.trimEnd().split('\n');
    expect(told).toBe('The last installation was cut short; it begins anew.');
    expect(installing).toMatch(/^Installing \d+ packages, about a minute…$/);
    // npm finds nothing of it, and the next one would begin anew as well.
    expect(seen).toEqual(['.unfinished']);
    rmSync(folder, { recursive: true });
  });

  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  // `start` is tried above; `ci` is what `test` goes on with.
  const commands = Object.keys(scripts).filter((name) => name !== 'start' && name !== 'ci');
  const withLighthouse = ['test', 'test:lighthouse', 'bench'];
  const ofOwner = ['dev', 'build', 'release', 'enquiries', 'inbox', 'visits', 'launch-check'];
  it.each(commands)('gives npm run %s what it needs, and the Node that goes on with it', (script) => {
    const folder = mkdtempSync(join(tmpdir(), 'nothing installed '));
    mkdirSync(join(folder, 'scripts'));
    cpSync('package.json', join(folder, 'package.json'));
    writeFileSync(join(folder, 'scripts/install.mjs'), INSTALLS_PROGRAMS);
    const { status, stdout } = spawnSync('npm', ['run', '--silent', script], {
      cwd: folder,
      env: plainEnvironment(),
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    const [first, ...others] = stdout.trimEnd().split('\n');
    expect(first).toBe(
      ofOwner.includes(script)
        ? 'installed --site'
        : withLighthouse.includes(script)
          ? 'installed --lighthouse'
          : 'installed with tools',
    );
    expect(others.at(-1)).toMatch(/^pinned ./);
    expect(status).toBe(0);
  });

  it('on a Node that is too old is refused in a sentence', () => {
    const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.0' } });
      process.argv[1] = ${JSON.stringify(join(copy.root, 'scripts/install.mjs'))};
      await import(${JSON.stringify(`file://${join(copy.root, 'scripts/install.mjs').replaceAll(' ', '%20')}`)});`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', old], {
      cwd: copy.root,
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^This is Node 18\.20\.0; [^\n]+\n$/);
  });
});
