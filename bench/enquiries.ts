import { DatabaseSync } from 'node:sqlite';
import { routes } from '../src/routes.ts';
import { load } from './support/load.ts';
import { least, median, part, table, thousands } from './support/report.ts';
import { startBuiltSite, withFolder } from './support/run.ts';

const TURNS = 10;
const SECONDS = 0.5;
const BODY =
  '{"firstName":"Ada","email":"ada@example.com","message":"We sell shoes and would like to talk: {n}"}';
const HEAD = `POST ${routes.contact} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: `;
const REQUEST = `${HEAD}${BODY.replace('{n}', '0'.repeat(20)).length}\r\n\r\n${BODY}`;

/** How many enquiries are acknowledged, each on disk, compared with bare commits to a file beside them. */
export const enquiries = () =>
  withFolder(async (folder) => {
    const site = await startBuiltSite(folder);
    const [rates, bare, times]: [number[], number[], number[]] = [[], [], []];
    await load({ url: site.url, seconds: 1, request: REQUEST });
    // In turn, so that a noisy moment hits both.
    for (let turn = 0; turn < TURNS; turn += 1) {
      bare.push(bareRate(`${folder}/bare.db`));
      const posted = await load({ url: site.url, seconds: SECONDS, request: REQUEST });
      rates.push(posted.perSecond);
      times.push(...posted.times);
    }
    await site.stop();
    times.sort((a, b) => a - b);
    const within = [0.5, 0.99].map((part) => `${times[Math.floor(times.length * part)]?.toFixed(1)} ms`);
    return part(
      'Enquiries',
      `Over 32 connections to one process on the embedded store, each on disk before it is acknowledged; ${TURNS} turns, medians.`,
      table('what, per second, half within, 99 of 100 within', [
        ['enquiries acknowledged', thousands(median(rates)), ...within],
        ['bare INSERT … COMMIT', thousands(median(bare)), '', ''],
      ]),
      least('enquiries per bare commit', median(rates.map((rate, i) => rate / (bare[i] ?? 0))), 0.08),
    );
  });

function bareRate(file: string): number {
  const database = new DatabaseSync(file);
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE IF NOT EXISTS bare (text)',
  );
  const insert = database.prepare('INSERT INTO bare VALUES (?)');
  const end = performance.now() + SECONDS * 1000;
  let count = 0;
  for (; performance.now() < end; count += 1) insert.run(BODY);
  database.close();
  return count / SECONDS;
}
