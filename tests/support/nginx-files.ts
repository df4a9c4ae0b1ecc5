import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The name that a release replaces by the firm's. */
export const HOST = 'www.example.com';

/** The configuration on other ports, and on this machine alone. */
export const listening = (configuration: string, http: number, https: number) =>
  configuration
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${http};`)
    .replace('listen 443 ', `listen 127.0.0.1:${https} `);

/** The configuration in front of the app on other ports. In one go: a port put in may begin like the next to be replaced. */
export const before = (configuration: string, first: number, second: number) =>
  configuration.replace(
    /\b127\.0\.0\.1:432([12])\b/g,
    (_, last) => `127.0.0.1:${last === '1' ? first : second}`,
  );

/** One for the host and for this machine, as an authority would put it there; answers with what to trust. */
export function writeCertificate(folder: string, host = HOST): string {
  const [key, certificate] = ['privkey.pem', 'fullchain.pem'].map((name) => join(folder, host, name)) as [
    string,
    string,
  ];
  mkdirSync(dirname(key), { recursive: true });
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-nodes', '-days', '2', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
      ...['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host},DNS:localhost,IP:127.0.0.1`],
      ...['-keyout', key, '-out', certificate],
    ],
    { stdio: 'ignore' },
  );
  return readFileSync(certificate, 'utf8');
}
