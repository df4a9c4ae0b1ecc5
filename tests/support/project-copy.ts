import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { plainEnvironment } from './environment.ts';

export interface ProjectCopy {
  root: string;
  /** Changes one file; a change that changes nothing would prove nothing. */
  edit(file: string, change: (text: string) => string): void;
  /** Takes all edits back. */
  restore(): void;
  run(command: string, ...parameters: string[]): { status: number | null; output: string };
  build(): { status: number | null; output: string };
  remove(): void;
}

/** The project as git sees it, in a folder of its own that a test may break and build. */
export function copyProject(): ProjectCopy {
  const root = mkdtempSync(join(tmpdir(), 'project-'));
  for (const file of projectFiles()) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    copyFileSync(file, join(root, file));
  }
  linkPackages(root);

  const edited = new Map<string, string>();
  const run = (command: string, ...parameters: string[]) => {
    const { status, stdout, stderr } = spawnSync(command, parameters, {
      cwd: root,
      env: plainEnvironment(),
      encoding: 'utf8',
    });
    return { status, output: stdout + stderr };
  };
  return {
    root,
    edit(file, change) {
      const before = readFileSync(join(root, file), 'utf8');
      const after = change(before);
      if (after === before) throw new Error(`${file} was not changed`);
      if (!edited.has(file)) edited.set(file, before);
      writeFileSync(join(root, file), after);
    },
    restore() {
      for (const [file, text] of edited) writeFileSync(join(root, file), text);
      edited.clear();
    },
    run,
    build: () => run('npm', 'run', '--silent', 'build'),
    remove: () => rmSync(root, { recursive: true }),
  };
}

/** Every file that is, or is about to be, under version control. */
export const projectFiles = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '' && existsSync(file));

/** Package by package, so that the copy keeps its own caches below node_modules. */
function linkPackages(root: string) {
  mkdirSync(join(root, 'node_modules'));
  const packages = readdirSync('node_modules').filter((name) => name === '.bin' || !name.startsWith('.'));
  for (const name of packages) symlinkSync(resolve('node_modules', name), join(root, 'node_modules', name));
}
