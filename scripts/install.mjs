// @ts-check
// Installs what is missing. Like run.mjs, plain JavaScript for the machine's own Node.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, lacksRoom, nodePrograms, npmCommand, run, takeLock } from './machine.mjs';

const PROGRESS_SECONDS = 10;
const SITE_MB = 600;
const SITE_AND_TOOLS_MB = 1000;

/** The packages of a folder: with `tools` those of tests and checks as well. */
export async function install(
  /** @type {string} */ folder,
  /** @type {{ tools: boolean }} */ { tools: withTools },
) {
  const packages = join(folder, 'node_modules');
  /** Exists while packages are unpacked: npm takes a half-unpacked package for a complete one. */
  const unfinished = join(packages, '.unfinished');
  const installed = join(packages, '.package-lock.json');
  const wanted = wantedHere(join(folder, 'package-lock.json'), withTools);
  const missing = () => {
    if (existsSync(unfinished) || !existsSync(installed)) return ['all of them'];
    const present = packagesIn(installed);
    return wanted
      .filter(
        ([path, { version }]) =>
          present[path]?.version !== version || !existsSync(join(folder, path, 'package.json')),
      )
      .map(([path]) => path.replace('node_modules/', ''));
  };
  if (missing().length === 0) return;
  const lock = await takeLock();
  const away = unreachable();
  if (away)
    fail(
      `npm cannot reach its registry (${away}), and packages are missing. Check the network, or npm’s proxy and registry settings, then run the same command again. Nothing was changed.`,
    );
  if (existsSync(unfinished) || (existsSync(packages) && !existsSync(installed))) {
    console.log('The last installation was interrupted. Starting over.');
    // The list of what is installed goes first, because this may be interrupted too.
    rmSync(installed, { force: true });
    rmSync(packages, { recursive: true, force: true });
  }
  const full = lacksRoom(existsSync(packages) ? undefined : withTools ? SITE_AND_TOOLS_MB : SITE_MB);
  if (full) fail(full);
  console.log(`Installing ${wanted.length} packages, about a minute…`);
  mkdirSync(packages, { recursive: true });
  writeFileSync(unfinished, '');
  const progress = setInterval(() => {
    const there = wanted.filter(([path]) => existsSync(join(folder, path, 'package.json'))).length;
    console.log(`… ${there} of ${wanted.length} packages`);
  }, PROGRESS_SECONDS * 1000);
  // Not `npm ci`: it refuses a lock file without the packages for other systems, which not every registry holds.
  // Warnings would only say that this Node is older than the one being installed.
  const status = await npm(
    ['install', '--no-save', '--loglevel=error', '--fetch-retries=1', ...(withTools ? [] : ['--omit=dev'])],
    folder,
  );
  clearInterval(progress);
  if (status === 0) rmSync(unfinished, { force: true });
  const left = missing();
  if (status !== 0 || left.length > 0)
    fail(
      lacksRoom() ??
        (status === 0
          ? `npm reported success, but these packages are missing: ${left.slice(0, 5).join(', ')}. Delete the folder node_modules and run the same command again.`
          : 'The packages could not be installed; npm says why above. Run the same command again once that is fixed.'),
    );
  // 67 MB of C++ headers, which nothing here compiles against.
  for (const file of nodePrograms())
    rmSync(join(packages, file, '../../include'), { recursive: true, force: true });
  lock.close();
}

/** Interrupted, npm would first unpack all the rest; the next installation starts over anyway. */
function npm(/** @type {string[]} */ words, /** @type {string} */ cwd) {
  const [program = '', ...first] = npmCommand();
  return run(program, [...first, ...words], { cwd, killAfterMs: 500 });
}

/**
 * npm keeps a copy of the lock file beside what it installed. Packages for other systems are not wanted; of those made for
 * this one, each is.
 */
function wantedHere(/** @type {string} */ lockFile, /** @type {boolean} */ withTools) {
  const libc = libcHere();
  return Object.entries(packagesIn(lockFile)).filter(([path, { dev, devOptional, optional, ...its }]) => {
    if (path === '' || ((dev || devOptional) && !withTools)) return false;
    const isOurs = fits(its.os, process.platform) && fits(its.cpu, process.arch) && fits(its.libc, libc);
    return !optional || (its.os && its.cpu && isOurs);
  });
}

/** @returns {Record<string, any>} */
function packagesIn(/** @type {string} */ lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}

function fits(/** @type {string | string[] | undefined} */ names, /** @type {string} */ here) {
  return names === undefined || [names].flat().includes(here);
}

function libcHere() {
  const { header } = /** @type {{ header: object }} */ (process.report?.getReport() ?? { header: {} });
  return 'glibcVersionRuntime' in header ? 'glibc' : 'musl';
}

/** Without a network, npm tries again for minutes and says nothing; a question first takes seconds. */
function unreachable() {
  const [program = '', ...first] = npmCommand();
  // With its own loglevel: the npm that started this may be silent.
  const question = ['ping', '--loglevel=error', '--fetch-retries=0', '--fetch-timeout=10000'];
  const { stderr } = spawnSync(program, [...first, ...question], { encoding: 'utf8' });
  return /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)\b/.exec(
    stderr ?? '',
  )?.[0];
}
