/** A thread that reads a page over a new connection each time, some forty times a second. */
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

export interface Read {
  /** Milliseconds of each whole page. */
  times: number[];
  failed: number;
}

const PAUSE = 20;
const PATIENCE = 10_000;

const read: Read = { times: [], failed: 0 };
let isOver = false;
parentPort?.once('message', () => {
  isOver = true;
});
while (!isOver) {
  const startedAt = performance.now();
  if (await isRead(workerData as string)) read.times.push(performance.now() - startedAt);
  else read.failed += 1;
  await sleep(PAUSE);
}
parentPort?.postMessage(read);

function isRead(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    get(url, { agent: false, signal: AbortSignal.timeout(PATIENCE) }, (answer) => {
      answer
        .resume()
        .once('error', () => resolve(false))
        .once('end', () => resolve(answer.statusCode === 200));
    }).once('error', () => resolve(false));
  });
}
