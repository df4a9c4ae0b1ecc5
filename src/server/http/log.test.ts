import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

/** In a process of its own: the log is that process's output. */
function logging(code: string) {
  const script = `import { flushLog, log, logRequest } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)};
const pause = () => new Promise((resolve) => setTimeout(resolve, 200));
${code}
await flushLog();`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

const linesOf = async (child: ReturnType<typeof logging>): Promise<Record<string, unknown>[]> =>
  (await text(child.stdout))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

it('tells events and requests in their order, with the moment at which each happened', async () => {
  const before = new Date().toISOString();
  const lines = await linesOf(
    logging(`log('first', { error: new Error('Why') });
logRequest({ method: 'GET', url: '/a"b?c' }, '/a"b', 404, performance.now());
log('last');`),
  );
  expect(lines).toEqual([
    { time: expect.any(String), event: 'first', error: 'Why' },
    {
      time: expect.any(String),
      event: 'request',
      method: 'GET',
      path: '/a"b',
      status: 404,
      ms: expect.any(Number),
    },
    { time: expect.any(String), event: 'last' },
  ]);
  const times = lines.map(({ time }) => time);
  expect(times).toEqual([before, ...times].sort().slice(1));
});

it('writes nothing that steers the terminal it is read on, and loses nothing', async () => {
  const steers = 'a\u001b[2J\u007f\u009b31m\u2028\u202e\u2066\u061cz é';
  const child = logging(`const steers = ${JSON.stringify(steers)};
log('delivery', { reason: steers, error: new Error(steers) });
logRequest({ method: 'GET', url: steers }, steers, 404, performance.now());`);
  const written = await text(child.stdout);
  expect(written.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
  const [event, request] = written.split('\n', 2).map((line) => JSON.parse(line));
  expect(event).toMatchObject({ reason: steers, error: steers });
  expect(request).toMatchObject({ path: steers });
});

it('keeps no more than a little for whoever does not read, and says how much it left out', async () => {
  const child = logging(`for (let round = 0; round < 3; round += 1) {
  for (let i = 0; i < 10_000; i += 1)
    logRequest({ method: 'GET', url: '/a?' + 'b'.repeat(1000) }, '/a', 200, performance.now());
  await pause();
}`);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const lines = await linesOf(child);
  const told = lines.filter(({ event }) => event === 'request');
  const leftOut = lines.filter(({ event }) => event === 'log-lines-left-out');
  expect(leftOut.length).toBeGreaterThan(0);
  expect(told.length).toBeLessThan(3 * 1000);
  expect(told.length + leftOut.reduce((sum, { count }) => sum + Number(count), 0)).toBe(30_000);
});
