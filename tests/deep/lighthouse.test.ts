import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { routes } from '../../src/routes.ts';
import { type Flags, type Result, visit } from '../lighthouse/lighthouse.ts';
import { launchChromium } from '../support/chromium.ts';
import { builtFirm } from '../support/firm.ts';
import { listen } from '../support/listen.ts';
import { freePort } from '../support/server.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
const { everyRoute, url } = await builtFirm('own');

let browser: Browser;
let flags: Flags;
/** To compare with: whatever it takes is the machine's and the browser's. */
let control: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  const port = await freePort();
  browser = await launchChromium(`--remote-debugging-port=${port}`);
  flags = { port, logLevel: 'error', onlyCategories: categories };
  control = await listen((_, response) => response.setHeader('Content-Type', 'text/html').end(ONE_LINE));
  const { environment } = await run(url + routes.contact);
  flags.throttling = { cpuSlowdownMultiplier: slowdown(environment.benchmarkIndex) };
});
afterAll(async () => {
  await browser.close();
  control.stop();
});

it.each(everyRoute())(
  '%s scores 100 in everything, and stands still',
  { timeout: 1_200_000 },
  async (path) => {
    const results: Result[] = [];
    const scores = () => categories.map((id) => median(results.map((result) => scoreOf(result, id))));
    // Two runs of 100 settle the median of three.
    do results.push(await calmRun(path));
    while (results.length < 2 || (results.length < 3 && scores().some((score) => score < 100)));
    const shortcomingsFound = results.map((result) => JSON.stringify(shortcomings(result))).join('\n');
    expect(scores(), shortcomingsFound).toEqual([100, 100, 100, 100]);
    // Now and then Chromium hands over a trace without one of its marks; that run then says nothing of shifts.
    const shifts = results.flatMap(({ audits }) => audits['cumulative-layout-shift']?.numericValue ?? []);
    expect(shifts.length).toBeGreaterThan(0);
    expect(Math.max(...shifts).toFixed(2)).toBe('0.00');
  },
);

/** A run on a busy machine says nothing of the page: it counts only where a page of one line is fast beside it. */
async function calmRun(path: string): Promise<Result> {
  for (let left = MOST_DISMISSED; ; left--) {
    const result = await run(url + path);
    if (left === 0 || scoreOf(result, 'performance') === 100) return result;
    if (scoreOf(await run(control.url), 'performance') === 100) return result;
  }
}
const MOST_DISMISSED = 5;

/**
 * How much slower than this machine a mid-range phone is, by Lighthouse's own calibration: four times would be right
 * for a fast desktop alone, and would measure the machine instead of the page.
 */
function slowdown(benchmarkIndex: number): number {
  if (benchmarkIndex >= 1300) return Math.min(4, 3 + (benchmarkIndex - 1300) / 233);
  if (benchmarkIndex >= 800) return 2 + (benchmarkIndex - 800) / 500;
  return Math.max(1, 1 + (benchmarkIndex - 150) / 650);
}

const run = (url: string) => visit(url, flags);

const ONE_LINE = '<!doctype html><html lang="en"><title>Control</title><p>One line.</p></html>';

const scoreOf = ({ categories }: Result, id: string) => Math.round((categories[id]?.score ?? 0) * 100);

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

const shortcomings = ({ audits, environment }: Result) => [
  `benchmark ${environment.benchmarkIndex}`,
  ...Object.values(audits)
    .filter(
      ({ score, scoreDisplayMode }) => score !== null && score < 1 && scoreDisplayMode !== 'informative',
    )
    .map(({ id, displayValue = '' }) => `${id} ${displayValue}`),
];
