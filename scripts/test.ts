/**
 * Everything that CI runs: formatting, lint, types, then all tests. The last line is `N passed, N failed`,
 * in which the check counts as one.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { isInstalled, lacking } from '../deploy/run.ts';
import { findChromium, SHELL } from '../tests/support/chromium.ts';

const run = (command: string, ...parameters: string[]) =>
  spawnSync(command, parameters, { stdio: 'inherit' }).status === 0;

installWhatIsMissing();

const checked = run('npm', 'run', '--silent', 'check');
const runs = [
  test('tests', '--project', 'unit', '--project', 'site', '--project', 'faults'),
  test('alone', '--project', 'alone'),
];
const sum = (pick: (counted: Counted) => number) => runs.reduce((total, counted) => total + pick(counted), 0);

console.log(
  `${sum(({ passed }) => passed) + Number(checked)} passed, ${sum(({ failed }) => failed) + Number(!checked)} failed`,
);
process.exitCode = checked && runs.every(({ isGreen }) => isGreen) ? 0 : 1;

interface Counted {
  passed: number;
  failed: number;
  isGreen: boolean;
}

function test(name: string, ...projects: string[]): Counted {
  const report = `node_modules/.cache/${name}-report.json`;
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const isGreen = run('npx', '--no', 'vitest', 'run', ...projects, ...reporters);
  return { isGreen, ...counts(report) };
}

/** Failed suites (a file that could not be loaded) hold no test, but they are failures all the same. */
function counts(report: string): { passed: number; failed: number } {
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

/** The tests drive a real browser, real servers in front of ours, and a real attacker. Debian has them all. */
function installWhatIsMissing(): void {
  const wanted = [
    ...(findChromium() ? [] : ['chromium', 'fonts-liberation']),
    ...(lacking.nginx
      ? ['nginx', 'libnginx-mod-http-brotli-static', 'libnginx-mod-http-headers-more-filter']
      : []),
    ...(lacking.caddy ? ['caddy'] : []),
    ...(lacking.systemd ? ['systemd'] : []),
    ...(isInstalled('slowhttptest', '-h') ? [] : ['slowhttptest']),
  ];
  // Only for speed: the tests do without it where it cannot be had.
  const welcome = process.env.CHROMIUM || existsSync(SHELL) ? [] : ['chromium-headless-shell'];
  if (wanted.length + welcome.length === 0) return;
  const canInstall = process.platform === 'linux' && process.getuid?.() === 0;
  const install = (...packages: string[]) =>
    run(
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      // Installed to be run by the tests, not to serve on their own.
      'RUNLEVEL=1',
      ...['apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages],
    );
  if (canInstall && run('apt-get', 'update', '-qq') && (install(...wanted, ...welcome) || install(...wanted)))
    return;
  if (wanted.length === 0) return;
  console.error(
    `The tests need ${wanted.join(', ')}. Install them (on Debian as root this happens by itself); a browser elsewhere can be named: CHROMIUM=/path npm test`,
  );
  process.exit(1);
}
