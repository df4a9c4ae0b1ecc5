/**
 * `npm test`: formatting, lint, types and layers, then every test but the deep ones.
 * `npm run test:deep`: those.
 * `npm test -- blog`, `npm run test:deep -- kills`: the files whose names hold that word, with the builds that they need.
 * The last lines count what passed and failed. What this machine cannot run is said first, and left out.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { startVitest } from 'vitest/node';
import { findChromium, SHELL } from '../tests/support/chromium.ts';
import { isInstalled } from '../tests/support/fronts.ts';
import { isThere } from '../tests/support/webdriver.ts';
import config from '../vitest.config.ts';

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

/** What tests need besides the packages of npm. */
interface Part {
  isMissing(): boolean;
  packages: string[];
  /** Found in the files whose tests need it. */
  sign: RegExp;
  otherwise?: string;
}

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
const lacks =
  (command: string, option = '--version') =>
  () =>
    !isInstalled(command, option);
const ofFronts = /support\/(fronts|server-machine)\.ts/;
const ofServerMachine = /support\/server-machine\.ts/;
const parts: Record<string, Part> = {
  chromium: {
    isMissing: () => !findChromium(),
    packages: ['chromium', 'fonts-liberation'],
    sign: /support\/(browser|chromium|every-page)\.ts/,
    otherwise: 'name a browser: CHROMIUM=/path npm test',
  },
  nginx: { isMissing: lacks('nginx', '-v'), packages: ['nginx'], sign: ofFronts },
  Caddy: { isMissing: lacks('caddy', 'version'), packages: ['caddy'], sign: ofFronts },
  systemd: { isMissing: lacks('systemd-analyze'), packages: ['systemd'], sign: /systemd-analyze/ },
  git: { isMissing: lacks('git'), packages: ['git'], sign: /Sync\('git'/ },
  curl: { isMissing: lacks('curl'), packages: ['curl'], sign: ofServerMachine },
  Firefox: { isMissing: () => !isThere.firefox(), packages: ['firefox-esr'], sign: /startFirefox/ },
  WebKit: {
    isMissing: () => !isThere.webkit(),
    packages: ['webkit2gtk-driver', 'xvfb'],
    sign: /startWebKit/,
  },
  'a server of ssh': {
    isMissing: () => !existsSync('/usr/sbin/sshd') || !isInstalled('ip', '-V'),
    packages: ['openssh-server', 'iproute2'],
    sign: ofServerMachine,
  },
  'the right to mount (root on Linux)': {
    isMissing: () => !isRoot,
    packages: [],
    sign: /support\/(disk|server-machine)\.ts/,
  },
};

const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
installWhatIsMissing();
const left = missing();
const notRun = new Set<string>();
for (const [name, { packages, otherwise, sign }] of left) {
  const advice = [
    packages.length > 0 && `On Debian, as root: apt-get install ${packages.join(' ')}.`,
    otherwise && `Or ${otherwise}.`,
  ];
  const files = needing(sign);
  for (const file of files) notRun.add(file);
  console.log([`${name} is missing; left out: ${files.join(', ')}.`, ...advice].filter(Boolean).join(' '));
}

const isChecked =
  !isWhole || spawnSync(process.execPath, ['scripts/run.mjs', 'check'], { stdio: 'inherit' }).status === 0;
const { passed, failed, isGreen } = await test();
if (notRun.size > 0) console.log(`${notRun.size} files of tests were left out: see the first lines.`);
if (isWhole) console.log('Not part of this: npm run test:deep, slower tests of what rarely breaks.');
// On a developer's machine something may be left out; in CI, where the first lines are not read, that is a failure.
const holes = process.env.CI ? notRun.size : 0;
console.log(`${passed + Number(isWhole && isChecked)} passed, ${failed + Number(!isChecked) + holes} failed`);
process.exit(isGreen && isChecked && holes === 0 ? 0 : 1);

async function test(): Promise<{ passed: number; failed: number; isGreen: boolean }> {
  const wanted = files.filter((file) => !notRun.has(file));
  // Vitest takes no names for all of them.
  if (wanted.length === 0) return { passed: 0, failed: 0, isGreen: true };
  const { state } = await startVitest(
    'test',
    wanted.map((file) => resolve(file)),
    { watch: false },
  );
  const modules = state.getTestModules().map((module) => ({
    file: relative('.', module.moduleId),
    isGreen: module.ok(),
    states: [...module.children.allTests()].map((one) => one.result().state),
  }));
  const states = modules.flatMap(({ states }) => states);
  // A file that could not be loaded holds no test that failed.
  const broken = modules.filter(({ isGreen, states }) => !isGreen && !states.includes('failed'));
  const ran = new Set(
    [...modules.filter(({ states }) => states.length > 0), ...broken].map(({ file }) => file),
  );
  const silent = wanted.filter((file) => !ran.has(file));
  for (const file of silent) console.log(`Did not run: ${file}`);
  return {
    passed: states.filter((one) => one === 'passed').length,
    failed: states.filter((one) => one === 'failed').length + broken.length + silent.length,
    isGreen:
      silent.length + state.getUnhandledErrors().length === 0 && modules.every(({ isGreen }) => isGreen),
  };
}

/** The files of these projects of vitest.config.ts. */
function filesOf(names: string[]): string[] {
  const all = (config.test?.projects ?? []) as { test: { name: string; include: string[] } }[];
  return all.filter(({ test }) => names.includes(test.name)).flatMap(({ test }) => globSync(test.include));
}

/** The files that hold this sign. */
function needing(sign: RegExp): string[] {
  return files.filter((file) => sign.test(texts.get(file) ?? ''));
}

/** The parts that one of these files needs and this machine has not. */
function missing(): [string, Part][] {
  return Object.entries(parts).filter(([, { isMissing, sign }]) => needing(sign).length > 0 && isMissing());
}

/** The tests drive a real browser and real servers in front of ours. Debian has them all. */
function installWhatIsMissing(): void {
  const wanted = missing().flatMap(([, { packages }]) => packages);
  // Only for speed: the tests do without it where it cannot be had.
  const welcome = process.env.CHROMIUM || existsSync(SHELL) || !isWhole ? [] : ['chromium-headless-shell'];
  if (!isRoot || wanted.length + welcome.length === 0) return;
  // RUNLEVEL: what is installed is run by the tests, and must not begin to serve on its own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const apt = (...words: string[]) =>
    spawnSync('apt-get', ['-qq', ...words], { stdio: 'inherit', env }).status === 0;
  const install = (...packages: string[]) => apt('install', '-y', '--no-install-recommends', ...packages);
  if (apt('update')) install(...wanted, ...welcome) || install(...wanted);
}
