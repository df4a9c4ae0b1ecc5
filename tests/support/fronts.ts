/** Runs the configurations of deploy/ as they are, but on free ports of this machine and with a certificate of a test. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ConnectionOptions, connect } from 'node:tls';
import { type Running, startOnPort } from './process.ts';
import { freePort } from './server.ts';

/** The name that a release replaces by the firm's. */
export const HOST = 'www.example.com';

/** What is missing on this machine, as a sentence. Looked up each time: it may just have come. */
export const lacking = {
  get nginx() {
    return isInstalled('nginx', '-v') ? undefined : 'nginx is not installed: apt-get install nginx';
  },
  get caddy() {
    return isInstalled('caddy', 'version') ? undefined : 'Caddy is not installed: apt-get install caddy';
  },
  get systemd() {
    return isInstalled('systemd-analyze', '--version') ? undefined : 'systemd is not installed.';
  },
};

export interface Front extends Running {
  /** Where it answers with HTTPS, and the certificate to trust. */
  url: string;
  certificate: string;
  insecure: string;
  /** Where it lies, with all that it writes. */
  folder: string;
}

export const startNginx = (apps: string[]) => startFront('nginx.conf', apps, runNginx);
export const startCaddy = (apps: string[]) => startFront('Caddyfile', apps, runCaddy);

interface Place {
  folder: string;
  /** The configuration, for this folder and these processes. */
  text: string;
  http: number;
  https: number;
}

async function startFront(name: string, apps: string[], run: (place: Place) => Promise<[Running, string]>) {
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
  const [running, certificate] = await run({ folder, text, http, https });
  const front: Front = {
    ...running,
    url: `https://localhost:${https}`,
    insecure: `http://localhost:${http}`,
    certificate,
    folder,
    stop: async () => {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return front;
}

/** With Debian's settings where they matter: one worker with as many connections as docs/scaling.md sets. */
async function runNginx({ folder, text, http, https }: Place): Promise<[Running, string]> {
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
  return [await startOnPort(https, 'nginx', ['-p', folder, '-c', 'nginx.conf']), certificate];
}

async function runCaddy({ folder, text, http, https }: Place): Promise<[Running, string]> {
  const file = join(folder, 'Caddyfile');
  writeFileSync(
    file,
    withLocalCertificates(text)
      .replace('{\n', `{\n\thttp_port ${http}\n\thttps_port ${https}\n`)
      .replaceAll('/var/lib/caddy', folder)
      .replace('www.example.com, ', 'localhost, www.example.com, '),
  );
  const env = { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder };
  const running = await startOnPort(https, 'caddy', ['run', '--config', file, '--adapter', 'caddyfile'], env);
  const certificate = readFileSync(join(folder, 'caddy/pki/authorities/local/root.crt'), 'utf8');
  // It listens before its certificates are made.
  const place = { port: https, host: 'localhost', servername: 'localhost', ca: certificate };
  while (!(await speaksTls(place))) await sleep(50);
  return [running, certificate];
}

const speaksTls = (place: ConnectionOptions) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(place, () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });

/** Caddy's own authority takes the place of the one that it asks on the internet. */
export const withLocalCertificates = (caddyfile: string) =>
  caddyfile.replace('{\n', '{\n\tlocal_certs\n\tskip_install_trust\n');

/** One for the host and for this machine, as an authority would put it into the folder; answers with what to trust. */
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
  return readFileSync(certificate, 'utf8');
}

export function isInstalled(command: string, flag: string): boolean {
  return spawnSync(command, [flag]).error === undefined;
}
