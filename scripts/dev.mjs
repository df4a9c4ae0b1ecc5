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
let isEnding = false;

function start() {
  const { status } = spawnSync(process.execPath, ['scripts/check-config.ts'], { stdio: 'inherit' });
  if (status !== 0) return wait(status);
  const running = spawn(
    process.execPath,
    ['node_modules/astro/bin/astro.mjs', 'dev', ...process.argv.slice(2)],
    { stdio: 'inherit', env: { ...process.env, ASTRO_DEV_BACKGROUND: '0' } },
  );
  child = running;
  running.once('exit', (code) => {
    if (isEnding) process.exit(code ?? 0);
    if (child === running) child = undefined;
    if (code) wait(code);
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
  child.once('exit', start);
  child.kill('SIGTERM');
}

for (const place of ['site.config.ts', 'astro.config.ts', 'src', 'content'])
  watch(place, { recursive: true }, (_event, name) => {
    const file = place.endsWith('.ts') ? place : `${place}/${name}`;
    if (!RULES.test(file) && !(MADE.test(file) && !child)) return;
    clearTimeout(timer);
    timer = setTimeout(startAnew, PAUSE);
  });
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => {
    isEnding = true;
    if (child) child.kill('SIGTERM');
    else process.exit();
  });
start();
