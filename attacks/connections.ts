import { setTimeout as sleep } from 'node:timers/promises';
import { median, thousands } from '../bench/report.ts';
import { routes } from '../src/routes.ts';
import { answersOf, startFlood } from '../tests/support/flood.ts';
import { memoryOf } from '../tests/support/memory.ts';
import type { RunningSite } from '../tests/support/server.ts';
import type { Group, Row } from './row.ts';
import { startReader } from './support/reader.ts';
import { LIMITS, mebibytes, PROXY, withSite } from './support/site.ts';
import { open } from './support/sockets.ts';

const UNREAD = 240;
const MOST_MEMORY = 150 * 2 ** 20;
const WRONG = 100;
const SECONDS = 4;
const TURNS = 2;
/** Milliseconds. A visitor who waits for longer than this has gone. */
const PATIENCE = 1000;

/** Many connections that cost the server as much as they can. */
export const connections: Group = async () => [
  await withSite({}, unread),
  await withSite({ ...LIMITS, ...PROXY }, wrongForms),
];

async function unread({ url, process: { pid } }: RunningSite): Promise<Row> {
  const before = memoryOf(pid);
  let highest = before;
  const request = `GET ${routes.blog} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const sockets = await Promise.all(
    Array.from({ length: UNREAD }, async () => {
      const socket = await open(url);
      socket.pause();
      // Nine at a time are allowed; who goes on without reading fills the buffers of the kernel, then ours.
      const timer = setInterval(() => socket.writable && socket.write(request.repeat(9)), 20);
      socket.once('close', () => clearInterval(timer));
      return socket;
    }),
  );
  for (let i = 0; i < 240 && !sockets.every(({ destroyed }) => destroyed); i++) {
    highest = Math.max(highest, memoryOf(pid));
    await sleep(50);
  }
  for (const socket of sockets) socket.destroy();
  return {
    promise: 'Whoever does not read gets no memory',
    attack: `${UNREAD} connections of one address, each full of requests whose answers nobody reads`,
    figure: `the process grew by ${mebibytes(highest - before)} at most`,
    kept: highest - before < MOST_MEMORY,
  };
}

async function wrongForms({ url }: RunningSite): Promise<Row> {
  const quiet: number[] = [];
  const besides: number[] = [];
  let failed = 0;
  let wrong = 0;
  const read = async (times: number[]) => {
    const reader = startReader(url);
    await sleep(SECONDS * 1000);
    const { times: more, failed: lost } = await reader.leave();
    times.push(...more);
    failed += lost;
  };
  // By turns, so that whatever else the machine does meets both alike.
  for (let turn = 0; turn < TURNS; turn++) {
    await read(quiet);
    const flood = startFlood({
      url,
      connections: WRONG,
      from: 'everywhere',
      type: 'application/x-www-form-urlencoded',
      accept: 'text/html',
      body: `email=nobody&company=%3Cb%3E&message=${'x'.repeat(500)}{n}`,
    });
    await read(besides);
    const flooded = await flood.end();
    wrong += answersOf(flooded, 422) / flooded.seconds / TURNS;
  }
  const slowest = Math.max(...besides);
  const times = (value: number, of: number) => `${value.toFixed(0)} ms (${(value / of).toFixed(1)} ×)`;
  return {
    promise: 'Wrong forms hold up nobody’s page',
    attack: `wrong forms over ${WRONG} connections from ever new addresses, each answered with a page (422)`,
    figure: `${thousands(wrong)} wrong forms per second; beside them the home page took ${times(median(besides), median(quiet))}, at worst ${times(slowest, Math.max(...quiet))} of what it takes otherwise; ${failed} failed`,
    kept: failed === 0 && slowest < PATIENCE && wrong > 0,
  };
}
