// @ts-check
// `npm run dev`: Astro's development server, started anew where a file changes that its process has read for good: who
// the firm is, and what content/ may hold. A mistake made meanwhile ends it, and it comes back as soon as something is saved.
import { spawn, spawnSync } from 'node:child_process';
import { watch } from 'node:fs';

const RULES =
  /^(site\.config\.ts|astro\.config\.ts|src\/((routes|content\.config|lib\/(enquiry|status))\.ts|(schemas|config|content|build)\/.*(?<!\.test)\.tsx?))$/;
const MADE = /^content\//;
/** Events of one save come together. */
const PAUSE = 200;

/** @type {import('node:child_process').ChildProcess | undefined} */
let child;
/** @type {NodeJS.Timeout | undefined} */
let timer;
let isFirst = true;
let isDue = false;
let isEnding = false;

function start() {
  isDue = false;
  const { status } = spawnSync(process.execPath, ['scripts/check-config.ts'], { stdio: 'inherit' });
  if (status !== 0) return wait(status);
  child = spawn(process.execPath, ['node_modules/astro/bin/astro.mjs', 'dev', ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, ASTRO_DEV_BACKGROUND: '0' },
  });
  child.once('exit', (code) => {
    child = undefined;
    if (isDue) start();
    else if (code && !isEnding) wait(code);
    else process.exit(code ?? 0);
  });
}

/** Whoever starts it with a mistake is told and done; whoever works on is waited for. */
function wait(/** @type {number | null} */ code) {
  if (isFirst) process.exit(code ?? 1);
  console.log('It starts again as soon as something is saved.');
}

function startAnew() {
  isFirst = false;
  console.log('Starting anew, since a file changed that is read once…');
  if (!child) return start();
  // However often something is saved until it has ended, it is started once.
  isDue = true;
  child.kill('SIGTERM');
}

// Folders, because many editors put a new file in the place of the one that they save.
for (const place of ['.', 'src', 'content'])
  watch(place, { recursive: place !== '.' }, (_event, name) => {
    const file = place === '.' ? String(name) : `${place}/${name}`;
    if (!RULES.test(file) && !(MADE.test(file) && !child)) return;
    clearTimeout(timer);
    timer = setTimeout(startAnew, PAUSE);
  });
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => {
    isEnding = true;
    isDue = false;
    if (child) child.kill('SIGTERM');
    else process.exit();
  });
start();
