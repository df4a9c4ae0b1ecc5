import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { routes } from '../../src/routes.ts';
import { ask } from '../support/from.ts';
import { lacking, startCaddy, startNginx } from '../support/fronts.ts';
import { peakMemoryOf } from '../support/memory.ts';
import { postBytes } from '../support/post-bytes.ts';
import type { Running } from '../support/process.ts';
import { type Delayed, holdConnections } from '../support/slow-connections.ts';

const ATTACKER = '127.0.0.2';
const CONNECTIONS = 1800;
const REQUESTS = 40;
/** Debian's nginx has this many places; docs/scaling.md says how to have more. */
const DEBIAN = 768;
const DOCUMENTED = 8192;

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

describe('behind nginx, a visitor is answered while one address', () => {
  if (lacking.nginx) return it('is installed', () => expect.fail(lacking.nginx));

  it.each<[Delayed, number]>([
    ['its body', DEBIAN],
    ['its reading', DEBIAN],
    // nginx can tell whose a connection is only after its headers: here it is the number of places that helps.
    ['its headers', DOCUMENTED],
  ])('delays %s on 1,800 connections', async (delays, places) => {
    const front = await startNginx([], { places });
    ends.push(front.stop);
    const attack = holdConnections({ port: portOf(front), from: ATTACKER, count: CONNECTIONS, delays });
    ends.push(attack.end);
    await sleep(1500);
    const statuses: number[] = [];
    for (let i = 0; i < REQUESTS; i += 1) {
      statuses.push((await ask(front.url + routes.about, {})).status);
      await sleep(100);
    }
    expect(statuses).toEqual(statuses.map(() => 200));
  });
});

describe('behind nginx, what one visitor may hold', () => {
  if (lacking.nginx) return it('is installed', () => expect.fail(lacking.nginx));

  /** nginx believes this header here, so that one machine can be many visitors. */
  const AS = 'X-Test-Visitor';
  const settings = `set_real_ip_from 127.0.0.1; real_ip_header ${AS};`;

  it.each([
    ['one address of version 4', '203.0.113.1', '203.0.113.1', 0],
    ['two addresses of version 4', '203.0.113.1', '203.0.113.2', 200],
    ['two addresses of version 4, written as version 6', '::ffff:203.0.113.1', '::ffff:203.0.113.2', 200],
    ['two addresses of one network of version 6', '2001:db8:0:1::1', '2001:db8:0:1:a:b:c:d', 0],
    ['two networks of version 6', '2001:db8:0:1::1', '2001:db8:0:2::1', 200],
  ])('is counted by network: %s', async (_, first, second, status) => {
    const app = createServer(() => {});
    ends.push(
      () => app.closeAllConnections(),
      () => app.close(),
    );
    app.listen(0, '127.0.0.1');
    await once(app, 'listening');
    const front = await startNginx([`http://127.0.0.1:${(app.address() as AddressInfo).port}`], { settings });
    ends.push(front.stop);
    const held = Array.from({ length: 100 }, () =>
      request(`${front.url}${routes.contact}?x=1`, { agent: false, headers: { [AS]: first } })
        .on('error', () => {})
        .end(),
    );
    ends.push(() => {
      for (const one of held) one.destroy();
    });
    await expect.poll(() => connectionsOf(app)).toBe(100);
    expect((await ask(front.url + routes.about, { headers: { [AS]: second } })).status).toBe(status);
  });
});

describe('Caddy', () => {
  if (lacking.caddy) return it('is installed', () => expect.fail(lacking.caddy));

  it.each([
    ['with its length', true],
    ['in chunks', false],
  ])('keeps nothing of 200 MB that are posted %s', async (_, tellsLength) => {
    const app = createServer((asked, answer) => {
      asked.resume().once('end', () => answer.end());
      asked.on('error', () => {});
    });
    ends.push(
      () => app.closeAllConnections(),
      () => app.close(),
    );
    app.listen(0, '127.0.0.1');
    await once(app, 'listening');
    const url = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
    const [attacked, control] = [await startCaddy([url]), await startCaddy([url])];
    ends.push(attacked.stop, control.stop);
    // The control takes a message of a size that is allowed.
    expect(await postBytes(control.url, 50_000, tellsLength)).toBe(200);
    const statuses: number[] = [];
    // Whoever goes on sending may be cut off before the answer is read: then it is asked again.
    while (statuses.length < 12 && !statuses.includes(413))
      statuses.push(await postBytes(attacked.url, 200_000_000, tellsLength));
    expect(peakMemoryOf(attacked.pid)).toBeLessThan(1.5 * peakMemoryOf(control.pid));
    expect(statuses.at(-1)).toBe(413);
  });
});

const portOf = ({ url }: Running) => Number(new URL(url).port);

const connectionsOf = (server: ReturnType<typeof createServer>) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
