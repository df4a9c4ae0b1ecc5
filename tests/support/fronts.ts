/** Runs the configurations of deploy/ as they are, but on free ports and on a copy of the built site. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, listening, writeCertificate } from './nginx-files.ts';
import { type Running, startOnPort } from './process.ts';
import { freePort } from './server.ts';

/** Where the configurations think that the release lies, and its certificate. */
const PLACE = '/srv/site/current';
const CERTIFICATES = '/etc/letsencrypt/live';
const LOGS = '/var/log/nginx';
const NGINX_MODULES = ['brotli_static', 'headers_more_filter'].map(
  (name) => `/usr/lib/nginx/modules/ngx_http_${name}_module.so`,
);

/** What is missing on this machine, as a sentence; nothing where it can be run. Looked up each time: it may just have come. */
export const lacking = {
  get nginx() {
    return isInstalled('nginx', '-v') && NGINX_MODULES.every((path) => existsSync(path))
      ? undefined
      : 'nginx or one of its modules is not installed: apt-get install nginx libnginx-mod-http-brotli-static libnginx-mod-http-headers-more-filter';
  },
  get caddy() {
    return isInstalled('caddy', 'version') ? undefined : 'Caddy is not installed: apt-get install caddy';
  },
  get systemd() {
    return isInstalled('systemd-analyze', '--version') ? undefined : 'systemd is not installed.';
  },
};

interface Options {
  /** Another built site than the project's own. */
  dist?: string;
}

interface NginxOptions extends Options {
  /** How many connections the worker takes; Debian's number unless told. */
  places?: number;
  /** More lines for the http block. */
  settings?: string;
}

interface Front extends Running {
  /** Where it lies, with all that it writes. */
  folder: string;
}

interface RunningNginx extends Front {
  /** With HTTPS and HTTP/2, for who trusts the certificate. */
  secure: string;
  certificate: string;
  /** Where visitors without HTTPS come. */
  insecure: string;
}

/** One worker in front of the given processes of the app; its own address is without HTTPS, but has everything else. */
export async function startNginx(
  apps: string[] = [],
  { places = 768, settings = '', dist }: NginxOptions = {},
): Promise<RunningNginx> {
  const [port, secure, insecure] = [await freePort(), await freePort(), await freePort()];
  const { folder, remove } = stage(dist);
  const certificates = join(folder, 'certificates');
  const certificate = writeCertificate(certificates);
  const site = configuration('nginx.conf', folder, apps);
  const main = `${NGINX_MODULES.map((path) => `load_module ${path};`).join('\n')}
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid nginx.pid;
error_log stderr warn;
events {
  worker_connections ${places};
}
http {
  access_log access.log;
  sendfile on;
  keepalive_requests 1000000;
  open_file_cache max=1000;
  ${settings}
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`).join('\n  ')}
  ${listening(site, insecure, secure)
    .replaceAll(CERTIFICATES, certificates)
    .replaceAll(LOGS, folder)
    .replace(' ssl http2;', ` ssl http2; listen 127.0.0.1:${port};`)}
}`;
  writeFileSync(join(folder, 'nginx.conf'), main);
  const nginx = await startOnPort(port, 'nginx', ['-p', folder, '-c', 'nginx.conf']);
  return {
    ...withoutTrace(nginx, folder, remove),
    secure: `https://localhost:${secure}`,
    certificate,
    insecure: `http://localhost:${insecure}`,
  };
}

export async function startCaddy(apps: string[] = [], { dist }: Options = {}): Promise<Front> {
  const port = await freePort();
  const { folder, remove } = stage(dist);
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, configuration('Caddyfile', folder, apps));
  const caddy = await startOnPort(port, 'caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    SITE_ADDRESS: `http://127.0.0.1:${port}`,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  });
  return withoutTrace(caddy, folder, remove);
}

export const units = readdirSync('deploy').filter((name) => /\.(service|timer)$/.test(name));

/** What systemd says against the unit, and how exposed it finds it, from 0 (not at all) to 10. */
export function judgeUnit(name: string): { objections: string; exposure: number } {
  const folder = mkdtempSync(join(tmpdir(), 'unit-'));
  const instance = (unit: string) => join(folder, unit.replace('@', '@4321'));
  // By links without a space in their names, whatever the folder of whoever works here is called.
  const links = {
    [PLACE]: [join(folder, 'site'), process.cwd()],
    '/usr/bin/node': [join(folder, 'node'), process.execPath],
  };
  for (const [link, target] of Object.values(links)) symlinkSync(target ?? '', link ?? '');
  // A timer is judged with what it calls.
  for (const one of units)
    writeFileSync(
      instance(one),
      Object.entries(links).reduce(
        (text, [place, [link = '']]) => text.replaceAll(place, link),
        readFileSync(`deploy/${one}`, 'utf8'),
      ),
    );
  const unit = instance(name);
  const analyze = (...parameters: string[]) => {
    const { stdout, stderr } = spawnSync('systemd-analyze', [...parameters, unit], { encoding: 'utf8' });
    return stdout + stderr;
  };
  const objections = analyze('verify');
  const exposure = Number(
    /exposure level for \S+: ([\d.]+)/.exec(analyze('security', '--offline=true'))?.[1],
  );
  rmSync(folder, { recursive: true });
  return { objections, exposure };
}

/** A copy, because a worker of nginx or Caddy need not be allowed to read the folder of whoever works here. */
function stage(dist = 'dist') {
  if (!existsSync(join(dist, 'nginx/page.conf')))
    throw new Error('The site is not built; run npm run build first.');
  const folder = mkdtempSync(join(tmpdir(), 'deploy-'));
  for (const part of ['client', 'nginx', 'caddy'])
    cpSync(join(dist, part), join(folder, 'dist', part), { recursive: true, preserveTimestamps: true });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function configuration(name: string, folder: string, apps: string[]): string {
  // Nobody listens on the first port of all.
  const [first = 1, second = first] = apps.map((url) => Number(new URL(url).port));
  return before(readFileSync(`deploy/${name}`, 'utf8').replaceAll(PLACE, folder), first, second);
}

const withoutTrace = (running: Running, folder: string, remove: () => void): Front => ({
  ...running,
  folder,
  stop: async () => {
    await running.stop();
    remove();
  },
});

export function isInstalled(command: string, flag: string): boolean {
  return spawnSync(command, [flag]).error === undefined;
}
