import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { site } from '../src/config/site.ts';
import { readContent } from '../src/content/read.ts';
import { copyProject, type ProjectCopy } from './support/project-copy.ts';

interface Manifest {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  overrides: Record<string, string>;
  allowScripts: Record<string, boolean>;
}

interface Locked {
  version?: string;
  resolved?: string;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const manifest = readJson<Manifest>('package.json');
const lock = readJson<{ packages: Record<string, Locked> }>('package-lock.json');
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
/** A package may have another name here than in the registry. */
const exactly = (version: string) => version.replace(/^npm:.+@/, '');
const nameOf = (path: string) => path.replace(/^.*node_modules\//, '');

describe('the lock file', () => {
  it('holds no download address, so that any registry will do', () => {
    expect(packages.length).toBeGreaterThan(100);
    expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
    expect(readFileSync('package-lock.json', 'utf8')).not.toContain('.tgz');
  });

  it('agrees with package.json', () => {
    const { dependencies, devDependencies } = lock.packages[''] ?? {};
    expect({ dependencies, devDependencies }).toEqual({
      dependencies: manifest.dependencies,
      devDependencies: manifest.devDependencies,
    });
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(exactly(version));
  });

  it('holds no install script that package.json does not name', () => {
    const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript);
    expect(scripted.length).toBeGreaterThan(0);
    const allowed = Object.keys(manifest.allowScripts);
    expect([...new Set(scripted.map(([path]) => nameOf(path)))].sort()).toEqual(allowed.sort());
  });
});

describe('package.json', () => {
  it('names every version exactly', () => {
    const { dependencies, devDependencies, overrides } = manifest;
    const versions = Object.entries({ ...dependencies, ...devDependencies, ...overrides });
    expect(versions.length).toBeGreaterThan(10);
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(exactly(version)))).toEqual([]);
  });

  it.each(['start', 'test', 'dev', 'build', 'check', 'fix'])('has the script %s', (name) => {
    expect(manifest.scripts[name]).toBeTruthy();
  });

  it('pins the Node that .nvmrc names, and the tests run on it', () => {
    const major = readFileSync('.nvmrc', 'utf8').trim();
    expect(manifest.dependencies.node?.split('.')[0]).toBe(major);
    expect(process.versions.node).toBe(manifest.dependencies.node);
  });
});

describe('the check of the claims', () => {
  let project: ProjectCopy;
  beforeEach(() => {
    project = copyProject();
    project.edit('content/claims.yaml', (text) => text.replace(/reviewBy: .*/g, 'reviewBy: 2999-01-01'));
  });
  afterEach(() => project.remove());
  const check = () => project.run(process.execPath, 'scripts/check-claims.ts');

  it('says nothing while no review is due', () => {
    expect(check()).toEqual({ status: 0, output: '' });
  });

  it('warns of a review that is overdue, and stops nothing', () => {
    const [first] = readContent(process.cwd(), site).claims();
    project.edit('content/claims.yaml', (text) =>
      text.replace(
        /^ {2}status: example$/m,
        '  status: confirmed\n  asOf: 2020-01-01\n  reviewBy: 2021-01-01',
      ),
    );
    const { status, output } = check();
    expect(status).toBe(0);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).toContain('Warning: content/claims.yaml');
    expect(output).toContain(`\`${first?.id}\``);
    expect(output).toContain('2021-01-01');
  });
});

function readJson<Content>(file: string): Content {
  return JSON.parse(readFileSync(file, 'utf8'));
}
