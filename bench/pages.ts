import type { Browser } from 'playwright-core';
import { launchChromium } from '../tests/support/chromium.ts';
import { type Recorded, SLOW_LINE } from '../tests/support/network.ts';
import { everyRoute } from '../tests/support/routes.ts';
import { serveFloor } from './floor.ts';
import { lackingChromium } from './lacking.ts';
import { openPhone, PROCESSOR, type Visit } from './phone.ts';
import { notMeasured, type Part, part, table, thousands } from './report.ts';
import { startOurs } from './servers.ts';

const RUNS = 7;

/** What each route weighs in a real Chromium and when it shows its largest part, against a floor page. */
export async function pages(): Promise<Part> {
  if (lackingChromium) return notMeasured('Pages', lackingChromium);
  const site = await startOurs();
  const browser = await launchChromium();
  const floor = await serveFloor(browser, site.url);

  const views: View[] = [
    { name: 'the floor page', url: floor.url, visits: [] },
    ...everyRoute().map((path) => ({ name: path, url: site.url + path, visits: [] })),
  ];
  // In turn, so that a noisy minute hits all.
  for (let run = 0; run < RUNS; run += 1)
    for (const { url, visits } of views) visits.push(await visit(browser, url));
  await browser.close();
  floor.stop();
  await site.stop();

  const measured = views.map(({ name, visits }) => ({
    name,
    requests: visits[0]?.requests ?? [],
    // The simulated phone is the same at every visit: whatever comes on top is this machine's other work.
    lcp: Math.min(...visits.map(({ lcp }) => lcp)),
    shift: Math.max(...visits.map(({ shift }) => shift)),
  }));
  const floorLcp = measured[0]?.lcp ?? 0;
  const rows = measured.map(({ name, requests, lcp, shift }) => [
    name,
    requests.length,
    ...columns.map((holds) => thousands(bytesOf(requests.filter(holds)))),
    thousands(bytesOf(requests)),
    thousands(lcp),
    (lcp / floorLcp).toFixed(2),
    shift.toFixed(2),
  ]);
  const slowest = Math.max(...measured.map(({ lcp }) => lcp / floorLcp));
  return part(
    'Pages',
    [
      `A first visit in Chromium on a slow phone (simulated by the browser: ${SLOW_LINE.latency} ms to each answer, 1.44 Mbit/s, processor ${PROCESSOR} times slower); the fastest of ${RUNS} visits, the one that other work on the machine disturbed least. Bytes are as sent, response headers included. The floor page has the words of the home page in plain HTML, without fonts, pictures or scripts (bench/floor.ts), and is served by the same server.`,
      table(
        [
          'route',
          'requests',
          'HTML + CSS, with response headers',
          'fonts',
          'scripts',
          'icon',
          'bytes',
          'LCP ms',
          '× floor',
          'CLS',
        ],
        rows,
      ),
    ],
    [
      { what: 'times the floor’s LCP on the slowest route:', figure: slowest, limit: 1.25, least: false },
      {
        what: 'largest layout shift:',
        figure: Math.max(...measured.map(({ shift }) => shift)),
        limit: 0,
        least: false,
      },
    ],
  );
}

interface View {
  name: string;
  url: string;
  visits: Visit[];
}

const isFont = ({ url }: Recorded) => url.endsWith('.woff2');
/** HTML with its styles, fonts, scripts, and the icon. */
const columns: ((request: Recorded) => boolean)[] = [
  ({ type }) => type === 'Document',
  isFont,
  ({ type }) => type === 'Script',
  (request) => ['Image', 'Other'].includes(request.type) && !isFont(request),
];

const bytesOf = (requests: Recorded[]) => requests.reduce((sum, { bytes }) => sum + bytes, 0);

async function visit(browser: Browser, url: string): Promise<Visit> {
  const phone = await openPhone(browser);
  await phone.session.send('Network.emulateNetworkConditions', SLOW_LINE);
  const seen = await phone.visit(url);
  await phone.close();
  return seen;
}
