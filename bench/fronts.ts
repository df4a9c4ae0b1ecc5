import { routes } from '../src/routes.ts';
import { lacking, startCaddy, startNginx } from '../tests/support/fronts.ts';
import type { Running } from '../tests/support/process.ts';
import { lackingWrk } from './lacking.ts';
import { type Runner, race } from './race.ts';
import { notMeasured, type Part, part, table, thousands } from './report.ts';
import { startOurs } from './servers.ts';

const fronts = [
  { name: 'nginx', lacking: lacking.nginx, start: startNginx },
  { name: 'Caddy', lacking: lacking.caddy, start: startCaddy },
];

/** What another server in front of two processes gains on files, and costs on what it hands on. */
export async function fronting(): Promise<Part> {
  if (lackingWrk) return notMeasured('With a server in front', lackingWrk);
  const apps = await Promise.all([startOurs(), startOurs()]);
  const [app] = apps;
  const running: Running[] = [...apps];
  const files: Runner[] = [{ name: 'one process alone', url: `${app.url}/`, pids: [app.pid] }];
  const handed: Runner[] = [{ name: 'one process alone', url: app.url + handedOn, pids: [app.pid] }];
  for (const { name, lacking, start } of fronts) {
    if (lacking) continue;
    const front = await start(apps.map(({ url }) => url));
    running.push(front);
    files.push({ name: `${name}, from disk`, url: `${front.url}/`, pids: [front.pid] });
    handed.push({
      name: `${name}, from two processes`,
      url: front.url + handedOn,
      pids: [front, ...apps].map(({ pid }) => pid),
    });
  }
  const results = [await race(files), await race(handed)];
  await Promise.all(running.map(({ stop }) => stop()));

  const rows = results.flatMap((list, i) =>
    list.map(({ name, perSecond, p99, cost }) => [
      `${i === 0 ? 'home page' : 'contact page with a query'}: ${name}`,
      thousands(perSecond),
      p99.toFixed(1),
      cost.toFixed(0),
    ]),
  );
  return part(
    'With a server in front',
    [
      'The configurations in deploy/, measured as above; processor time is that of all processes involved. The contact page with a query is passed on to the app.',
      table(['answer', 'requests/s', 'p99 ms', 'µs of processor per request'], rows),
      ...fronts.flatMap(({ lacking }) => (lacking ? [`Not measured: ${lacking}`] : [])),
    ],
    [],
  );
}

const handedOn = `${routes.contact}?x=1`;
