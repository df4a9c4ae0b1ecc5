import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { inboxPaths, type ListPage, type Opened } from '../src/lib/inbox.ts';
import { wordsOf } from '../src/server/db/search.ts';
import { median, most, part, table, thousands } from './support/report.ts';
import { startSite, withFolder } from './support/run.ts';

const ENQUIRIES = 100_000;
const ROUNDS = 15;
/** Milliseconds for a list. */
const MOST = 250;
const subjects = ['candles', 'returns', 'checkout', 'hiring', 'roadmap', 'platform', 'margins', 'exports'];
const RARE = 'quetzalcoatl';

/** How long an owner with 100,000 enquiries waits for a list, asked of the inbox itself by HTTP. */
export const inbox = () =>
  withFolder(async (folder) => {
    // The server makes the store.
    await (await startSite(folder)).stop();
    fill(`${folder}/enquiries.db`);
    const { get, stop } = await openInbox(`file:${folder}/enquiries.db`);
    const timed = async (query: string) => {
      const begin = performance.now();
      await get(`${inboxPaths.enquiries}?${query}`);
      return performance.now() - begin;
    };
    const { next } = (await get(`${inboxPaths.enquiries}?list=all`)) as ListPage;
    const middle = `${Date.now() - 500_000}.${next?.split('.')[1]}`;
    const rows: [name: string, times: number[]][] = [];
    for (const [name, query] of [
      ['the first page of what is new', 'list=new'],
      ['a page in the middle of all', `list=all&after=${middle}`],
      ['a word in an eighth of them', 'list=new&search=candles'],
      ['a word that all have', 'list=new&search=enquiry'],
      ['a letter that words of all begin with', 'list=new&search=e'],
      ['a word that one has', `list=new&search=${RARE}`],
    ] as const) {
      const times = [];
      for (let round = 0; round < ROUNDS; round += 1) times.push(await timed(query));
      rows.push([name, times]);
    }
    await stop();
    return part(
      'The inbox',
      `${thousands(ENQUIRIES)} enquiries in the embedded store, ${ROUNDS} requests each by HTTP.`,
      table(
        'milliseconds, median, worst',
        rows.map(([name, times]) => [name, median(times).toFixed(1), Math.max(...times).toFixed(1)]),
      ),
      most(
        'ms for the slowest list, by the median',
        Math.max(...rows.map(([, times]) => median(times))),
        MOST,
      ),
    );
  });

/** Past the server, which would take minutes. Over the last thousand seconds; every tenth one is spam. */
function fill(file: string): void {
  const database = new DatabaseSync(file);
  const enquiry = database.prepare(
    `INSERT INTO enquiries (reference, received_at, first_name, last_name, email, company, message, spam, words)
     VALUES (?, ?, 'Ada', '', ?, '', ?, ?, ?)`,
  );
  const delivery = database.prepare(
    `INSERT INTO deliveries (reference, kind, state, tries, due_at) VALUES (?, 'mail', ?, 0, ?)`,
  );
  const about = 'We sell by ourselves and would like to talk. '.repeat(8);
  database.exec('BEGIN');
  for (let n = 0; n < ENQUIRIES; n += 1) {
    const letters = [...String(n).padStart(8, '0')].map((digit) => 'BCDFGHJKLM'[Number(digit)]).join('');
    const reference = `${letters.slice(0, 4)}-${letters.slice(4)}`;
    const receivedAt = Date.now() - (ENQUIRIES - n) * 10;
    const message = `Enquiry ${n} about ${subjects[n % subjects.length]}. ${about}${n === 777 ? RARE : ''}`;
    const isSpam = n % 10 === 9;
    const email = `ada${n}@shop.example`;
    const words = wordsOf(`${reference} Ada ${email} ${message}`);
    enquiry.run(reference, receivedAt, email, message, isSpam ? 'a robot' : null, words);
    delivery.run(reference, isSpam ? 'held' : 'waiting', receivedAt);
  }
  database.exec('COMMIT');
  database.close();
}

/** Starts the inbox and signs in, as the owner does. */
async function openInbox(database: string) {
  const child = spawn(process.execPath, ['src/server/inbox/main.ts', '--no-open'], {
    env: { ...process.env, DATABASE_URL: database },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  while (!said.includes('/#')) said += (await once(child.stdout, 'data'))[0];
  const [, url = '', token] = /(http:\/\/127\.0\.0\.1:\d+)\/#(\S+)/.exec(said) ?? [];
  const headers = { Origin: url, 'Content-Type': 'application/json' };
  const opening = { method: 'POST', headers, body: JSON.stringify({ token }) };
  const { session } = (await (await fetch(url + inboxPaths.session, opening)).json()) as Opened;
  return {
    get: async (path: string): Promise<unknown> => {
      const answer = await fetch(url + path, { headers: { Authorization: `Bearer ${session}` } });
      if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}.`);
      return answer.json();
    },
    stop: () => child.kill('SIGTERM') && once(child, 'exit'),
  };
}
