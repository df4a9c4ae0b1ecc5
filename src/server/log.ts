import { write } from 'node:fs';

/** One line of JSON per event. Never what a visitor typed, never where they came from. */
export type Log = (event: string, details?: Record<string, unknown>) => void;

const STDOUT = 1;
/** More than this and nobody is reading: what comes on top is counted and left out, so that memory does not grow. */
const MOST_WAITING = 1_000_000;
const PAUSE = 100;

let waiting = '';
let leftOut = 0;
let isWriting = false;

export const log: Log = (event, details = {}) => {
  line(JSON.stringify({ time: new Date().toISOString(), event, ...details }, asText));
};

/** The path only: a query may hold a reference, an address of a page holds nobody's data. */
export function logRequest(method: string, path: string, status: number, startedAt: number): void {
  const time = new Date().toISOString();
  const ms = Math.round((performance.now() - startedAt) * 10) / 10;
  // By hand: this runs for every request. The method is one that Node knows; the path is whatever was sent.
  line(
    `{"time":"${time}","event":"request","method":"${method}","path":${JSON.stringify(path)},"status":${status},"ms":${ms}}`,
  );
}

/** Writes what is left, before the process ends. */
export const flushLog = () => new Promise<void>((resolve) => whenWritten(resolve));

/** An error is told by what it says; its stack may hold paths, its other fields what was being stored. */
const asText = (_: string, value: unknown) => (value instanceof Error ? value.message : value);

function line(text: string): void {
  if (waiting.length > MOST_WAITING) leftOut += 1;
  else waiting += `${text}\n`;
  // Lines that come together are written together: a write for each would cost more than the requests.
  if (!isWriting) {
    isWriting = true;
    setTimeout(flush, PAUSE);
  }
}

function flush(): void {
  const text = leftOut > 0 ? `${waiting}{"event":"log-lines-left-out","count":${leftOut}}\n` : waiting;
  waiting = '';
  leftOut = 0;
  writeAll(Buffer.from(text));
}

function writeAll(bytes: Buffer): void {
  write(STDOUT, bytes, (error, written) => {
    if (error?.code === 'EAGAIN') setTimeout(writeAll, 10, bytes);
    else if (!error && written < bytes.length) writeAll(bytes.subarray(written));
    else if (waiting) setTimeout(flush, PAUSE);
    else isWriting = false;
  });
}

function whenWritten(done: () => void): void {
  if (isWriting) setTimeout(whenWritten, 5, done);
  else done();
}
