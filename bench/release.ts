import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { filesBelow } from '../src/lib/files-below.ts';
import { load } from './support/load.ts';
import { median, most, part, thousands } from './support/report.ts';
import { HOME, processorTime, startBuiltSite, withFolder } from './support/run.ts';

const STARTS = 9;
const REQUESTS = 1_000_000;

/** The size of a release, the time to its first answer, and its memory during a million requests. */
export const release = () =>
  withFolder(async (folder) => {
    execFileSync(process.execPath, ['scripts/release.ts'], { stdio: 'ignore' });
    const bytes = filesBelow('release').reduce((sum, name) => sum + statSync(`release/${name}`).size, 0);
    const run = () => startBuiltSite(folder, 'release/server.mjs');
    const times: number[] = [];
    while (times.length < STARTS) {
      const { pid, stop } = await run();
      times.push(processorTime(pid) / 1000);
      await stop();
    }
    const { url, pid, stop } = await run();
    const seen: { answered: number; megabytes: number }[] = [];
    let answered = 0;
    while (answered < REQUESTS) {
      answered += (await load({ url, seconds: 1, request: HOME })).times.length;
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      seen.push({ answered, megabytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024 });
    }
    // Memory grows and falls with each garbage collection; a leak raises its highest point.
    const highest = (isAsked: (answered: number) => boolean) =>
      Math.max(...seen.filter((one) => isAsked(one.answered)).map(({ megabytes }) => megabytes));
    const [first, second] = [highest((n) => n <= REQUESTS / 2), highest((n) => n > REQUESTS / 2)];
    await stop();
    return part(
      'A release',
      `Started ${STARTS} times; then asked for the home page over 32 connections. It holds ${first.toFixed(0)} MB at most during the first half of ${thousands(REQUESTS)} requests, and ${second.toFixed(0)} MB during the second.`,
      [
        most('MB on disk', bytes / 1e6, 8),
        most('ms of processor time from the start to the first answer, median', median(times), 400),
        most('times the memory in the second half', second / first, 1.1),
      ].join('\n'),
    );
  });
