/** Runs the configurations of deploy/ as they are, but on free ports of this machine and with a certificate of a test. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { plainEnvironment } from './environment.ts';
import { freePort } from './server.ts';

/** The name that a release replaces by the firm's. */
export const HOST = 'www.example.com';

export interface Front {
  /** Where it answers with HTTPS, and the certificate to trust. */
  url: string;
  certificate: string;
  insecure: string;
  /** Where it lies, with all that it writes. */
  folder: string;
  /** What it has said so far, on standard error. */
  output(): string;
  stop(): Promise<void>;
}

export const startNginx = (apps: string[]) => startFront('nginx.conf', apps, prepareNginx);
export const startCaddy = (apps: string[]) => startFront('Caddyfile', apps, prepareCaddy);

interface Place {
  folder: string;
  /** The configuration, for this folder and these processes. */
  text: string;
  http: number;
  https: number;
}

async function startFront(name: string, apps: string[], prepare: (place: Place) => Program): Promise<Front> {
  const folder = mkdtempSync(join(tmpdir(), 'front-'));
  // The workers of nginx are other users.
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'dist/client'), { recursive: true });
  copyFileSync('dist/client/503.html', join(folder, 'dist/client/503.html'));
  const [http, https] = [await freePort(), await freePort()];
  // Nothing listens on the first port of all.
  const [first = '127.0.0.1:1', second = first] = apps.map((url) => `127.0.0.1:${new URL(url).port}`);
  const text = readFileSync(`deploy/${name}`, 'utf8')
    .replaceAll('/srv/site/current', folder)
    .replace(/127\.0\.0\.1:432([12])/g, (_, last) => (last === '1' ? first : second));
  const { command, certificate } = prepare({ folder, text, http, https });
  const [program = '', ...words] = command;
  const env = plainEnvironment({ XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder });
  const child = spawn(program, words, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk) => (output += chunk));
  const end = () => child.kill('SIGTERM');
  // Whatever goes wrong here, nothing is left running.
  process.once('exit', end);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  while (!(await speaksTls(https, certificate))) {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${output}`);
    await sleep(50);
  }
  return {
    url: `https://localhost:${https}`,
    insecure: `http://localhost:${http}`,
    certificate: readFileSync(certificate, 'utf8'),
    folder,
    output: () => output,
    stop: async () => {
      process.off('exit', end);
      end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What starts it, and the file of the certificate to trust. */
interface Program {
  command: string[];
  certificate: string;
}

/** With Debian's settings where they matter: one worker with as many connections as docs/scaling.md sets. */
function prepareNginx({ folder, text, http, https }: Place): Program {
  const certificate = writeCertificate(join(folder, 'live', HOST));
  const site = text
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${http};`)
    .replace('listen 443 ', `listen 127.0.0.1:${https} `)
    .replaceAll('/etc/letsencrypt', folder)
    .replaceAll('/var/log/nginx', folder);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${name};`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; worker_processes 1; pid nginx.pid; error_log stderr warn;
events { worker_connections 8192; }
worker_rlimit_nofile 20000;
http { access_log access.log; gzip on; sendfile on; ${places.join(' ')}
${site}
}`,
  );
  return { command: ['nginx', '-p', folder, '-c', 'nginx.conf'], certificate };
}

function prepareCaddy({ folder, text, http, https }: Place): Program {
  const file = join(folder, 'Caddyfile');
  writeFileSync(
    file,
    withLocalCertificates(text)
      .replace('{\n', `{\n\thttp_port ${http}\n\thttps_port ${https}\n`)
      .replaceAll('/var/lib/caddy', folder)
      .replace('www.example.com, ', 'localhost, www.example.com, '),
  );
  return {
    command: ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'],
    certificate: join(folder, 'caddy/pki/authorities/local/root.crt'),
  };
}

/** It may listen before its certificates are made. */
const speaksTls = (port: number, certificate: string) =>
  new Promise<boolean>((resolve) => {
    if (!existsSync(certificate)) return resolve(false);
    const ca = readFileSync(certificate);
    const socket = connect({ port, host: 'localhost', servername: 'localhost', ca }, () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });

/** Caddy's own authority takes the place of the one that it asks on the internet. */
export const withLocalCertificates = (caddyfile: string) =>
  caddyfile.replace('{\n', '{\n\tlocal_certs\n\tskip_install_trust\n');

/** One for the host and for this machine, as an authority would put it into the folder; answers with the file to trust. */
export function writeCertificate(folder: string, host = HOST): string {
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  mkdirSync(folder, { recursive: true });
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-nodes', '-days', '2', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
      ...['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host},DNS:localhost`],
      ...['-keyout', key, '-out', certificate],
    ],
    { stdio: 'ignore' },
  );
  return certificate;
}

export function isInstalled(command: string, flag: string): boolean {
  return spawnSync(command, [flag]).error === undefined;
}
