import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

export interface Load {
  perSecond: number;
  /** Milliseconds in which 99 of 100 answers came. */
  p99: number;
}

const CONNECTIONS = 32;
const LAST_CORE = availableParallelism() - 1;

/** Asks as fast as one thread can, as a browser does that reads brotli; loopback only. */
export async function load(url: string, seconds: number, headers: string[] = []): Promise<Load> {
  const sent = headers.flatMap((header) => ['-H', header]);
  const output = await wrk(['--latency', '-d', `${seconds}s`, ...sent, url]);
  const [, p99 = '', unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(output) ?? [];
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]),
    p99: Number(p99) * { us: 0.001, ms: 1, s: 1000 }[unit as 'us' | 'ms' | 's'],
  };
}

/** At least this many requests: wrk knows only durations. */
export async function loadRequests(url: string, count: number): Promise<void> {
  for (let done = 0, perSecond = count; done < count; ) {
    const seconds = Math.min(30, Math.max(1, Math.ceil((count - done) / perSecond)));
    ({ perSecond } = await load(url, seconds));
    done += perSecond * seconds;
  }
}

async function wrk(parameters: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('taskset', [
    ...['-c', String(LAST_CORE), 'wrk', '-t', '1', '-c', String(CONNECTIONS), '-H', 'Accept-Encoding: br'],
    ...parameters,
  ]);
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`Not every answer was a good one: ${stdout}`);
  return stdout;
}

/** Keeps a program, its threads and its children on the first core; wrk has the last one for itself. */
export function keepToOneCore(pid: number): void {
  execFileSync('taskset', ['-acp', '0', String(pid)], { stdio: 'ignore' });
  for (const child of childrenOf(pid)) keepToOneCore(child);
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** Microseconds of processor time that a program and its children have used. */
export function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  // Fields 14 and 15 of proc(5), in hundredths of a second.
  const own = (Number(fields[11]) + Number(fields[12])) * 10_000;
  return childrenOf(pid).reduce((sum, child) => sum + processorTime(child), own);
}
