import { writeFileSync } from 'node:fs';
import { type Browser, chromium, devices, type Page } from 'playwright-core';
import { least, most, part, table, thousands } from './support/report.ts';
import { type Running, start, startBuiltSite, withFolder } from './support/run.ts';

/** Milliseconds there and back, and Mbit/s. */
type Line = readonly [roundTrip: number, speed: number];

const RUNS = 3;
const SLOWEST: Line = [150, 1.6];
const lines: Line[] = [[60, 9], [100, 4], SLOWEST];
const FLOOR = 'the floor page';

interface Visit {
  name: string;
  line: Line;
  bytes: number;
  /** Milliseconds until the largest part was there to read. */
  lcp: number;
  /** Which of heading and text were drawn in the firm's own fonts. */
  heading: boolean;
  text: boolean;
}

/** The bytes of a first visit, its largest contentful paint, and whether the firm's own fonts are used. */
export const visits = () =>
  withFolder(async (folder) => {
    const site = await startBuiltSite(folder);
    const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    const floor = await startFloor(browser, site, `${folder}/floor.html`);
    const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text();
    const routes = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, url = '']) => new URL(url).pathname);
    const all: Visit[] = [];
    for (const line of lines) {
      const [toFloor, toSite] = [await startLine(floor, line), await startLine(site, line)];
      // In turn, so that a noisy minute hits all.
      for (let run = 0; run < RUNS; run += 1) {
        all.push({ name: FLOOR, line, ...(await visit(browser, toFloor.url)) });
        for (const name of routes) all.push({ name, line, ...(await visit(browser, toSite.url + name)) });
      }
      await Promise.all([toFloor.stop(), toSite.stop()]);
    }
    await Promise.all([browser.close(), site.stop(), floor.stop()]);

    const of = (name: string) => all.filter((one) => one.name === name && one.line === SLOWEST);
    // The phone is the same at every visit: whatever comes on top is this machine's other work.
    const fastest = (name: string) => Math.min(...of(name).map(({ lcp }) => lcp));
    const heaviest = (name: string) => Math.max(...of(name).map(({ bytes }) => bytes));
    const groups = lines.map((line) => {
      const seen = all.filter((one) => one.name !== FLOOR && one.line === line);
      const share = (isGood: (visit: Visit) => boolean) => seen.filter(isGood).length / seen.length;
      const [heading, text] = [share((one) => one.heading), share((one) => one.text)];
      return { name: nameOf(line), heading, text };
    });
    return part(
      'First visits',
      `Chromium with an empty cache and a processor 4 times slower, as Lighthouse has a phone, over a line that delays each way by half the round trip and limits the speed. Bytes are as sent, with response headers and without the icon. LCP is in milliseconds on the slowest line, the fastest of ${RUNS} visits. The floor page has the words of the home page in plain HTML, without styles, fonts or pictures.`,
      table(
        'route, bytes, LCP, × floor',
        [FLOOR, ...routes].map((name) => {
          const figures = [heaviest(name), fastest(name)].map(thousands);
          return [name, ...figures, (fastest(name) / fastest(FLOOR)).toFixed(2)];
        }),
      ),
      [
        most('kB of the heaviest first view', Math.max(...routes.map(heaviest)) / 1000, 44),
        most(
          'times the floor’s LCP for the slowest route',
          Math.max(...routes.map(fastest)) / fastest(FLOOR),
          2,
        ),
        ...groups.map(({ name, heading }) =>
          least(`of visits with the heading’s font, ${name}`, heading, 0.95),
        ),
        // Not on the slowest one, where text does not wait for its font.
        ...groups
          .slice(0, -1)
          .map(({ name, text }) => least(`of visits with the text’s font, ${name}`, text, 0.95)),
      ].join('\n'),
    );
  });

const nameOf = ([roundTrip, speed]: Line) => `${roundTrip} ms, ${speed} Mbit/s`;

/** A slow line to a server that runs here. */
const startLine = ({ url }: Running, line: Line) =>
  start((port) => ['bench/support/line.ts', port, new URL(url).port, ...line]);

async function visit(browser: Browser, url: string): Promise<Omit<Visit, 'name' | 'line'>> {
  const page = await browser.newPage(devices['Pixel 7']);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const sizes: ReturnType<Awaited<ReturnType<Page['waitForRequest']>>['sizes']>[] = [];
  page.on('requestfinished', (request) => sizes.push(request.sizes()));
  await page.goto(url, { waitUntil: 'networkidle' });
  const lcp = await page.evaluate(readLcp);
  const drawn = { heading: await isOurs(page, 'h1'), text: await isOurs(page, 'main p') };
  const sent = (await Promise.all(sizes)).map((size) => size.responseHeadersSize + size.responseBodySize);
  await page.close();
  return { bytes: sent.reduce((sum, bytes) => sum + bytes, 0), lcp, ...drawn };
}

/** Runs in the page. */
const readLcp = () =>
  new Promise<number>((resolve) => {
    const observer = new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0));
    observer.observe({ type: 'largest-contentful-paint', buffered: true });
  });

/** Whether a font of ours really drew the words: it may be there, and still not be used. */
async function isOurs(page: Page, selector: string): Promise<boolean> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument', { depth: -1 });
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  // The floor page has none.
  if (nodeId === 0) return false;
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts.length > 0 && fonts.every(({ isCustomFont }) => isCustomFont);
}

/** The words of the home page in the least HTML that anybody would publish, sent with the same headers. */
async function startFloor(browser: Browser, { url }: Running, file: string): Promise<Running> {
  const page = await browser.newPage();
  await page.goto(url);
  const words = await page.locator('h1, h2, h3, p, li, dt, dd').allInnerTexts();
  await page.close();
  const head =
    '<meta charset=utf-8><meta name=viewport content="width=device-width"><link rel=icon href="data:,">';
  const body = words.map((text) => `<p>${text.replaceAll('<', '&lt;')}`).join('\n');
  writeFileSync(file, `<!doctype html><html lang=en>${head}<title>Floor</title>${body}`);
  return start((port) => ['bench/support/bare.ts', port, url, file]);
}
