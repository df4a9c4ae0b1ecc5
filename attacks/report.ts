import { cpus, release, totalmem, type } from 'node:os';
import type { Row } from './row.ts';

/** The whole of docs/security.md. */
export function report(rows: Row[]): string {
  const [cpu] = cpus();
  const machine = `${cpus().length} × ${cpu?.model.trim()}, ${(totalmem() / 2 ** 30).toFixed(0)} GB, ${type()} ${release()}, Node ${process.versions.node}`;
  return `${[INTRODUCTION, `## The attacks of ${new Date().toISOString().slice(0, 10)}`, HOW(machine), table(rows), NOT_COVERED].join('\n\n')}\n`;
}

export function table(rows: Row[]): string {
  const line = (...cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [
    line('promise', 'attack', 'figure today'),
    line('---', '---', '---'),
    ...rows.map(({ promise, attack, figure, kept }) =>
      line(promise, attack, kept ? figure : `NOT KEPT: ${figure}`),
    ),
  ].join('\n');
}

const INTRODUCTION = `# Security

The site promises a visitor three things: pages are served while the server is attacked, within the limits below; a
message that was acknowledged is kept and reaches the firm; and it goes nowhere that the privacy policy does not name. It
promises its owner that nobody can fill the disk or the memory, read a file that is not part of the site, or use the form
to write mail in the firm's name, and that a restart or a crash loses nothing.

A promise is worth what the last attack on it showed. \`npm run test:attacks\` builds the site, starts real servers,
attacks them and writes this page. It exits with 1 if a promise was broken, and the row says NOT KEPT.`;

const HOW = (machine: string) =>
  `Everything runs on loopback, attackers and servers on one machine (${machine}), so times and rates are those of a busy machine; counts and sizes hold anywhere. An attacker who needs many addresses writes them into \`X-Forwarded-For\`, as a trusted proxy would. Where a limit is attacked, it is the one in \`.env.example\` unless the row names another; elsewhere limits are off, so that nothing else hides a fault.`;

const NOT_COVERED = `## What this does not cover

- **TLS** belongs to the proxy or the host in front. The site speaks plain HTTP and sends
  \`Strict-Transport-Security\` where \`BEHIND_TLS=1\` says that visitors come over HTTPS.
- **More traffic than the connection carries** is for the provider or a CDN to stop (docs/scaling.md). Pages are files,
  so a CDN can serve nearly all of them.
- **A flood from hundreds of providers** can use up the day's room for enquiries: with DAILY_LIMIT=2000, about five
  hundred networks of the size /16 (IPv4) or /32 (IPv6) that send two each, once the first thousand are gone. The disk is
  safe (a day brings at most 2,000 enquiries of 22 kB) and pages are served, but until midnight (UTC) a visitor is told
  at once that the form cannot accept the message, and is offered a mail with the message in it.
- **Copies of the backups** on another machine, and their encryption, are up to the owner. The store's file has mode
  0600 and is not encrypted.
- **Whoever has an account on the machine**, or the mail server's password, is past everything tested here.`;
