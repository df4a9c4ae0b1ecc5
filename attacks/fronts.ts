import { setTimeout as sleep } from 'node:timers/promises';
import { routes } from '../src/routes.ts';
import { visit } from '../tests/faults/support/visitors.ts';
import { ask } from '../tests/support/from.ts';
import { lacking, startCaddy, startNginx } from '../tests/support/fronts.ts';
import { peakMemoryOf } from '../tests/support/memory.ts';
import { postBytes } from '../tests/support/post-bytes.ts';
import { startSite } from '../tests/support/server.ts';
import { holdConnections } from '../tests/support/slow-connections.ts';
import type { Group, Row } from './row.ts';
import { mebibytes } from './support/site.ts';

const CONNECTIONS = 1800;
const PAGES = 40;
const ENQUIRIES = 60;
const POSTED = 500_000_000;
/** What one who posts may cost: Caddy with nothing to do holds some 40 MiB. */
const MOST_MEMORY = 100 * 2 ** 20;

/** What nginx and Caddy keep away from the site, by the configurations of deploy/. */
export const fronts: Group = async () => {
  const missing = lacking.nginx ?? lacking.caddy;
  if (missing) throw new Error(missing);
  return [await slowBodies(), await emptyPosts(), await largePost()];
};

async function slowBodies(): Promise<Row> {
  const front = await startNginx([], { places: 768 });
  const port = Number(new URL(front.url).port);
  const attack = holdConnections({ port, from: '127.0.0.2', count: CONNECTIONS, delays: 'its body' });
  await sleep(1500);
  let failed = 0;
  for (let i = 0; i < PAGES; i++) {
    const { status } = await ask(front.url + routes.about, {});
    if (status !== 200) failed += 1;
    await sleep(100);
  }
  attack.end();
  await front.stop();
  return {
    promise: 'Behind nginx, slow clients do not shut others out',
    attack: `${CONNECTIONS} connections from one address that send a form at a byte a second, with the 768 connections that Debian allows`,
    figure: `${failed} of ${PAGES} pages failed`,
    kept: failed === 0,
  };
}

/** Six at a time that once were never answered, and made nginx give the processes up. */
async function emptyPosts(): Promise<Row> {
  const apps = [await startSite(), await startSite()];
  const front = await startNginx(apps.map(({ url }) => url));
  let isOver = false;
  const attack = (async () => {
    while (!isOver) {
      await Promise.all(
        Array.from({ length: 6 }, () => ask(front.url + routes.contact, { method: 'POST' }).catch(() => {})),
      );
      await sleep(500);
    }
  })();
  let failed = 0;
  for (let i = 0; i < ENQUIRIES; i++) {
    const { status } = await visit(front.url);
    if (status !== 200) failed += 1;
    await sleep(50);
  }
  isOver = true;
  await attack;
  await front.stop();
  await Promise.all(apps.map((app) => app.stop()));
  return {
    promise: 'Behind nginx, failing requests take no process out of use',
    attack: `posts without a body, six at a time, again and again`,
    figure: `${failed} of ${ENQUIRIES} enquiries failed`,
    kept: failed === 0,
  };
}

async function largePost(): Promise<Row> {
  const app = await startSite();
  const front = await startCaddy([app.url]);
  const statuses = [await postBytes(front.url, POSTED, true), await postBytes(front.url, POSTED, false)];
  const peak = peakMemoryOf(front.pid);
  await front.stop();
  await app.stop();
  return {
    promise: 'Behind Caddy, a large post takes little memory',
    attack: `${POSTED / 1_000_000} MB posted to the form, with its length and in chunks`,
    figure: `${statuses.map((status) => (status === 0 ? 'closed' : `answered ${status}`)).join(', ')}; Caddy held ${mebibytes(peak)} at most`,
    // Who never says how much there is cannot be answered before it is too much.
    kept: statuses[0] === 413 && [413, 0].includes(statuses[1] ?? -1) && peak < MOST_MEMORY,
  };
}
