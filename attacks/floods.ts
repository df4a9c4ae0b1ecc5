import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { thousands } from '../bench/report.ts';
import { visit } from '../tests/faults/support/visitors.ts';
import { storedIn } from '../tests/support/enquiries.ts';
import { sentBy, startFlood } from '../tests/support/flood.ts';
import type { RunningSite } from '../tests/support/server.ts';
import type { Group, Row } from './row.ts';
import type { Weighed } from './support/limiter-weight.ts';
import { startReader } from './support/reader.ts';
import { bytesOf, LIMITS, mebibytes, megabytes, PROXY, rowsIn, withSite } from './support/site.ts';

const SECONDS = 10;
/** Four times what one address may (src/server/http/networks.ts). */
const OF_A_NETWORK = 4 * Number(LIMITS.RATE_LIMIT);
const ADDRESSES = 100_000;
const LONG = 5000;
/** Four bytes each: no message takes more. */
const FULL = '👍'.repeat(4900);
const DAY = Number(LIMITS.DAILY_LIMIT);
/** A day of messages of full size, its indexes, and the log of changes that SQLite keeps beside the file. */
const MOST_BYTES = 100e6;
const MOST_MEMORY = 50 * 2 ** 20;

const message = (length: number) => `One of very many enquiries: {n} ${'x'.repeat(length)}`.slice(0, length);
const enquiry = (message: string) =>
  ({
    type: 'application/json',
    accept: 'application/json',
    body: JSON.stringify({ email: 'flood@example.com', message }),
  }) as const;
const enquiries = (length: number) => enquiry(message(length));

/** Enquiries without end. */
export const floods: Group = async () => [
  await withSite({ ...LIMITS, ...PROXY }, fromOneNetwork),
  await withSite({ ...LIMITS, ...PROXY }, fromEverywhere),
  limiter(),
];

async function fromOneNetwork({ url, database }: RunningSite): Promise<Row> {
  const before = bytesOf(database);
  const flood = startFlood({ url, connections: 64, from: 'network', ...enquiries(1000) });
  await sleep((SECONDS * 1000) / 2);
  const { status, reference = '' } = await visit(url);
  await sleep((SECONDS * 1000) / 2);
  const sent = sentBy(await flood.end());
  const isStored = status === 200 && storedIn(database, reference) !== undefined;
  const rows = rowsIn(database) - Number(isStored);
  return {
    promise: 'One network gets a few visitors’ share, not the store',
    attack: `${SECONDS} s of enquiries from ever-changing addresses of one IPv6 /48`,
    figure: `${rows} of ${thousands(sent)} stored, ${megabytes(bytesOf(database) - before)} with indexes and log; somebody else’s enquiry ${isStored ? 'stored' : 'refused'}`,
    kept: rows <= OF_A_NETWORK && isStored && sent > OF_A_NETWORK * 10,
  };
}

async function fromEverywhere({ url, database }: RunningSite): Promise<Row> {
  const reader = startReader(url);
  const everywhere = { url, connections: 64, from: 'everywhere' } as const;
  const long = startFlood({
    ...everywhere,
    requests: LONG,
    ...enquiry(`One of very many enquiries: {n} ${FULL}`),
  });
  const sentLong = sentBy(await long.over);
  // The day's room is used up by then; what comes on top is short, so that the attack is over sooner.
  const rest = startFlood({ ...everywhere, first: LONG, requests: ADDRESSES - LONG, ...enquiries(100) });
  const sent = sentLong + sentBy(await rest.over);
  const { times, failed } = await reader.leave();
  const rows = rowsIn(database);
  const bytes = bytesOf(database);
  return {
    promise: 'Nobody fills the disk',
    attack: `an enquiry from each of ${thousands(sent)} addresses, the first ${thousands(LONG)} of 20 kB, DAILY_LIMIT=${DAY}`,
    figure: `${thousands(rows)} stored, ${megabytes(bytes)} on disk; meanwhile ${failed} of ${thousands(times.length + failed)} pages failed`,
    kept: rows <= DAY && bytes < MOST_BYTES && failed === 0 && sent >= ADDRESSES,
  };
}

/** In a process of its own, whose memory is its own. */
function limiter(): Row {
  const script = fileURLToPath(new URL('support/limiter-weight.ts', import.meta.url));
  const output = execFileSync(process.execPath, ['--expose-gc', script], { encoding: 'utf8' });
  const { addresses, bytes, isNewcomerTaken } = JSON.parse(output) as Weighed;
  return {
    promise: 'Counting visitors takes bounded memory',
    attack: `${thousands(addresses)} addresses in one window of the limiter, half of them IPv6 and in a /48 of their own`,
    figure: `${mebibytes(bytes)}; a newcomer is ${isNewcomerTaken ? 'accepted' : 'refused'}`,
    kept: bytes < MOST_MEMORY && isNewcomerTaken,
  };
}
