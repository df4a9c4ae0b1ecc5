import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { plainEnvironment } from './environment.ts';

const STAND_INS = ['apt-get', 'certbot', 'journalctl', 'nano', 'systemctl'];
/** What its programs trust beside the authorities of the internet, once a test puts it there. */
export const AUTHORITY = '/etc/ssl/authority-of-the-test.crt';
const PORTS = ['80', '443', '4321', '4322'] as const;

export interface ServerMachine {
  /** Its file system, as seen from here. */
  root: string;
  /** The folder of its store, of which SQLite has to know the real name. */
  store: string;
  /** A socket that leads to one of its ports. */
  socket(port: (typeof PORTS)[number]): string;
  /** Types these lines at the owner's desk, in the folder of the project; ssh leads to this machine, whatever its name. */
  type(lines: string): Promise<{ code: number; output: string }>;
  remove(): Promise<void>;
}

/**
 * A Debian server with a file system, a network and processes of its own: what is written there is not written here, and
 * what runs there ends with it. sshd is real; support/stand-in.ts plays systemd and other machines.
 */
export async function setUpMachine(desk: string): Promise<ServerMachine> {
  const folder = mkdtempSync(join(tmpdir(), 'server-'));
  const place = (name: string) => join(folder, name);
  for (const name of ['disk', 'sockets', 'bin', 'store']) mkdirSync(place(name));
  const standIn = resolve('tests/support/stand-in.ts');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', place('key')]);
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', place('host-key')]);
  writeFileSync(
    place('sshd_config'),
    `HostKey ${place('host-key')}\nAuthorizedKeysFile ${place('key.pub')}\nStrictModes no\nPermitRootLogin yes\nUsePAM no\nSetEnv NODE_EXTRA_CA_CERTS=${AUTHORITY}\n`,
  );
  writeFileSync(
    place('boot.sh'),
    `set -eu
mount -t tmpfs tmpfs '${place('disk')}'
cd '${place('disk')}'
mkdir above work root
mount -t overlay overlay -o 'lowerdir=/,upperdir=${place('disk/above')},workdir=${place('disk/work')}' root
mount -t proc proc root/proc
mount --rbind /dev root/dev
mkdir -p 'root${tmpdir()}'
mount --rbind '${tmpdir()}' 'root${tmpdir()}'
touch root/usr/bin/node
mount --bind '${process.execPath}' root/usr/bin/node
mkdir -p root/run/sshd root/var/lib/caddy
rm -rf root/srv/* root/etc/site.env root/var/lib/site* root/run/*.pid
mkdir -p root/var/lib/site
mount --bind '${place('store')}' root/var/lib/site
cp /etc/ssl/certs/ca-certificates.crt 'root${AUTHORITY}'
ip link set lo up
for name in ${STAND_INS.join(' ')}; do
  printf '#!/bin/sh\\nexec /usr/bin/node "${standIn}" %s "$@"\\n' "$name" >"root/usr/local/sbin/$name"
  chmod 755 "root/usr/local/sbin/$name"
done
exec chroot root /usr/bin/node '${resolve('tests/support/relay.ts')}' '${place('sockets')}' ${PORTS.join(' ')}
`,
  );
  const spaces = ['--mount', '--net', '--pid', '--propagation', 'private'];
  const machine = spawn('unshare', [...spaces, '--fork', '--kill-child', 'sh', place('boot.sh')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: plainEnvironment(),
  });
  const ended = new Promise((resolve) => machine.once('exit', resolve));
  while (!existsSync(join(place('sockets'), PORTS[3]))) {
    if (machine.exitCode !== null) throw new Error(`The machine of the test ended with ${machine.exitCode}.`);
    await sleep(50);
  }
  const pid = readFileSync(`/proc/${machine.pid}/task/${machine.pid}/children`, 'utf8').trim();
  const enter = `nsenter -t ${pid} --mount --net --pid --root --wd=/`;
  writeFileSync(
    place('ssh_config'),
    `Host *
  ProxyCommand ${enter} /usr/sbin/sshd -i -f ${place('sshd_config')}
  IdentityFile ${place('key')}
  StrictHostKeyChecking no
  UserKnownHostsFile /dev/null
  LogLevel ERROR
`,
  );
  writeFileSync(place('bin/ssh'), `#!/bin/sh\nexec /usr/bin/ssh -F '${place('ssh_config')}' "$@"\n`, {
    mode: 0o755,
  });
  const env = plainEnvironment({ PATH: `${place('bin')}:${process.env.PATH}` });
  return {
    root: `/proc/${pid}/root`,
    store: place('store'),
    socket: (port) => join(place('sockets'), port),
    type: (lines) =>
      new Promise((resolve) => {
        const shell = spawn('sh', ['-ec', lines], { cwd: desk, env });
        let output = '';
        for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk) => (output += chunk));
        shell.stdin.end();
        shell.once('close', (code) => resolve({ code: code ?? 1, output }));
      }),
    remove: async () => {
      machine.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
