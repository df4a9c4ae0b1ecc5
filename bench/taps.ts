import type { Browser } from 'playwright-core';
import { routes } from '../src/routes.ts';
import { findChromium, launchChromium } from '../tests/support/chromium.ts';
import { SLOW_LINE } from '../tests/support/network.ts';
import { median, type Part, part, table } from './report.ts';
import { startOurs } from './servers.ts';

const VISITS = 10;
/** Of a phone of the middle class, as Lighthouse has it. */
const PROCESSOR = 4;
/** What is answered within a tenth of a second seems to have been caused by the hand itself. */
const MOST = 100;
/** A tap that is not answered by then was lost. */
const PATIENCE = 10_000;

const lines = [
  { name: 'slow 4G', conditions: SLOW_LINE },
  { name: 'a fast line', conditions: undefined },
];

/** How long the first tap on a category takes: from the finger to the frame that shows the articles chosen. */
export async function taps(): Promise<Part> {
  if (!findChromium())
    return part('First tap', ['Not measured. No Chromium was found: CHROMIUM=/path npm run bench'], []);
  const site = await startOurs();
  const browser = await launchChromium();
  const measured = [];
  for (const { name, conditions } of lines) {
    const times: number[] = [];
    for (let i = 0; i < VISITS; i += 1)
      times.push(await firstTap(browser, site.url + routes.blog, conditions));
    measured.push({ name, median: median(times), worst: Math.max(...times) });
  }
  await browser.close();
  await site.stop();
  return part(
    'First tap',
    [
      `A first visit to the list of articles in Chromium on a phone (processor ${PROCESSOR} times slower), and a tap on a category as soon as the page is painted; milliseconds from the finger to the frame that shows the articles chosen, of ${VISITS} visits on each line. A tap that is lost counts as ${PATIENCE / 1000} s.`,
      table(
        ['line', 'median ms', 'worst ms'],
        measured.map(({ name, median, worst }) => [name, median.toFixed(0), worst.toFixed(0)]),
      ),
    ],
    measured.map(({ name, worst }) => ({
      what: `ms for the slowest first tap on ${name}:`,
      figure: worst,
      limit: MOST,
      least: false,
    })),
  );
}

/** With nothing kept from before: a context of its own has an empty cache. */
async function firstTap(
  browser: Browser,
  url: string,
  conditions: typeof SLOW_LINE | undefined,
): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  if (conditions) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', conditions);
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR });
  const { promise: painted, resolve } = Promise.withResolvers<Painted>();
  await page.exposeFunction('tellPainted', resolve);
  await page.addInitScript(watch);
  await page.goto(url, { waitUntil: 'commit' });
  const { x, y } = await painted;
  await page.touchscreen.tap(x, y);
  const shown = await page
    .waitForFunction(() => (window as unknown as Watched).shownAfter, undefined, { timeout: PATIENCE })
    .then((handle) => handle.jsonValue())
    .catch(() => PATIENCE);
  await context.close();
  return shown ?? PATIENCE;
}

interface Painted {
  x: number;
  y: number;
}

interface Watched {
  tellPainted(where: Painted): void;
  shownAfter?: number;
}

/**
 * Runs in the page before anything else. The browser itself tells when the finger came down and when the frame after
 * the click was shown; that frame counts if the articles were chosen by then.
 */
function watch() {
  const watched = window as unknown as Watched;
  const heading = () => document.querySelector('#insights')?.textContent;
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
      durationThreshold: 16,
    } as PerformanceObserverInit);

  const find = () => {
    const chosen = document.querySelectorAll('.category')[1];
    if (!chosen) return void requestAnimationFrame(find);
    const { left, top, width, height } = chosen.getBoundingClientRect();
    watched.tellPainted({ x: left + width / 2, y: top + height / 2 });
  };
  observe('paint', find);

  let before: string | null | undefined;
  let down = 0;
  let isChosen = false;
  const press = ({ timeStamp }: Event) => {
    before = heading();
    down = timeStamp;
  };
  addEventListener('pointerdown', press, true);
  addEventListener('click', () => {
    isChosen = heading() !== before;
  });
  observe('event', ({ name, startTime, duration }) => {
    if (name === 'click' && isChosen) watched.shownAfter ??= startTime + duration - down;
  });
}
