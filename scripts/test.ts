/**
 * Everything that CI runs: formatting, lint, types, then all tests. The last line is `N passed, N failed`,
 * in which the check counts as one.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { findChromium } from '../tests/support/chromium.ts';

const run = (command: string, ...parameters: string[]) =>
  spawnSync(command, parameters, { stdio: 'inherit' }).status === 0;

if (!findChromium()) installChromium();

const report = 'node_modules/.cache/test-report.json';
rmSync(report, { force: true });

const checked = run('npm', 'run', '--silent', 'check');
const tested = run(
  'npx',
  '--no',
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
);
const { passed, failed } = counts();

console.log(`${passed + Number(checked)} passed, ${failed + Number(!checked)} failed`);
process.exitCode = checked && tested ? 0 : 1;

/** Failed suites (a file that could not be loaded) hold no test, but they are failures all the same. */
function counts(): { passed: number; failed: number } {
  try {
    const json = JSON.parse(readFileSync(report, 'utf8')) as {
      numPassedTests: number;
      numFailedTests: number;
      testResults: { status: string; assertionResults: unknown[] }[];
    };
    const broken = json.testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    );
    return { passed: json.numPassedTests, failed: json.numFailedTests + broken.length };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/** The tests drive a real browser. Debian has one; elsewhere its owner names one. */
function installChromium(): void {
  const installed =
    process.platform === 'linux' &&
    process.getuid?.() === 0 &&
    run('apt-get', 'update', '-qq') &&
    run(
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      'install',
      '-y',
      '-qq',
      '--no-install-recommends',
      'chromium',
      'fonts-liberation',
    );
  if (installed && findChromium()) return;
  console.error(
    'No Chromium was found and none could be installed. Install one, or name it: CHROMIUM=/path npm test',
  );
  process.exit(1);
}
