/**
 * `npm test`: formatting, lint, types and layers, then every test but the deep ones.
 * `npm run test:deep`: those.
 * `npm test -- blog`, `npm run test:deep -- kills`: the files whose names hold that word, with the builds that they need.
 * The last lines count what passed and failed. What this machine cannot run is said first, and left out.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { findChromium, SHELL } from '../tests/support/chromium.ts';
import { isInstalled, lacking } from '../tests/support/fronts.ts';
import { isThere } from '../tests/support/webdriver.ts';
import vitest from '../vitest.config.ts';

// The tests start our programs hundreds of times, and most of such a start is compiling the same files.
process.env.NODE_COMPILE_CACHE = resolve('node_modules/.cache/compile');

const asked = process.argv.slice(2);
const isWhole = asked.length === 0;
const isDeep = asked.includes('--deep');
const words = asked.filter((word) => !word.startsWith('--'));
const files = filesOf(isDeep ? ['deep'] : ['unit', 'site', 'faults']).filter((file) =>
  words.every((word) => file.includes(word)),
);
if (files.length === 0) {
  const where = isDeep ? 'below tests/deep/' : 'outside npm run test:deep';
  console.error(`No file of tests ${where} has ‘${words.join(' ')}’ in its name.`);
  process.exit(2);
}

interface Part {
  isMissing(): boolean;
  packages: string[];
  /** What in a file, or in what it imports, tells that its tests need it. */
  sign: RegExp;
  otherwise?: string;
}

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
/** What Debian has and npm has not, and rights that not everybody has. */
const parts: Record<string, Part> = {
  chromium: {
    isMissing: () => !findChromium(),
    packages: ['chromium', 'fonts-liberation'],
    sign: /support\/chromium\.ts|from '\.\/chromium\.ts'/,
    otherwise: 'name a browser: CHROMIUM=/path npm test',
  },
  nginx: {
    isMissing: () => Boolean(lacking.nginx),
    packages: ['nginx'],
    sign: /support\/fronts\.ts/,
  },
  Caddy: { isMissing: () => Boolean(lacking.caddy), packages: ['caddy'], sign: /support\/fronts\.ts/ },
  systemd: { isMissing: () => Boolean(lacking.systemd), packages: ['systemd'], sign: /support\/fronts\.ts/ },
  git: { isMissing: () => !isInstalled('git', '--version'), packages: ['git'], sign: /spawnSync\('git'/ },
  curl: {
    isMissing: () => !isInstalled('curl', '--version'),
    packages: ['curl'],
    sign: /support\/server-machine\.ts/,
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
  'a server of ssh': {
    isMissing: () => !existsSync('/usr/sbin/sshd') || !isInstalled('ip', '-V'),
    packages: ['openssh-server', 'iproute2'],
    sign: /support\/server-machine\.ts/,
  },
  'the right to mount (root on Linux)': {
    isMissing: () => !isRoot,
    packages: [],
    sign: /support\/(disk|server-machine)\.ts/,
  },
};

const texts = new Map(files.map((file) => [file, textsBehind(file)]));
installWhatIsMissing();
const left = missing();
const notRun = new Map(
  files.flatMap((file) => {
    const needed = left.filter(([, { sign }]) => sign.test(texts.get(file) ?? '')).map(([name]) => name);
    return needed.length > 0 ? [[file, needed] as const] : [];
  }),
);
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
for (const [file, needed] of notRun) console.log(`Left out: ${file}, which needs ${needed.join(' and ')}.`);

const isChecked = isWhole ? run('npm', 'run', '--silent', 'check') : true;
const { passed, failed, isGreen } = test();
if (notRun.size > 0) console.log(`${notRun.size} files of tests were left out: see the first lines.`);
if (isWhole) console.log('Not part of this: npm run test:deep, slower tests of what rarely breaks.');
// On a machine of ours something is left out knowingly; where nobody looks, that would be a hole.
const holes = process.env.CI ? notRun.size : 0;
console.log(`${passed + Number(isWhole && isChecked)} passed, ${failed + Number(!isChecked) + holes} failed`);
process.exitCode = isGreen && isChecked && holes === 0 ? 0 : 1;

function run(command: string, ...parameters: string[]): boolean {
  const { status, error } = spawnSync(command, parameters, { stdio: 'inherit' });
  if (error) console.error(`${command} could not be started: ${error.message}`);
  return status === 0;
}

function test(): { passed: number; failed: number; isGreen: boolean } {
  const report = 'node_modules/.cache/tests-report.json';
  rmSync(report, { force: true });
  const wanted = files.filter((file) => !notRun.has(file));
  const ended = run(
    'vitest',
    ...['run', ...wanted.map((file) => resolve(file))],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  );
  const { passed, failed, ran } = counts(report);
  const silent = wanted.filter((file) => !ran.has(file));
  for (const file of silent) console.log(`Did not run: ${file}`);
  return { passed, failed: failed + silent.length, isGreen: ended && silent.length === 0 };
}

/** Failed suites (a file that could not be loaded) hold no test, but they are failures all the same. */
function counts(report: string): { passed: number; failed: number; ran: Set<string> } {
  if (!existsSync(report)) return { passed: 0, failed: 1, ran: new Set() };
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
}

/** The files of these projects of vitest.config.ts. */
function filesOf(names: string[]): string[] {
  const all = (vitest.test?.projects ?? []) as { test: { name: string; include: string[] } }[];
  return all.filter(({ test }) => names.includes(test.name)).flatMap(({ test }) => globSync(test.include));
}

/** The text of a file of tests and of all that it imports from beside it. */
function textsBehind(file: string, seen = new Set<string>()): string {
  if (seen.has(file) || !existsSync(file)) return '';
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  const imported = [...text.matchAll(/from '(\.[^']+\.ts)'/g)].map(([, path = '']) =>
    join(dirname(file), path),
  );
  return (
    text +
    imported
      .filter((path) => path.startsWith('tests'))
      .map((path) => textsBehind(path, seen))
      .join('')
  );
}

/** The parts that one of these files needs and this machine has not. */
function missing(): [string, Part][] {
  return Object.entries(parts).filter(
    ([, { isMissing, sign }]) => [...texts.values()].some((text) => sign.test(text)) && isMissing(),
  );
}

/** The tests drive a real browser, real servers in front of ours, and a real attacker. Debian has them all. */
function installWhatIsMissing(): void {
  const wanted = missing().flatMap(([, { packages }]) => packages);
  // Only for speed: the tests do without it where it cannot be had.
  const welcome = process.env.CHROMIUM || existsSync(SHELL) || !isWhole ? [] : ['chromium-headless-shell'];
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
