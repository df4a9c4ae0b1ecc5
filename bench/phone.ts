import type { Browser } from 'playwright-core';
import { type Recorded, recordRequests } from '../tests/support/network.ts';

/** Of a phone of the middle class, as Lighthouse has it. */
export const PROCESSOR = 4;

interface Seen {
  /** When there was something to read at all, and when its largest part was there. */
  paint: number;
  lcp: number;
  shift: number;
}

export interface Visit extends Seen {
  requests: Recorded[];
}

/** With nothing kept from before: a context of its own has an empty cache. */
export async function openPhone(browser: Browser) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
  const page = await context.newPage();
  const requests = await recordRequests(page);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR });
  await page.addInitScript(watch);
  const seen = () => page.evaluate(() => (window as unknown as { seen: Seen }).seen);

  const visit = async (url: string): Promise<Visit> => {
    await page.goto(url, { waitUntil: 'networkidle' });
    // Fonts for the next page and the icon are no part of what the browser calls idle, and entries come when it has time.
    for (let attempt = 0, quiet = 0; attempt < 100 && quiet < 5; attempt += 1) {
      const known = requests.length;
      await page.waitForTimeout(100);
      const isQuiet = requests.length === known && requests.every(({ bytes }) => bytes > 0);
      quiet = isQuiet && (await seen()).lcp > 0 ? quiet + 1 : 0;
    }
    const { shift, ...rest } = await seen();
    // Two decimals, as everybody tells it: an icon that moves while its button is read is not one of them.
    return { requests, ...rest, shift: Number(shift.toFixed(2)) };
  };
  return { page, session, visit, close: () => context.close() };
}

/** Runs in the page before anything else. */
function watch() {
  const seen: Seen = { paint: 0, lcp: 0, shift: 0 };
  const note = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  note('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.paint = startTime;
  });
  note('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime;
  });
  note('layout-shift', (entry) => {
    seen.shift += (entry as PerformanceEntry & { value: number }).value;
  });
  Object.assign(window, { seen });
}
