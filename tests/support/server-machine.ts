import { spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { plainEnvironment } from './environment.ts';
import { isRunning } from './processes.ts';
import { freePort } from './server.ts';

export interface ServerMachine {
  root: string;
  /** Where nginx answers. */
  secure: string;
  insecure: string;
  /** What the process behind this port of the document really listens on. */
  portFor(documented: 4321 | 4322): number;
  /** Types these lines into one terminal, in the folder where it is; fails with all that it printed. */
  type(lines: string): Promise<string>;
  remove(): Promise<void>;
}

const STAND_INS = ['apt-get', 'ssh', 'certbot', 'journalctl', 'nginx', 'systemctl'];

/** A folder that stands for the disk of a Debian server, and a terminal in which its paths mean this folder. */
export async function setUpMachine(host: string, folder: string): Promise<ServerMachine> {
  const root = mkdtempSync(join(tmpdir(), 'server-'));
  chmodSync(root, 0o755);
  for (const name of ['etc/systemd/system', 'srv/site', 'var/lib', 'usr/bin', 'run', 'log', 'bin'])
    mkdirSync(join(root, name), { recursive: true });
  cpSync('/etc/nginx', join(root, 'etc/nginx'), { recursive: true, verbatimSymlinks: true });
  placeNode(join(root, 'usr/bin/node'));
  const standIn = resolve('tests/support/stand-in.ts');
  for (const name of STAND_INS)
    writeFileSync(
      join(root, 'bin', name),
      // On the usual path, or one that calls the real program would call itself for ever.
      `#!/bin/sh\nPATH='${process.env.PATH}' exec '${process.execPath}' '${standIn}' ${name} "$@"\n`,
      { mode: 0o755 },
    );
  const [first, second, http, https] = await Promise.all(Array.from({ length: 4 }, freePort));
  const ports = { 4321: Number(first), 4322: Number(second) };
  const terminal = openTerminal(folder, {
    ROOT: root,
    PATH: `${join(root, 'bin')}:${join(root, 'usr/bin')}:${process.env.PATH}`,
    SYSTEMD_UNIT_PATH: join(root, 'etc/systemd/system'),
    PORTS: Object.values(ports).join(' '),
    HTTP_PORT: String(http),
    HTTPS_PORT: String(https),
  });
  const here = (lines: string) =>
    lines
      .replace(/(?<![\w.])\/(srv\/site|etc|var\/lib)\b/g, `${root}/$1`)
      .replace(/\b432[12]\b/g, (port) => String(ports[Number(port) as 4321]))
      .replaceAll('www.example.com', host)
      // Nobody is there to say yes.
      .replace(/ restore /g, ' restore --yes ');
  return {
    root,
    secure: `https://localhost:${https}`,
    insecure: `http://localhost:${http}`,
    portFor: (documented) => ports[documented],
    type: (lines) => terminal.type(here(lines)),
    remove: async () => {
      terminal.end();
      const pids = readdirSync(join(root, 'run'))
        .filter((name) => name.endsWith('.pid'))
        .map((name) => Number(readFileSync(join(root, 'run', name), 'utf8')))
        .filter((pid) => pid > 0);
      await Promise.all(pids.map(end));
      rmSync(root, { recursive: true, force: true });
    },
  };
}

async function end(pid: number): Promise<void> {
  for (let tenths = 0; isRunning(pid); tenths++) {
    if (tenths === 0 || tenths === 150) process.kill(pid, tenths === 0 ? 'SIGTERM' : 'SIGKILL');
    await sleep(100);
  }
}

/** Where everybody may run it: the project's may lie in a folder that is nobody else's. */
function placeNode(file: string): void {
  try {
    linkSync(process.execPath, file);
  } catch {
    copyFileSync(process.execPath, file);
  }
}

function openTerminal(folder: string, env: NodeJS.ProcessEnv) {
  // With a process group of its own, whatever it has called ends with it.
  const shell = spawn('sh', [], { cwd: folder, env: plainEnvironment(env), detached: true });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk) => (output += chunk));
  let count = 0;
  return {
    end: () => {
      if (shell.exitCode === null && shell.pid) process.kill(-shell.pid, 'SIGKILL');
    },
    async type(lines: string): Promise<string> {
      output = '';
      const mark = `done-${++count}`;
      // Each block stops at its first failure, as a person would; where it is and what it set stays known.
      shell.stdin.write(`set -e\n${lines}\ntest $? = 0\nset +e\necho "${mark}"\n`);
      while (!output.includes(mark)) {
        if (shell.exitCode !== null || shell.signalCode !== null)
          throw new Error(`These lines failed:\n${lines}\n\n${output}`);
        await sleep(50);
      }
      return output.replace(`${mark}\n`, '');
    },
  };
}
