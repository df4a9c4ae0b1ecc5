/**
 * How long an owner with 100,000 enquiries waits for a list: `npm run bench:inbox`. Asked of the inbox itself, by HTTP, on
 * the embedded store. Ends with 1 when a limit is missed.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { emptyEnquiry } from '../src/lib/enquiry.ts';
import { inboxPaths, type ListPage } from '../src/lib/inbox.ts';
import { openSqlite } from '../src/server/enquiries/store/sqlite.ts';
import { createStore } from '../src/server/enquiries/store/store.ts';
import { signIn, startInbox } from '../tests/support/inbox.ts';
import { median, type Part, part, table, thousands } from './report.ts';

const ENQUIRIES = 100_000;
const LIMIT = 100;
const ROUNDS = 15;
const AT_A_TIME = 200;

/** Words as common as a topic, and one that a single enquiry has. */
const subjects = ['candles', 'returns', 'checkout', 'hiring', 'roadmap', 'platform', 'margins', 'exports'];
const RARE = 'quetzalcoatl';
/** Asked for once in a while; a list is asked for all the time. */
const FIGURES = 'the figures of twelve weeks';

export async function inbox(): Promise<Part> {
  mkdirSync('data', { recursive: true });
  const folder = mkdtempSync(resolve('data/bench-'));
  try {
    const file = join(folder, 'enquiries.db');
    const indexed = await fill(file);
    const running = await startInbox(`file:${file}`);
    const owner = await signIn(running);
    const ask = async (query: string) =>
      (await (await owner.get(`${inboxPaths.enquiries}?${query}`)).json()) as ListPage;
    const { next } = await ask('list=all');
    const middle = `${Date.now() - 500_000}.${next?.split('.')[1]}`;
    const rows: [name: string, milliseconds: number[]][] = [];
    for (const [name, path] of [
      ['the first page of what is new', `${inboxPaths.enquiries}?list=new`],
      ['a page in the middle of all', `${inboxPaths.enquiries}?list=all&after=${middle}`],
      ['what was set aside', `${inboxPaths.enquiries}?list=spam`],
      ['a word in an eighth of them', `${inboxPaths.enquiries}?list=new&search=candles`],
      ['the same, in the middle', `${inboxPaths.enquiries}?list=all&search=candles&after=${middle}`],
      ['a word that all have', `${inboxPaths.enquiries}?list=new&search=enquiry`],
      ['a letter that words of all begin with', `${inboxPaths.enquiries}?list=new&search=e`],
      ['a word that one has', `${inboxPaths.enquiries}?list=new&search=${RARE}`],
      ['the counts of all lists', inboxPaths.overview],
      [FIGURES, inboxPaths.figures],
    ] as const) {
      const times: number[] = [];
      for (let i = -2; i < ROUNDS; i++) {
        const start = performance.now();
        const answer = await owner.get(path);
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}.`);
        if (i >= 0) times.push(performance.now() - start);
      }
      rows.push([name, times]);
    }
    await running.stop();
    const slowest = Math.max(...rows.filter(([name]) => name !== FIGURES).map(([, times]) => median(times)));
    return part(
      'The inbox',
      [
        `${thousands(ENQUIRIES)} enquiries in the embedded store, ${ROUNDS} requests each by HTTP. Making all of them ready to be searched took ${(indexed / 1000).toFixed(1)} s, once.`,
        table(
          ['milliseconds', 'median', 'worst'],
          rows.map(([name, times]) => [name, median(times).toFixed(1), Math.max(...times).toFixed(1)]),
        ),
      ],
      [{ what: 'ms for the slowest list, by the median:', figure: slowest, limit: LIMIT, least: false }],
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Spread over the last thousand seconds. Answers with how long their words took to index. */
async function fill(file: string): Promise<number> {
  let now = Date.now() - 1_000_000;
  const store = createStore(openSqlite(file), () => now);
  for (let i = 0; i < ENQUIRIES; i += AT_A_TIME) {
    now += (1_000_000 / ENQUIRIES) * AT_A_TIME;
    await Promise.all(
      Array.from({ length: AT_A_TIME }, (_, k) => {
        const number = i + k;
        const message = `Enquiry ${number} about ${subjects[number % subjects.length]}. ${'We sell by ourselves and would like to talk. '.repeat(8)}${number === 777 ? RARE : ''}`;
        const enquiry = { ...emptyEnquiry, firstName: 'Ada', email: `ada${number}@shop.example`, message };
        return store.add({ enquiry, kinds: ['mail'], spam: number % 10 === 9 ? 'a robot' : null });
      }),
    );
  }
  const start = performance.now();
  await store.prepareSearch();
  const indexed = performance.now() - start;
  await store.close();
  return indexed;
}

if (import.meta.main) {
  const { text, broken } = await inbox();
  console.log(text);
  if (broken.length > 0) process.exitCode = 1;
}
