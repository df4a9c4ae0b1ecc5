import { write } from 'node:fs';

/** One line of JSON per event. Never what a visitor typed, never where they came from. */
export type Log = (event: string, details?: Record<string, unknown>) => void;

const STDOUT = 1;
/** When this is full, nobody is reading: what comes on top is counted and left out, so that memory does not grow. */
const SIZE = 1_000_000;
/** Lines that come together are written together: a write for each would cost more than the requests. */
const PAUSE = 100;

/** Strings that wait would be kept by the collector, and grow the process. */
const filling = Buffer.allocUnsafe(SIZE);
let used = 0;
let leftOut = 0;
let isWriting = false;

export const log: Log = (event, details = {}) => {
  line(`${JSON.stringify({ time: now(), event, ...details }, asText)}\n`);
};

/** The path only: a query may hold a reference, an address of a page holds nobody's data. */
export function logRequest(method: string, path: string, status: number, startedAt: number): void {
  const ms = Math.round((performance.now() - startedAt) * 10) / 10;
  // By hand: this runs for every request. The method is one that Node knows; the path is whatever was sent.
  line(
    `{"time":"${now()}","event":"request","method":"${method}","path":${JSON.stringify(path)},"status":${status},"ms":${ms}}\n`,
  );
}

/** Writes what is left, before the process ends. */
export const flushLog = () => new Promise<void>((resolve) => whenWritten(resolve));

let lastMoment = 0;
let lastTime = '';
/** Several requests share a millisecond. */
function now(): string {
  const moment = Date.now();
  if (moment !== lastMoment) lastTime = new Date(moment).toISOString();
  lastMoment = moment;
  return lastTime;
}

/** An error is told by what it says; its stack may hold paths, its other fields what was being stored. */
const asText = (_: string, value: unknown) => (value instanceof Error ? value.message : value);

function line(text: string): void {
  // A character takes three bytes at most.
  if (used + text.length * 3 > SIZE) leftOut += 1;
  else used += filling.write(text, used);
  if (isWriting) return;
  isWriting = true;
  setTimeout(flush, PAUSE);
}

function flush(): void {
  const lines = Buffer.from(filling.subarray(0, used));
  used = leftOut > 0 ? filling.write(`{"event":"log-lines-left-out","count":${leftOut}}\n`) : 0;
  leftOut = 0;
  writeAll(lines);
}

function writeAll(bytes: Buffer): void {
  write(STDOUT, bytes, (error, written) => {
    if (error?.code === 'EAGAIN') setTimeout(writeAll, 10, bytes);
    else if (!error && written < bytes.length) writeAll(bytes.subarray(written));
    else if (used > 0) setTimeout(flush, PAUSE);
    else isWriting = false;
  });
}

function whenWritten(done: () => void): void {
  if (isWriting) setTimeout(whenWritten, 5, done);
  else done();
}
