import { setTimeout } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { routes } from '../src/routes.ts';
import { launchChromium } from '../tests/support/chromium.ts';
import { SLOW_LINE } from '../tests/support/network.ts';
import { serveOnePage } from '../tests/support/one-page.ts';
import { lackingChromium } from './lacking.ts';
import { PROCESSOR } from './phone.ts';
import { median, notMeasured, type Part, part, table, thousands } from './report.ts';
import { startOurs } from './servers.ts';

const VISITS = 10;
/** What is answered within a tenth of a second seems to have been caused by the hand itself. */
const MOST = 100;
/** Milliseconds that a hand needs to answer what the eye sees. */
const REACTION = 200;
/** Milliseconds that a quick finger stays on the glass. */
const TOUCH = 50;
/** A tap that is not answered by then was lost. */
const PATIENCE = 10_000;

const lines = [
  { name: 'slow 4G', conditions: SLOW_LINE },
  { name: 'a fast connection', conditions: undefined },
];

/** How long the first tap on a category takes until the articles chosen are shown. */
export async function taps(): Promise<Part> {
  if (lackingChromium) return notMeasured('First tap', lackingChromium);
  const site = await startOurs();
  const control = await serveOnePage(TWO_BUTTONS);
  const browser = await launchChromium();
  const measured = [];
  for (const { name, conditions } of lines) {
    const times: number[] = [];
    const least: number[] = [];
    for (let i = 0; i < VISITS; i += 1) {
      least.push(await firstTap(browser, control.url, conditions));
      times.push(await firstTap(browser, site.url + routes.blog, conditions));
    }
    // What it is compared with would excuse anything.
    if (least.includes(PATIENCE)) throw new Error('The page of two buttons did not answer.');
    measured.push({ name, times, least });
  }
  await browser.close();
  control.close();
  await site.stop();
  return part(
    'First tap',
    [
      `A first visit to the list of articles in Chromium on a phone (processor ${PROCESSOR} times slower), and a tap on a category ${REACTION} ms after the first paint, faster than any hand, by a finger that stays for ${TOUCH} ms; milliseconds from lifting the finger to the frame that shows the chosen articles, as the browser counts them, of ${VISITS} visits on each connection. In turn with a page that holds two buttons and nothing else: what the slowest tap takes there is this machine’s, which draws the page and plays the visitor on the same cores. A tap that is lost counts as ${PATIENCE / 1000} s.`,
      table(
        ['connection', 'median ms', 'worst ms', 'two buttons, median ms', 'worst ms'],
        measured.map(({ name, times, least }) => [
          name,
          ...[median(times), Math.max(...times), median(least), Math.max(...least)].map(thousands),
        ]),
      ),
    ],
    measured.flatMap(({ name, times, least }) => [
      { what: `ms for a first tap on ${name}:`, figure: median(times), limit: MOST, least: false },
      {
        what: `ms more for the slowest first tap on ${name} than on a page of two buttons:`,
        figure: Math.max(...times) - Math.max(...least),
        limit: MOST,
        least: false,
      },
    ]),
  );
}

const TWO_BUTTONS =
  '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Two buttons</title>' +
  '<p id="insights">First</p><button class="category">First</button> <button class="category">Second</button>' +
  "<script>document.body.onclick = ({ target }) => { document.querySelector('p').textContent = target.textContent }</script>";

/** With nothing kept from before: a context of its own has an empty cache. */
async function firstTap(browser: Browser, url: string, conditions?: typeof SLOW_LINE): Promise<number> {
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
  // The page tells by itself: to ask it would keep its slow processor busy.
  const painted = Promise.withResolvers<Place>();
  const shown = Promise.withResolvers<number>();
  await page.exposeFunction('tellPainted', painted.resolve);
  await page.exposeFunction('tellShown', shown.resolve);
  await page.addInitScript(watch);
  const patience = new AbortController();
  setTimeout(PATIENCE, PATIENCE, patience).then(shown.resolve, () => {});
  page.goto(url, { waitUntil: 'commit' }).catch(shown.reject);
  painted.promise
    .then(async (place) => {
      await setTimeout(REACTION);
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [place] });
      await setTimeout(TOUCH);
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    })
    .catch(shown.reject);
  const milliseconds = await shown.promise;
  patience.abort();
  await context.close();
  return milliseconds;
}

interface Place {
  x: number;
  y: number;
}

interface Watched {
  tellPainted(where: Place): void;
  tellShown(milliseconds: number): void;
}

/**
 * Runs in the page before anything else. The browser itself tells how long after the lifted finger the next frame was
 * shown; that frame counts if the articles were chosen by then.
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
  let isChosen = false;
  const press = () => {
    before = heading();
  };
  addEventListener('pointerdown', press, true);
  addEventListener('click', () => {
    isChosen = heading() !== before;
  });
  observe('event', ({ name, duration }) => {
    if (name === 'click' && isChosen) watched.tellShown(duration);
  });
}
