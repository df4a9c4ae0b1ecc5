import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { TestProject } from 'vitest/node';
import { plainEnvironment } from './environment.ts';
import type { BuiltFirm, FirmName } from './firm.ts';
import { layOutLeast, layOutOther } from './lay-out.ts';
import { copyProject } from './project-copy.ts';
import { startSite } from './server.ts';

/** Builds the three sites of firm.ts side by side and serves each, as `npm start` does, to all tests of the project. */
export default async function setup(project: TestProject) {
  const copies = { other: copyProject(), least: copyProject() };
  const serve = async (root: string, layOut?: Promise<void>) => {
    await layOut;
    const output = await build(root, root === copies.other.root);
    const { url, database, stop } = await startSite(root);
    return { firm: { root, url, database, output } satisfies BuiltFirm, stop };
  };
  const [other, least, own] = await Promise.all([
    serve(copies.other.root, layOutOther(copies.other)),
    serve(copies.least.root, layOutLeast(copies.least)),
    serve(process.cwd()),
  ]);
  const firms: Record<FirmName, BuiltFirm> = { own: own.firm, other: other.firm, least: least.firm };
  project.provide('firms', firms);
  project.provide('url', other.firm.url);
  project.provide('database', other.firm.database);
  return () => Promise.all([own, other, least].map(({ stop }) => stop()));
}

/** What the build said; one that fails ends the run with it. The longest goes first: all wait for it. */
function build(root: string, isFirst: boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', ['run', '--silent', 'build'], { cwd: root, env: plainEnvironment() });
    if (!isFirst && child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.once('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`The build in ${root} ended with ${code}:\n${output}`)),
    );
  });
}
