import { hash, X509Certificate } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../tests/support/chromium.ts';
import { facesDrawn } from '../tests/support/faces.ts';
import { lacking, startNginx } from '../tests/support/fronts.ts';
import { everyRoute } from '../tests/support/routes.ts';
import { lackingChromium } from './lacking.ts';
import { openPhone, PROCESSOR, type Visit } from './phone.ts';
import { median, notMeasured, type Part, type Promised, part, table, thousands } from './report.ts';
import { type Line, startLine, startOurs } from './servers.ts';

const VISITS = 20;
const ENOUGH = 19;
const FIRST_VIEW_KB = 44;

interface Kind extends Line {
  /** The faces that visitors on such a line are to see. */
  promised: Face[];
}

const lines: Kind[] = [
  { roundTrip: 60, speed: 9, promised: ['display', 'text'] },
  { roundTrip: 100, speed: 4, promised: ['display', 'text'] },
  { roundTrip: 150, speed: 1.6, promised: ['display'] },
];

/** How often a visitor who has never been here sees the firm's own faces, and when the page is there to read. */
export async function visits(): Promise<Part> {
  if (lackingChromium) return notMeasured('First visits', lackingChromium);
  const ours = await startOurs();
  const nginx = lacking.nginx ? undefined : await startNginx();
  const browser = await launchChromium(
    ...(nginx ? [`--ignore-certificate-errors-spki-list=${keyOf(nginx.certificate)}`] : []),
  );
  const groups: Group[] = [];
  for (const line of lines) {
    groups.push({ protocol: 'HTTP/1.1', line, seen: await visitAll(browser, ours.url, line) });
    if (nginx) groups.push({ protocol: 'HTTP/2', line, seen: await visitAll(browser, nginx.secure, line) });
  }
  await browser.close();
  await Promise.all([ours.stop(), nginx?.stop()]);

  const all = groups.flatMap(({ seen }) => seen);
  return part(
    'First visits',
    [
      `Of ${VISITS} visits with an empty cache, all routes in turn: how many really drew the text in the firm’s own fonts (Chromium, processor ${PROCESSOR} times slower; a connection that delays each way by half the round trip and limits the speed; HTTP/1.1 from our server, HTTP/2 with HTTPS from nginx). First paint and largest paint are medians.`,
      table(
        ['connection', 'protocol', 'display font', 'text font', 'both', 'first paint ms', 'LCP ms', 'CLS'],
        groups.map(rowOf),
      ),
      ...(lacking.nginx ? [`HTTP/2 was not measured: ${lacking.nginx}`] : []),
    ],
    [
      ...groups.map(promiseOf),
      {
        what: 'kB of the heaviest first view:',
        figure: Math.max(...all.map(bytesOf)) / 1000,
        limit: FIRST_VIEW_KB,
        least: false,
      },
      {
        what: 'largest layout shift:',
        figure: Math.max(...all.map(({ shift }) => shift)),
        limit: 0,
        least: false,
      },
    ],
  );
}

interface Seen extends Visit {
  faces: Awaited<ReturnType<typeof facesDrawn>>;
}

type Face = keyof Seen['faces'];

interface Group {
  protocol: string;
  line: Kind;
  seen: Seen[];
}

async function visitAll(browser: Browser, url: string, line: Kind): Promise<Seen[]> {
  const running = await startLine(url, line);
  const address = `${new URL(url).protocol}//${new URL(running.url).host}`;
  const routes = everyRoute();
  const seen: Seen[] = [];
  for (let i = 0; i < VISITS; i += 1) {
    const phone = await openPhone(browser);
    const visit = await phone.visit(address + routes[i % routes.length]);
    seen.push({ ...visit, faces: await facesDrawn(phone.page) });
    await phone.close();
  }
  await running.stop();
  return seen;
}

function rowOf({ protocol, line, seen }: Group): (string | number)[] {
  return [
    nameOf(line),
    protocol,
    ...[drawn(seen, 'display'), drawn(seen, 'text'), drawn(seen, 'display', 'text')],
    thousands(median(seen.map(({ paint }) => paint))),
    thousands(median(seen.map(({ lcp }) => lcp))),
    Math.max(...seen.map(({ shift }) => shift)).toFixed(2),
  ];
}

const promiseOf = ({ protocol, line, seen }: Group): Promised => ({
  what: `of ${VISITS} visits with ${line.promised.length > 1 ? 'both fonts' : `the ${line.promised} font`}, ${nameOf(line)}, ${protocol}:`,
  figure: drawn(seen, ...line.promised),
  limit: ENOUGH,
  least: true,
});

const nameOf = ({ roundTrip, speed }: Line) => `${roundTrip} ms, ${speed} Mbit/s`;

const drawn = (seen: Seen[], ...wanted: Face[]) =>
  seen.filter(({ faces }) => wanted.every((face) => faces[face])).length;

const bytesOf = ({ requests }: Visit) => requests.reduce((sum, { bytes }) => sum + bytes, 0);

/** By its key, so that the browser trusts the certificate as it would a real one. */
const keyOf = (certificate: string) =>
  hash(
    'sha256',
    new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' }),
    'base64',
  );
