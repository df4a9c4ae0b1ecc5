import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('tells events in their order, loses nothing, and writes nothing that steers the terminal', () => {
  const steers = 'a"\u001b[2J\u007f\u009b31m\u2028\u202e\u2066\u061cz é';
  // JSON itself escapes the first of these.
  const seen = 'a"\u001b[2J��31m����z é';
  // In a process of its own: the log is that process's output.
  const script = `import { flushLog, log } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)};
const steers = ${JSON.stringify(steers)};
log('delivery', { reason: steers, error: new Error(steers) });
log('request', { path: steers });
flushLog();`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  const lines = stdout.trimEnd().split('\n');
  expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: 'info', time, event: 'delivery', reason: seen, error: seen },
    { level: 'info', time, event: 'request', path: seen },
  ]);
});
