// @ts-check
// Installs what is missing. Plain JavaScript for old versions too, because it runs before anything is installed, on
// whatever Node the machine has; everything after it runs on the Node that package.json pins.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { lacksRoom } from './folder.mjs';

const LEAST_NODE = 20;
const wanted = 'package-lock.json';
const installed = 'node_modules/.package-lock.json';
/** There while packages are being unpacked: of a package that was cut short, npm sees only that it is there. */
const unfinished = 'node_modules/.unfinished';
const pinnedNode = 'node_modules/.bin/node';
const EVERY_SECONDS = 10;
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

process.once('uncaughtException', (error) => end(sentenceFor(error)));
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await install({ withTools: !process.argv.includes('--site') });
  if (process.argv.includes('--lighthouse')) await installLighthouse();
}

/** What the site needs to be built and served, or the tools of the tests as well, which weigh more. */
export async function install(/** @type {{ withTools: boolean }} */ { withTools }) {
  const [major] = process.versions.node.split('.');
  if (Number(major) < LEAST_NODE)
    end(
      `This is Node ${process.versions.node}; the project needs ${LEAST_NODE} or newer to install itself. Get one from nodejs.org or your system’s packages, then run the same command again.`,
    );
  if (missing(withTools).length === 0 && hasNode()) return;
  const away = unreachable();
  if (away)
    end(
      `npm cannot reach its registry (${away}), and packages are missing. Check the network, or npm’s proxy and registry settings, then run the same command again. Nothing was changed.`,
    );
  if (existsSync('node_modules') && isCutShort()) {
    console.log('The last installation was cut short; it begins anew.');
    // First what says that packages are there: this may be cut short as well.
    rmSync(installed, { force: true });
    rmSync('node_modules', { recursive: true, force: true });
  }
  const full = lacksRoom(existsSync('node_modules') ? undefined : withTools ? 1000 : 600);
  if (full) end(full);
  const paths = wantedHere(withTools).map(([path]) => path);
  console.log(`Installing ${paths.length} packages, about a minute…`);
  mkdirSync('node_modules', { recursive: true });
  writeFileSync(unfinished, '');
  const clock = setInterval(() => {
    console.log(
      `… ${paths.filter((path) => existsSync(`${path}/package.json`)).length} of ${paths.length} packages`,
    );
  }, EVERY_SECONDS * 1000);
  // Not `npm ci`: it refuses a lock file without the packages for other systems, which not every registry holds.
  // Warnings would only say that this Node is older than the one being installed.
  const status = await run(
    'npm',
    [
      ...['install', '--no-save', '--loglevel=error', '--fetch-retries=1'],
      ...(withTools ? [] : ['--omit=dev']),
    ],
    // npm would first unpack all the rest; the next installation begins anew anyway.
    { patienceMs: 500 },
  );
  clearInterval(clock);
  if (status === 0) rmSync(unfinished, { force: true });
  const left = missing(withTools);
  if (status === 0 && left.length === 0) {
    if (hasNode()) return;
    // An optional package that the registry does not have is no error to npm.
    end(
      `There is no package of Node for this system (${process.platform}, ${process.arch}); package.json names those that there are under optionalDependencies. Run the project on one of these, or add the package for yours.`,
    );
  }
  end(
    lacksRoom() ??
      (status === 0
        ? `npm reported success, but these packages are missing: ${left.slice(0, 5).join(', ')}. Delete the folder node_modules and run the same command again.`
        : 'The packages could not be installed; npm says why above. Run the same command again once that is fixed.'),
  );
}

/** Apart from the other tools: it brings a third of their weight, and only the tests and a benchmark need it. */
async function installLighthouse() {
  const folder = 'tests/lighthouse';
  const mark = `${folder}/node_modules/.unfinished`;
  const [have, want] = [`${folder}/node_modules/.package-lock.json`, `${folder}/package-lock.json`].map(
    (file) => (existsSync(file) ? packagesIn(file)['node_modules/lighthouse']?.version : undefined),
  );
  if (have === want && !existsSync(mark)) return;
  console.log('Installing Lighthouse, about 20 seconds…');
  rmSync(`${folder}/node_modules`, { recursive: true, force: true });
  mkdirSync(`${folder}/node_modules`, { recursive: true });
  writeFileSync(mark, '');
  const parameters = [
    'install',
    '--no-save',
    '--loglevel=error',
    '--fetch-retries=1',
    '--no-audit',
    '--no-fund',
  ];
  if ((await run('npm', parameters, { cwd: folder, patienceMs: 500 })) !== 0)
    end(
      'Lighthouse could not be installed; npm says why above. Run the same command again once that is fixed.',
    );
  rmSync(mark, { force: true });
}

