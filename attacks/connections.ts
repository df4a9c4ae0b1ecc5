import { setTimeout as sleep } from 'node:timers/promises';
import { median, thousands } from '../bench/report.ts';
import { routes } from '../src/routes.ts';
import { answersOf, startFlood } from '../tests/support/flood.ts';
import { memoryOf } from '../tests/support/memory.ts';
import type { RunningSite } from '../tests/support/server.ts';
import type { Group, Row } from './row.ts';
import { startReader } from './support/reader.ts';
import type { Read } from './support/reader-thread.ts';
import { LIMITS, mebibytes, PROXY, withSite } from './support/site.ts';
import { open, say } from './support/sockets.ts';

const UNREAD = 240;
const MOST_MEMORY = 150 * 2 ** 20;
const WRONG = 100;
const SECONDS = 3;
const TURNS = 2;
/** Milliseconds. A visitor who waits for longer than this has gone. */
const PATIENCE = 1000;
/** Where a hundred others are let in first. */
const PATIENCE_AT_THE_DOOR = 2000;

/** Many connections that cost the server as much as they can. */
export const connections: Group = async () => [
  await withSite({}, unread),
  ...(await withSite({ ...LIMITS, ...PROXY }, wrongForms)),
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
    promise: 'Clients that do not read take bounded memory',
    attack: `${UNREAD} connections from one address, each full of requests whose answers nobody reads`,
    figure: `the process grew by ${mebibytes(highest - before)} at most`,
    kept: highest - before < MOST_MEMORY,
  };
}

async function wrongForms({ url }: RunningSite): Promise<Row[]> {
  const quiet: Read = { times: [], failed: 0 };
  const besides: Read = { times: [], failed: 0 };
  const atTheDoor: Read = { times: [], failed: 0 };
  let wrong = 0;
  // By turns, so that whatever else the machine does meets all alike.
  for (let turn = 0; turn < TURNS; turn++) {
    await readFor(url, quiet);
    const flood = startFlood({
      url,
      connections: WRONG,
      from: 'everywhere',
      type: 'application/x-www-form-urlencoded',
      accept: 'text/html',
      body: `email=nobody&company=%3Cb%3E&message=${'x'.repeat(500)}{n}`,
    });
    await readFor(url, besides);
    const crowd = comeAndGo(url);
    await readFor(url, atTheDoor);
    crowd.leave();
    const flooded = await flood.end();
    wrong += answersOf(flooded, 422) / flooded.seconds / TURNS;
  }
  const compared = ({ times, failed }: Read) => {
    const [usual, worst] = [median(times), Math.max(...times)];
    const against = (value: number, without: number) => (value / without).toFixed(1);
    return `the home page took ${usual.toFixed(0)} ms (median; ${against(usual, median(quiet.times))} × as long as without) and ${worst.toFixed(0)} ms at worst (${against(worst, Math.max(...quiet.times))} ×), ${failed} failed`;
  };
  const isKept = ({ times, failed }: Read, most: number) => failed === 0 && Math.max(...times) < most;
  return [
    {
      promise: 'Wrong forms do not stop pages',
      attack: `wrong forms over ${WRONG} connections from ever-changing addresses, each answered with a page (422)`,
      figure: `${thousands(wrong)} wrong forms per second; meanwhile ${compared(besides)}`,
      kept: isKept(besides, PATIENCE) && wrong > 0,
    },
    {
      promise: 'A crowd slows pages but does not stop them',
      attack: `the same, together with ${WRONG} connections at a time that come, ask once and go`,
      figure: compared(atTheDoor),
      kept: isKept(atTheDoor, PATIENCE_AT_THE_DOOR),
    },
  ];
}

async function readFor(url: string, read: Read): Promise<void> {
  const reader = startReader(url);
  await sleep(SECONDS * 1000);
  const { times, failed } = await reader.leave();
  read.times.push(...times);
  read.failed += failed;
}

/** Node lets in one connection per turn of its event loop, so whoever is new waits behind all that came before. */
function comeAndGo(url: string): { leave(): void } {
  let isOver = false;
  const come = async () => {
    while (!isOver) {
      await say(url, 'GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      await sleep(1);
    }
  };
  for (let i = 0; i < WRONG; i++) void come();
  return {
    leave: () => {
      isOver = true;
    },
  };
}
