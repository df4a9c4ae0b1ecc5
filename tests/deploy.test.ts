import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Running } from '../deploy/process.ts';
import { judgeUnit, lacking, startCaddy, startNginx } from '../deploy/run.ts';
import { iconPath, manifestPath, REFERENCE_PARAMETER, routes } from '../src/routes.ts';
import { documentHeaders } from '../src/server/headers.ts';
import { expectKept } from './faults/support/stored.ts';
import { until, visit } from './faults/support/visitors.ts';
import { readPolicy } from './support/policy.ts';
import { type RunningPostgres, startPostgres } from './support/postgres.ts';
import { everyRoute } from './support/routes.ts';
import { type RunningSite, startSite } from './support/server.ts';

const fronts = [
  { name: 'nginx', start: startNginx, codings: ['br', 'gzip'] },
  { name: 'caddy', start: startCaddy, codings: ['br', 'zstd', 'gzip'] },
] as const;

let postgres: RunningPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

describe.each(fronts)('$name in front of two processes on one PostgreSQL', ({ name, start, codings }) => {
  const missing = lacking[name];
  if (missing) return it('is installed', () => expect.fail(missing));

  let database: string;
  let apps: RunningSite[];
  let front: Running;
  beforeAll(async () => {
    database = await postgres.newDatabase();
    const app = () => startSite(process.cwd(), { DATABASE_URL: database });
    // One after the other: the first makes the tables.
    apps = [await app(), await app()];
    front = await start(apps.map(({ url }) => url));
  });
  afterAll(async () => {
    await front?.stop();
    await Promise.all(apps.map((app) => app.stop()));
  });

  const get = (path: string, init?: RequestInit) => fetch(front.url + path, { redirect: 'manual', ...init });
  /** Our own server's answer to the same request: what is in front must not differ. */
  const ours = (path: string, init?: RequestInit) =>
    fetch((apps[0]?.url ?? '') + path, { redirect: 'manual', ...init });

  it.each([...everyRoute(), iconPath('icon-32'), manifestPath])('serves %s as we do', async (path) => {
    const [theirs, own] = await Promise.all([get(path), ours(path)]);
    expect(theirs.status).toBe(200);
    expectAlike(theirs, own);
    expect(await theirs.text()).toBe(await own.text());
  });

  it.each([
    '/no-such-page',
    '/no-such-page/',
    `${routes.about}.html`,
    `${routes.about}.html.br`,
    '/index.html',
    '/404',
    '/404.html',
    '/413',
    '/413.html',
    '/503',
    '/503.html',
    '/_headers',
    '/_astro',
    '/_astro/',
    '/contact-answer',
    '//evil.example/',
  ])('answers %s with our 404 page', async (path) => {
    const [theirs, own] = await Promise.all([get(path), ours(path)]);
    expect([theirs.status, own.status]).toEqual([404, 404]);
    expectAlike(theirs, own);
    expect(await theirs.text()).toBe(await own.text());
  });

  it.each(['/..%2fpackage.json', '/%2e%2e/%2e%2e/etc/passwd', '/_astro/..%5c..%5cheaders.json'])(
    'lets %s lead nowhere',
    async (path) => {
      const { status } = await get(path);
      // nginx finds some of them too broken to look for.
      expect(status === 404 || status === 400).toBe(true);
    },
  );

  it('leads from a slash at the end to the page', async () => {
    const answer = await get(`${routes.about}/?from=mail`);
    expect([answer.status, answer.headers.get('location')]).toEqual([308, `${routes.about}?from=mail`]);
    expectSecured(answer);
  });

  it.each(codings)('sends %s as the build compressed it', async (coding) => {
    const headers = { 'Accept-Encoding': coding };
    const [theirs, own] = await Promise.all([
      bytesOf(front.url + routes.about, headers),
      bytesOf((apps[0]?.url ?? '') + routes.about, headers),
    ]);
    expect(theirs.headers['content-encoding']).toBe(coding);
    expect(theirs.headers.vary).toBe('Accept-Encoding');
    expect(theirs.body.equals(own.body)).toBe(true);
  });

  it('sends nothing again that a browser already has', async () => {
    const etag = (await get(routes.about)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"/);
    const answer = await get(routes.about, { headers: { 'If-None-Match': etag } });
    expect([answer.status, answer.headers.get('etag')]).toEqual([304, etag]);
    expectSecured(answer);
  });

  it('lets hashed files be kept for a year, and leaves the policy off fonts', async () => {
    const html = await (await get(routes.home)).text();
    const [font = ''] = /\/_astro\/[^"]+\.woff2/.exec(html) ?? [];
    const answer = await get(font);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('font/woff2');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    for (const header of documentHeaders) expect(answer.headers.get(header), header).toBeNull();
  });

  it('refuses to write to a page', async () => {
    const answer = await get(routes.about, { method: 'POST', body: 'x' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expectSecured(answer);
  });

  it('names itself nowhere', async () => {
    for (const path of [routes.home, '/no-such-page', routes.contact])
      expect((await get(path)).headers.get('server')).toBeNull();
  });

  it('hands a posted form to the app, and every other method with it', async () => {
    const posted = await post();
    expect(posted.status).toBeLessThan(500);
    expect(await posted.text()).not.toBe(await (await get(routes.contact)).text());
    expectSecured(posted);
    const deleted = await get(routes.contact, { method: 'DELETE' });
    expect([deleted.status, deleted.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  });

  it('hands a query for the form to the app', async () => {
    const path = `${routes.contact}?x=1`;
    const [theirs, own] = await Promise.all([get(path), ours(path)]);
    expect(theirs.headers.get('etag')).toBe(own.headers.get('etag'));
    expectSecured(theirs);
  });

  it('stores what either process takes, and each confirms what the other took', async () => {
    const visits = await Promise.all(Array.from({ length: 8 }, () => visit(front.url)));
    expect(visits.map(({ status }) => status)).toEqual(visits.map(() => 200));
    await expectKept(database, visits);
    await until('both have taken some', () => apps.every((app) => app.output().includes('"method":"POST"')));
    for (const { reference } of visits)
      for (const { url } of apps) {
        const shown = await fetch(`${url}${routes.contact}?${REFERENCE_PARAMETER}=${reference}`);
        expect(await shown.text()).toContain(reference);
      }
  });

  // The last one: it ends a process.
  it('still takes enquiries when one process is gone', async () => {
    await apps[0]?.stop();
    const visits = [await visit(front.url), await visit(front.url), await visit(front.url)];
    expect(visits.map(({ status }) => status)).toEqual([200, 200, 200]);
    await expectKept(database, visits);
  });

  const post = () =>
    get(routes.contact, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' },
      body: 'firstName=Ada&email=nobody',
    });
});

describe('the systemd unit', () => {
  const missing = lacking.systemd;
  if (missing) return it('is installed', () => expect.fail(missing));

  it('is understood, and leaves the process few rights', () => {
    const { objections, exposure } = judgeUnit();
    expect(objections).toBe('');
    expect(exposure).toBeLessThan(2);
  });
});

/** The same headers; a server that knows no pages has one policy for all of them, which allows what ours does. */
function expectAlike(theirs: Response, own: Response) {
  const secured = [...own.headers.keys()].filter((name) =>
    /^(cross-origin|permissions|referrer|x-content|strict)/.test(name),
  );
  expect(secured.length).toBeGreaterThan(3);
  for (const header of ['content-type', 'cache-control', ...secured])
    expect(theirs.headers.get(header), header).toBe(own.headers.get(header));
  const [offered, needed] = [policyOf(theirs), policyOf(own)];
  expect([...offered.keys()]).toEqual([...needed.keys()]);
  for (const [name, sources] of needed)
    if (name === 'script-src' || (name === 'style-src' && !sources.includes("'none'")))
      expect(offered.get(name)).toEqual(expect.arrayContaining(sources));
    else if (name !== 'style-src') expect(offered.get(name)).toEqual(sources);
}

const policyOf = ({ headers }: Response) => readPolicy(headers.get('content-security-policy') ?? '');

function expectSecured(answer: Response) {
  for (const name of [...documentHeaders, 'X-Content-Type-Options'])
    expect(answer.headers.get(name)?.split(', default-src'), name).toHaveLength(1);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
}

/** The bytes as they were sent: fetch would unpack them. */
function bytesOf(url: string, headers: Record<string, string>) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    headers: Record<string, unknown>;
    body: Buffer;
  }>();
  request(url, { headers }, async (answer) => {
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk);
    resolve({ headers: answer.headers, body: Buffer.concat(chunks) });
  })
    .on('error', reject)
    .end();
  return promise;
}
