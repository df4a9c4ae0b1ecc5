import { visit as visitBy } from '../tests/lighthouse/lighthouse.ts';
import { launchChromium } from '../tests/support/chromium.ts';
import { slowdown } from '../tests/support/mid-range-phone.ts';
import { everyRoute } from '../tests/support/routes.ts';
import { freePort } from '../tests/support/server.ts';
import { serveFloor } from './floor.ts';
import { lackingChromium } from './lacking.ts';
import { median, notMeasured, type Part, part, table, thousands } from './report.ts';
import { startOurs } from './servers.ts';

const RUNS = 5;
/** Why it is not less: docs/decisions/0001. */
const MOST_WORK = 2.2;
const MOST_BLOCKING = 50;

/** What each route costs the processor of a phone, against a floor page. */
export async function processor(): Promise<Part> {
  if (lackingChromium) return notMeasured('Work for the processor', lackingChromium);
  const site = await startOurs();
  const port = await freePort();
  const browser = await launchChromium(`--remote-debugging-port=${port}`);
  const floor = await serveFloor(browser, site.url);
  const views = [
    { name: 'the floor page', url: floor.url, runs: [] as Run[] },
    ...everyRoute().map((path) => ({ name: path, url: site.url + path, runs: [] as Run[] })),
  ];
  const { environment } = await visit(floor.url, port);
  const slower = slowdown(environment.benchmarkIndex);
  // In turn, so that a noisy minute hits all.
  for (let run = 0; run < RUNS; run += 1)
    for (const { url, runs } of views) runs.push(await measure(url, port, slower));
  await browser.close();
  floor.stop();
  await site.stop();

  const measured = views.map(({ name, runs }) => ({
    name,
    work: median(runs.map(({ work }) => work)),
    blocking: median(runs.map(({ blocking }) => blocking)),
  }));
  const floorWork = measured[0]?.work ?? 0;
  return part(
    'Work for the processor',
    [
      `A first visit as Lighthouse simulates it (mobile, processor ${slower.toFixed(1)} times slower: what makes this machine a mid-range phone by its calibration): milliseconds of work on the main thread, and how many of them would keep a tap waiting; medians of ${RUNS} runs, all pages in turn.`,
      table(
        ['route', 'work ms', '× floor', 'blocking ms'],
        measured.map(({ name, work, blocking }) => [
          name,
          thousands(work),
          (work / floorWork).toFixed(2),
          thousands(blocking),
        ]),
      ),
    ],
    [
      {
        what: 'times the floor’s work on the busiest route:',
        figure: Math.max(...measured.map(({ work }) => work)) / floorWork,
        limit: MOST_WORK,
        least: false,
      },
      {
        what: 'ms of blocking on the worst route:',
        figure: Math.max(...measured.map(({ blocking }) => blocking)),
        limit: MOST_BLOCKING,
        least: false,
      },
    ],
  );
}

interface Run {
  work: number;
  blocking: number;
}

/** Now and then Chromium hands over a trace without one of its marks, which says nothing of the page: once more, then. */
async function measure(url: string, port: number, slower: number): Promise<Run> {
  for (let left = MOST_REPEATED; ; left -= 1) {
    const { audits } = await visit(url, port, slower);
    const { 'mainthread-work-breakdown': work, 'total-blocking-time': blocking } = audits;
    if (work?.numericValue !== undefined && blocking?.numericValue !== undefined)
      return { work: work.numericValue, blocking: blocking.numericValue };
    if (left === 0)
      throw new Error(`Lighthouse cannot measure ${url}: ${work?.errorMessage ?? blocking?.errorMessage}`);
  }
}
const MOST_REPEATED = 3;

const visit = (url: string, port: number, cpuSlowdownMultiplier = 1) =>
  visitBy(url, {
    port,
    logLevel: 'error',
    onlyAudits: ['mainthread-work-breakdown', 'total-blocking-time'],
    throttling: { cpuSlowdownMultiplier },
  });
