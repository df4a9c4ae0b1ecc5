// @ts-check
// Behind every script of package.json: installs what a task needs, then runs its programs on the Node that package.json
// pins. Plain JavaScript without packages and without a shell: it runs on whatever Node and system the machine has.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { install } from './install.mjs';
import { explainDiskErrors, fail, nodePrograms, run } from './machine.mjs';

/** Node can install the packages from this version on. */
const LEAST_NODE = 20;

const settings = existsSync('.env') ? ['--env-file=.env'] : [];
const config = ['scripts/check-config.ts'];
const build = [config, ['scripts/build.ts']];
/**
 * The channel tells the server when this process is gone, however it ended.
 * @type {import('node:child_process').SpawnOptions}
 */
const server = {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { ...process.env, NODE_ENV: 'production' },
};

/**
 * What each task runs, one after the other; what follows its name is for the last. `tools` asks for the packages of tests
 * and checks as well, which weigh as much as all the others.
 * @type {Record<string, { steps: string[][], tools?: true, folders?: string[], options?: import('node:child_process').SpawnOptions }>}
 */
const tasks = {
  start: {
    steps: [[...settings, 'scripts/before-start.ts'], ...build, [...settings, 'src/server/main.ts']],
    options: server,
  },
  dev: { steps: [['scripts/dev.ts']] },
  edit: { steps: [['scripts/dev.ts', '--edit']] },
  build: { steps: build },
  release: { steps: [...build, ['scripts/release.ts']] },
  deploy: { steps: [['scripts/deploy.ts']] },
  enquiries: { steps: [[...settings, 'src/server/admin/cli.ts']] },
  visits: { steps: [[...settings, 'src/server/admin/cli.ts', 'visits']] },
  inbox: { steps: [[...settings, 'src/server/inbox/main.ts']] },
  'launch-check': { steps: [[...settings, 'scripts/launch-check.ts']] },
  check: { tools: true, steps: [config, ['scripts/check.ts']] },
  fix: { tools: true, steps: [['node_modules/@biomejs/biome/bin/biome', 'check', '--write']] },
  'check:copy': { tools: true, steps: [...build, ['scripts/check-copy.ts']] },
  'editor-schemas': { tools: true, steps: [['scripts/editor-schemas.ts']] },
  shots: { tools: true, steps: [...build, ['scripts/shots.ts']] },
  bench: { tools: true, steps: [...build, ['bench/main.ts']] },
  test: { tools: true, steps: [['scripts/test.ts']] },
  // Apart from the other tools: Lighthouse brings a third of their weight.
  'test:deep': { tools: true, folders: ['.', 'tests/lighthouse'], steps: [['scripts/test.ts', '--deep']] },
};

explainDiskErrors();
const [name = '', ...words] = process.argv.slice(2);
const task = tasks[name];
if (!task) fail(`There is no task ‘${name}’; wanted: one of ${Object.keys(tasks).join(', ')}.`);
if (Number(process.versions.node.split('.')[0]) < LEAST_NODE)
  fail(
    `This is Node ${process.versions.node}; the project needs ${LEAST_NODE} or newer to install itself. Get one from nodejs.org or your system’s packages, then run the same command again.`,
  );
for (const folder of task.folders ?? ['.']) await install(folder, { tools: task.tools ?? false });
// Most of a tool's start is compiling the same files.
if (task.tools) process.env.NODE_COMPILE_CACHE = resolve('node_modules/.cache/compile');
const node = pinnedNode();
for (const [i, step] of task.steps.entries()) {
  const isLast = i === task.steps.length - 1;
  process.exitCode = await run(node, isLast ? [...step, ...words] : step, task.options);
  if (process.exitCode !== 0) break;
}
process.exit();

/** Where npm has no package of Node for this system, this one does if it is not older. */
function pinnedNode() {
  const program = nodePrograms()
    .map((file) => resolve('node_modules', file))
    .find((file) => existsSync(file));
  if (program) return program;
  const major = readFileSync('.nvmrc', 'utf8').trim();
  if (Number(process.versions.node.split('.')[0]) >= Number(major)) return process.execPath;
  return fail(
    `npm has no package of Node for this system (${process.platform}, ${process.arch}). Install Node ${major} from nodejs.org, then run the same command again.`,
  );
}
