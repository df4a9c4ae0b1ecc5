/**
 * `npm run dev`: Astro's development server, restarted where a file changes that its process reads only once: who the firm
 * is, and what content/ may hold. After a mistake it waits until something is saved. `npm run edit` is the same with an
 * editing layer (src/edit), for this machine alone.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { watch } from 'node:fs';
import { withSlashes } from './machine.mjs';

const RULES =
  /^(site\.config\.ts|astro\.config\.ts|src\/((routes|content\.config|lib\/(enquiry|example-status))\.ts|(schemas|config|content|integrations)\/.*(?<!\.test)\.tsx?))$/;
const CONTENT = /^content\//;
/** Events of one save come together. */
const PAUSE_MS = 200;

const isEditor = process.argv.includes('--edit');
const passedOn = process.argv.slice(2).filter((word) => word !== '--edit' && word !== '--no-open');
if (isEditor) passedOn.push('--host', '127.0.0.1');
const editing = process.argv.includes('--no-open') ? 'closed' : 'open';

let child: ChildProcess | undefined;
let timer: NodeJS.Timeout | undefined;
let isFirst = true;
let isDue = false;
let isEnding = false;

function start(): void {
  isDue = false;
  const { status } = spawnSync(process.execPath, ['scripts/check-config.ts'], { stdio: 'inherit' });
  if (status !== 0) {
    wait(status);
    return;
  }
  child = spawn(process.execPath, ['node_modules/astro/bin/astro.mjs', 'dev', ...passedOn], {
    stdio: 'inherit',
    env: { ...process.env, ASTRO_DEV_BACKGROUND: '0', ...(isEditor && { EDITING: editing }) },
  });
  child.once('exit', (code) => {
    child = undefined;
    if (isDue) start();
    else if (code && !isEnding) wait(code);
    else process.exit(code ?? 0);
  });
}

/** A mistake at the start ends it; a mistake made later is waited for. */
function wait(code: number | null): void {
  if (isFirst) process.exit(code ?? 1);
  console.log('It starts again when a file is saved.');
}

function restart(): void {
  isFirst = false;
  console.log('Restarting, because a file changed that is read only at the start…');
  // However often something is saved until it has ended, it is started once.
  isDue = child !== undefined;
  if (child) child.kill('SIGTERM');
  else start();
}

// Folders, because many editors put a new file in the place of the one that they save.
for (const place of ['.', 'src', 'content'])
  watch(place, { recursive: place !== '.' }, (_event, name) => {
    const file = withSlashes(place === '.' ? String(name) : `${place}/${name}`);
    if (!RULES.test(file) && !(CONTENT.test(file) && !child)) return;
    clearTimeout(timer);
    timer = setTimeout(restart, PAUSE_MS);
  });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    isEnding = true;
    isDue = false;
    if (child) child.kill('SIGTERM');
    else process.exit();
  });
start();
