/**
 * Formatting, lint, types, then all tests but those in other browsers; with the name of a project (`vitest.config.ts`),
 * its tests alone. The last line is `N passed, N failed`, in which the check counts as one, and so does each file of
 * tests that did not run.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { findChromium, SHELL } from '../tests/support/chromium.ts';
import { isInstalled, lacking } from '../tests/support/fronts.ts';
import { isThere } from '../tests/support/webdriver.ts';
import vitest from '../vitest.config.ts';

// The tests start our programs hundreds of times, and most of such a start is compiling the same files.
process.env.NODE_COMPILE_CACHE = resolve('node_modules/.cache/compile');

const asked = process.argv.slice(2);
/** What runs together, one lot after the other. */
const lots: Record<string, string[]> =
  asked.length > 0 ? { [asked.join()]: asked } : { tests: ['unit', 'site', 'faults'], alone: ['alone'] };
const files = filesOf(Object.values(lots).flat()).map((file) => ({ file, text: readFileSync(file, 'utf8') }));

const run = (command: string, ...parameters: string[]) => {
  const { status, error } = spawnSync(command, parameters, { stdio: 'inherit' });
  if (error) console.error(`${command} could not be started: ${error.message}`);
  return status === 0;
};

/** What Debian has and npm has not: the packages, and what in a file of tests tells that it needs them. */
const parts = {
  chromium: {
    isMissing: () => !findChromium(),
    packages: ['chromium', 'fonts-liberation'],
    sign: /support\/(browser|chromium)\.ts/,
    otherwise: 'name a browser: CHROMIUM=/path npm test',
  },
  nginx: {
    isMissing: () => Boolean(lacking.nginx),
    packages: ['nginx', 'libnginx-mod-http-brotli-static', 'libnginx-mod-http-headers-more-filter'],
    sign: /support\/fronts\.ts/,
  },
  Caddy: { isMissing: () => Boolean(lacking.caddy), packages: ['caddy'], sign: /support\/fronts\.ts/ },
  systemd: { isMissing: () => Boolean(lacking.systemd), packages: ['systemd'], sign: /support\/fronts\.ts/ },
  curl: {
    isMissing: () => !isInstalled('curl', '--version'),
    packages: ['curl'],
    sign: /support\/server-machine\.ts/,
  },
  Java: {
    isMissing: () => !isInstalled('java', '-version'),
    packages: ['default-jre-headless'],
    sign: /vnu-jar/,
  },
  slowhttptest: {
    isMissing: () => !isInstalled('slowhttptest', '-h'),
    packages: ['slowhttptest'],
    sign: /slowhttptest/,
  },
  Firefox: { isMissing: () => !isThere.firefox(), packages: ['firefox-esr'], sign: /startFirefox/ },
  WebKit: {
    isMissing: () => !isThere.webkit(),
    packages: ['webkit2gtk-driver', 'xvfb'],
    sign: /startWebKit/,
  },
  'the right to mount a small disk (root on Linux)': {
    isMissing: () => !isRoot,
    packages: [],
    sign: /support\/disk\.ts/,
  },
} satisfies Record<string, Part>;

interface Part {
  isMissing(): boolean;
  packages: string[];
  sign: RegExp;
  otherwise?: string;
}

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
installWhatIsMissing();
const left = missing();
const notRun = new Map(
  files.flatMap(({ file, text }) => {
    const needed = left.filter(([, { sign }]) => sign.test(text)).map(([name]) => name);
    return needed.length > 0 ? [[file, needed] as const] : [];
  }),
);
// On a machine of ours something is left out knowingly; where nobody looks, that would be a hole.
const isForgiven = !process.env.CI;

const checks = asked.length > 0 ? [] : [run('npm', 'run', '--silent', 'check')];
const runs = Object.entries(lots).map(([name, projects]) => test(name, ...projects));
const sum = (pick: (counted: Counted) => number) => runs.reduce((total, counted) => total + pick(counted), 0);

for (const [file, needed] of notRun) console.log(`Not run: ${file}, which needs ${needed.join(' and ')}.`);
for (const [name, { packages, otherwise }] of left)
  console.log(
    [
      `${name} is missing.`,
      packages.length > 0 && `On Debian, as root: apt-get install ${packages.join(' ')}.`,
      otherwise && `Or ${otherwise}.`,
    ]
      .filter(Boolean)
      .join(' '),
  );
const unforgiven = isForgiven ? 0 : notRun.size;
const broken = checks.filter((isGood) => !isGood).length;
console.log(
  `${sum(({ passed }) => passed) + checks.length - broken} passed, ${sum(({ failed }) => failed) + broken + unforgiven} failed`,
);
process.exitCode = broken + unforgiven === 0 && runs.every(({ isGreen }) => isGreen) ? 0 : 1;

interface Counted {
  passed: number;
  failed: number;
  isGreen: boolean;
}

function test(name: string, ...names: string[]): Counted {
  const report = `node_modules/.cache/${name}-report.json`;
  rmSync(report, { force: true });
  const ended = run(
    'vitest',
    ...['run', ...names.flatMap((project) => ['--project', project])],
    ...[...notRun.keys()].flatMap((file) => ['--exclude', file]),
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  );
  const wanted = filesOf(names).filter((file) => !notRun.has(file));
  const { passed, failed, ran } = counts(report);
  const silent = wanted.filter((file) => !ran.has(file));
  for (const file of silent) console.log(`Did not run: ${file}`);
  return { passed, failed: failed + silent.length, isGreen: ended && silent.length === 0 };
}

/** Failed suites (a file that could not be loaded) hold no test, but they are failures all the same. */
function counts(report: string): { passed: number; failed: number; ran: Set<string> } {
  try {
    const json = JSON.parse(readFileSync(report, 'utf8')) as {
      numPassedTests: number;
      numFailedTests: number;
      testResults: { name: string; status: string; assertionResults: unknown[] }[];
    };
    const broken = json.testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    );
    const ran = json.testResults.filter((file) => file.assertionResults.length > 0 || broken.includes(file));
    return {
      passed: json.numPassedTests,
      failed: json.numFailedTests + broken.length,
      ran: new Set(ran.map(({ name }) => relative('.', name))),
    };
  } catch {
    return { passed: 0, failed: 1, ran: new Set() };
  }
}

/** The files of these projects. */
function filesOf(names: string[]): string[] {
  const all = (vitest.test?.projects ?? []) as { test: { name: string; include: string[] } }[];
  return all.filter(({ test }) => names.includes(test.name)).flatMap(({ test }) => globSync(test.include));
}

/** The parts that one of these files needs and this machine has not. */
function missing(): [string, Part][] {
  return (Object.entries(parts) as [string, Part][]).filter(
    ([, { isMissing, sign }]) => files.some(({ text }) => sign.test(text)) && isMissing(),
  );
}

/** The tests drive a real browser, real servers in front of ours, and a real attacker. Debian has them all. */
function installWhatIsMissing(): void {
  const wanted = missing().flatMap(([, { packages }]) => packages);
  // Only for speed: the tests do without it where it cannot be had.
  const welcome =
    process.env.CHROMIUM || existsSync(SHELL) || asked.length > 0 ? [] : ['chromium-headless-shell'];
  if (!isRoot || wanted.length + welcome.length === 0) return;
  const install = (...packages: string[]) =>
    run(
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      // Installed to be run by the tests, not to serve on their own.
      'RUNLEVEL=1',
      ...['apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages],
    );
  if (run('apt-get', 'update', '-qq')) install(...wanted, ...welcome) || install(...wanted);
}
