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