function isCutShort() {
  return existsSync(unfinished) || !existsSync(installed);
}

/**
 * npm keeps a copy of the lock file beside what it installed: the same packages mean that nothing is missing. Those
 * made for other systems are no loss; of those made for this one, each has to be there.
 * @returns {string[]}
 */
function missing(/** @type {boolean} */ withTools) {
  if (isCutShort()) return ['all of them'];
  const present = packagesIn(installed);
  return wantedHere(withTools)
    .filter(
      ([path, { version }]) => present[path]?.version !== version || !existsSync(`${path}/package.json`),
    )
    .map(([path]) => path.replace('node_modules/', ''));
}

/** The packages that this system needs, each with its place. */
function wantedHere(/** @type {boolean} */ withTools) {
  const libc = libcHere();
  return Object.entries(packagesIn(wanted)).filter(([path, { dev, devOptional, optional, ...its }]) => {
    if (path === '' || ((dev || devOptional) && !withTools)) return false;
    const isOurs = fits(its.os, process.platform) && fits(its.cpu, process.arch) && fits(its.libc, libc);
    return !optional || (its.os && its.cpu && isOurs);
  });
}

function packagesIn(/** @type {string} */ file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/**
 * Whether npm's scripts find the Node of this project. npm 10 takes away the link to it together with the package of
 * another system, which would have had the same: it is set again.
 */
function hasNode() {
  if (existsSync(pinnedNode)) return true;
  const system = `${process.platform}-${process.arch}`;
  const name = [`node-${system}`, `node-bin-${system}`].find((one) => existsSync(`node_modules/${one}`));
  if (!name) return false;
  rmSync(pinnedNode, { force: true });
  symlinkSync(`../${name}/bin/node`, pinnedNode);
  return existsSync(pinnedNode);
}

function fits(/** @type {string | string[] | undefined} */ names, /** @type {string} */ here) {
  return names === undefined || [names].flat().includes(here);
}

/** Asked once: the answer is read off a whole report of the process. */
function libcHere() {
  const { header } = /** @type {{ header: object }} */ (process.report?.getReport() ?? { header: {} });
  return 'glibcVersionRuntime' in header ? 'glibc' : 'musl';
}

/** Without a network, npm tries again for minutes and says nothing; a question first takes seconds. */
function unreachable() {
  // Aloud, for whoever called us may have told npm to be silent.
  const question = ['ping', '--loglevel=error', '--fetch-retries=0', '--fetch-timeout=10000'];
  const { stderr } = spawnSync('npm', question, { encoding: 'utf8' });
  return /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)\b/.exec(
    stderr ?? '',
  )?.[0];
}

/**
 * Runs a program and answers with its exit code. Whoever tells us to end tells the program, and we end after it.
 * @returns {Promise<number>}
 */
export function run(
  /** @type {string} */ command,
  /** @type {string[]} */ parameters,
  /** @type {import('node:child_process').SpawnOptions & { patienceMs?: number }} */ {
    patienceMs,
    ...options
  } = {},
) {
  const child = spawn(command, parameters, { stdio: 'inherit', ...options });
  let isTold = false;
  const tell = (/** @type {NodeJS.Signals} */ signal) => {
    isTold = true;
    // npm passes this one on as well.
    child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    if (patienceMs !== undefined) setTimeout(() => child.kill('SIGKILL'), patienceMs);
  };
  for (const signal of SIGNALS) process.on(signal, tell);
  return new Promise((resolve) => {
    child.once('error', ({ message }) => end(`${command} could not be started: ${message}`));
    child.once('exit', (code) => {
      for (const signal of SIGNALS) process.off(signal, tell);
      if (isTold) process.exit(code ?? 1);
      resolve(code ?? 1);
    });
  });
}

/** What stands in the way of whoever only wants to start it; anything else is a mistake of ours, with its place. */
function sentenceFor(/** @type {NodeJS.ErrnoException} */ { code = '', path = '', stack }) {
  if (code === 'ENOSPC')
    return `The disk is full. The site and its packages need about a gigabyte in ${process.cwd()}; make room, then run the same command again.`;
  if (['EACCES', 'EPERM', 'EROFS'].includes(code))
    return `${path} cannot be written by this user. If it is left over from sudo, take it back: sudo chown -R "$(id -un)" . (in this folder); otherwise copy the project to a folder of your own.`;
  return stack ?? code;
}

/** @returns {never} */
function end(/** @type {string} */ sentence) {
  console.error(sentence);
  process.exit(1);
}
