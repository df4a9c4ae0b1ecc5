import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { routes } from '../src/routes.ts';
import { type Line, launchChromium, nameOf, openPhone, PHONE, startLine } from './support/phone.ts';
import { median, most, part, table, thousands } from './support/report.ts';
import { startSite, withFolder } from './support/run.ts';

const VISITS = 10;
const lines: Line[] = [
  [20, 50],
  [150, 1.6],
];
/** Milliseconds. What is answered within a tenth of a second seems to have been caused by the hand itself. */
const MOST = 100;
/** Milliseconds that a hand needs at least to answer what the eye sees. */
const REACTION = 200;
const LOST = 10_000;

/** What a tap takes here is the machine's. */
const CONTROL = `data:text/html,${encodeURIComponent(`<!doctype html><meta name="viewport" content="width=device-width">
  <p id="insights">First</p><button class="category">First</button> <button class="category">Second</button>
  <script>onclick = ({ target }) => { document.querySelector('p').textContent = target.textContent }</script>`)}`;

/** How long the first tap on a category takes until the articles chosen are shown. */
export const taps = () =>
  withFolder(async (folder) => {
    const site = await startSite(folder);
    const browser = await launchChromium();
    const measured: [line: Line, times: number[], control: number[]][] = [];
    for (const line of lines) {
      const slow = await startLine(site, line);
      const [times, control]: [number[], number[]] = [[], []];
      for (let i = 0; i < VISITS; i += 1) {
        control.push(await firstTap(browser, CONTROL));
        times.push(await firstTap(browser, slow.url + routes.blog));
      }
      await slow.stop();
      // It would excuse anything.
      if (control.includes(LOST)) throw new Error('The page of two buttons did not answer.');
      measured.push([line, times, control]);
    }
    await Promise.all([browser.close(), site.stop()]);
    const figures = (times: number[]) => [median(times), Math.max(...times)].map(thousands);
    return part(
      'First tap',
      `${PHONE}: a first visit to the list of articles, and a tap on a category ${REACTION} ms after it is there; milliseconds from lifting the finger to the frame that shows the chosen articles, of ${VISITS} visits. In turn with a page that holds two buttons and nothing else. A tap that is lost counts as ${LOST / 1000} s.`,
      table(
        'connection, median, worst, two buttons: median, worst',
        measured.map(([line, times, control]) => [nameOf(line), ...figures(times), ...figures(control)]),
      ),
      measured
        .map(([line, times, control]) => [nameOf(line), median(times) - median(control)] as const)
        .map(([name, more]) =>
          most(`ms more for a first tap than on a page of two buttons, ${name}`, more, MOST),
        )
        .join('\n'),
    );
  });

async function firstTap(browser: Browser, url: string): Promise<number> {
  const page = await openPhone(browser);
  await page.addInitScript(watch);
  await page.goto(url, { waitUntil: 'commit' });
  const button = page.locator('.category').nth(1);
  await button.waitFor();
  const box = await button.boundingBox();
  if (!box) throw new Error(`There is no category to tap on ${url}.`);
  await sleep(REACTION);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  const shown = page.waitForFunction(() => (window as { took?: number }).took, null, { timeout: LOST });
  const took = await shown.then((handle) => handle.jsonValue()).catch(() => LOST);
  await page.close();
  return took ?? LOST;
}

/** Runs in the page before anything else. */
function watch() {
  const heading = () => document.querySelector('#insights')?.textContent;
  const onUp = ({ timeStamp }: Event) => {
    const before = heading();
    const look = () => {
      if (heading() === before) requestAnimationFrame(look);
      // The frame after this one shows it.
      else requestAnimationFrame(() => Object.assign(window, { took: performance.now() - timeStamp }));
    };
    look();
  };
  addEventListener('pointerup', onUp, { capture: true, once: true });
}
