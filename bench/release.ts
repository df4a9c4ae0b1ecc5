import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { filesBelow } from '../src/lib/files-below.ts';
import { load } from './support/load.ts';
import { median, most, part, thousands } from './support/report.ts';
import { HOME, processorTime, startSite, withFolder } from './support/run.ts';

const STARTS = 9;
const [FEW, MANY] = [100_000, 1_000_000];

/** What a release weighs, when it answers first, and what it holds in memory after a million requests. */
export const release = () =>
  withFolder(async (folder) => {
    execFileSync(process.execPath, ['scripts/release.ts'], { stdio: 'ignore' });
    const bytes = filesBelow('release').reduce((sum, name) => sum + statSync(`release/${name}`).size, 0);
    const run = () => startSite(folder, 'release/server.mjs');
    const times: number[] = [];
    while (times.length < STARTS) {
      const { pid, stop } = await run();
      times.push(processorTime(pid) / 1000);
      await stop();
    }
    const { url, pid, stop } = await run();
    let answered = 0;
    const megabytesAfter = async (requests: number) => {
      while (answered < requests) answered += (await load({ url, seconds: 1, request: HOME })).times.length;
      return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
    };
    const [before, after] = [await megabytesAfter(FEW), await megabytesAfter(MANY)];
    await stop();
    return part(
      'A release',
      `Started ${STARTS} times; then asked for the home page over 32 connections. It holds ${before.toFixed(0)} MB after ${thousands(FEW)} requests and ${after.toFixed(0)} MB after ${thousands(MANY)}.`,
      [
        most('MB on disk', bytes / 1e6, 8),
        most('ms of processor time from the start to the first answer, median', median(times), 400),
        most('times the memory', after / before, 1.1),
      ].join('\n'),
    );
  });
