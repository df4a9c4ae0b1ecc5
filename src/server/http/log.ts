import { write } from 'node:fs';
import type { IncomingMessage } from 'node:http';

/** One line of JSON per event. Never what a visitor typed, never where they came from. */
export type Log = (event: string, details?: Record<string, unknown>) => void;

const STDOUT = 1;
/** Bytes. When as many wait, nobody is reading: what comes on top is counted and left out, so that memory does not grow. */
const MOST = 1_000_000;
/** What a line takes beside the address in it. */
const FRAME = 200;
/** Lines that come together are written together: a write for each would cost more than the requests. */
const PAUSE = 10;

/** What will be written of a request, or the line of another event. */
interface Waiting {
  text: string;
  moment: number;
  method: string;
  path: string;
  status: number;
  ms: number;
}

/**
 * Lines are made when they are written: one in the middle of each request cost a twelfth of all requests per second. What
 * they are made of is kept in the same objects over and over: new ones outlive their requests, and memory grows by that.
 */
const waiting: Waiting[] = [];
let count = 0;
let size = 0;
let leftOut = 0;
let isWriting = false;

export const log: Log = (event, details = {}) => {
  const text = JSON.stringify({ time: timeOf(Date.now()), event, ...details }, asText);
  add(text.length, text, '', '', 0, 0);
};

/** The path only: a query may hold a reference, an address of a page holds nobody's data. */
export function logRequest(
  { method = '', url = '' }: IncomingMessage,
  path: string,
  status: number,
  startedAt: number,
): void {
  // A path that was cut out of a longer address keeps all of it in memory.
  add(url.length, '', method, path, status, performance.now() - startedAt);
}

/** Writes what is left, before the process ends. */
export const flushLog = () => new Promise<void>((resolve) => whenWritten(resolve));

let lastMoment = 0;
let lastTime = '';
/** Several requests share a millisecond. */
function timeOf(moment: number): string {
  if (moment !== lastMoment) lastTime = new Date(moment).toISOString();
  lastMoment = moment;
  return lastTime;
}

/** An error is told by what it says; its stack may hold paths, its other fields what was being stored. */
const asText = (_: string, value: unknown) => (value instanceof Error ? value.message : value);

function add(length: number, text: string, method: string, path: string, status: number, ms: number): void {
  if (size > MOST) leftOut += 1;
  else {
    size += length + FRAME;
    const moment = Date.now();
    const place = waiting[count];
    if (place) {
      place.text = text;
      place.moment = moment;
      place.method = method;
      place.path = path;
      place.status = status;
      place.ms = ms;
    } else waiting.push({ text, moment, method, path, status, ms });
    count += 1;
  }
  if (isWriting) return;
  isWriting = true;
  setTimeout(flush, PAUSE);
}

function flush(): void {
  const written = waiting.slice(0, count);
  const lines = written.map(lineOf);
  // The objects stay; what was sent does not.
  for (const place of written) place.text = place.path = '';
  if (leftOut > 0) lines.push(`{"event":"log-lines-left-out","count":${leftOut}}`);
  [count, size, leftOut] = [0, 0, 0];
  writeAll(Buffer.from(`${lines.join('\n').replace(STEERING, escaped)}\n`));
}

/** JSON lets these through, and a terminal would obey them: C1 controls, separators, changes of direction. */
const STEERING = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** By hand, being many. The method is one that Node knows; the path is whatever was sent. */
const lineOf = ({ text, moment, method, path, status, ms }: Waiting) =>
  text ||
  `{"time":"${timeOf(moment)}","event":"request","method":"${method}","path":${JSON.stringify(path)},"status":${status},"ms":${Math.round(ms * 10) / 10}}`;

function writeAll(bytes: Buffer): void {
  write(STDOUT, bytes, (error, written) => {
    if (error?.code === 'EAGAIN') setTimeout(writeAll, 10, bytes);
    else if (!error && written < bytes.length) writeAll(bytes.subarray(written));
    else if (count > 0) setTimeout(flush, PAUSE);
    else isWriting = false;
  });
}

function whenWritten(done: () => void): void {
  if (isWriting) setTimeout(whenWritten, 5, done);
  else done();
}
