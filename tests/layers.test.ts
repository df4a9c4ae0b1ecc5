import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import * as addresses from '../src/routes.ts';

/** Which folder may import from which; the second list holds what may be imported as a type alone. */
const layers: Record<string, [own: string[], types: string[]]> = {
  lib: [['lib'], []],
  schemas: [['schemas', 'lib'], []],
  ui: [['ui', 'lib'], []],
  islands: [['islands', 'ui', 'lib', 'routes.ts'], ['schemas']],
  sections: [
    ['sections', 'ui', 'lib', 'routes.ts'],
    ['schemas', 'navigation.ts'],
  ],
  inbox: [['inbox', 'ui', 'lib'], []],
  server: [['server', 'lib', 'routes.ts'], ['schemas']],
};

describe('the layers', () => {
  it.each(Object.entries(layers))('%s imports only what it may', (layer, [own, types]) => {
    const imports = sourcesIn(`src/${layer}`)
      .flatMap(importsOf)
      .filter(({ to }) => to.startsWith('src/'));
    if (layer !== 'lib') expect(imports.length).toBeGreaterThan(0);
    const foreign = imports.filter(({ to, typeOnly }) => {
      const from = to.split('/')[1] ?? '';
      return !own.includes(from) && !(typeOnly && types.includes(from));
    });
    expect(foreign).toEqual([]);
  });

  it('routes.ts imports nothing', () => expect(importsOf('src/routes.ts')).toEqual([]));

  it('neither React, nor Astro, nor a schema or its library reaches the server', () => {
    const { packages, files } = reachedFrom(sourcesIn('src/server'));
    expect(files).toContain('src/lib/enquiry.ts');
    expect(packages.filter((name) => /zod|yaml|^(react|astro|@astrojs)\b/.test(name))).toEqual([]);
    expect(files.filter((file) => /^(src\/(schemas|config|content)\b|site\.config)/.test(file))).toEqual([]);
  });

  it('neither a schema, nor its library, nor the identity reaches the browser', () => {
    const { packages, files } = reachedFrom(sourcesIn('src/islands'));
    expect(files).toContain('src/lib/enquiry.ts');
    expect(packages).toContain('react');
    expect(packages.filter((name) => /zod|^astro\b|^node:/.test(name))).toEqual([]);
    expect(
      files.filter((file) => /^src\/(schemas|config|content|server)\b|^site\.config/.test(file)),
    ).toEqual([]);
  });
});

describe('the paths', () => {
  const paths = Object.values(addresses).flatMap((value) => {
    if (typeof value === 'string') return value;
    return typeof value === 'object' ? Object.values(value) : [];
  });
  // A lone slash is also the end of an address or a separator; as the target of a link it is a path. A place on a page is
  // put together from both.
  const named = [...new Set(paths)]
    .filter((path) => path.startsWith('/') && path !== '/' && !path.includes('#'))
    .map((path) => path.replace('.', '\\.'));
  const literal = new RegExp(
    `["'\`](?:${named.join('|')})(?=["'\`#?/])|href\\s*[=:]\\s*\\{?\\s*["'\`]/["'\`]`,
    'g',
  );
  const spelledIn = (file: string) => withoutComments(readFileSync(file, 'utf8')).match(literal) ?? [];

  it('are found where they are written', () => {
    expect(spelledIn('src/routes.ts').length).toBeGreaterThanOrEqual(named.length);
  });

  it('are written in routes.ts alone', () => {
    const files = sourcesIn('src', /\.(tsx?|astro|css)$/).filter((file) => file !== 'src/routes.ts');
    expect(files.length).toBeGreaterThan(80);
    const spelled = files.flatMap((file) => spelledIn(file).map((path) => `${file}: ${path}`));
    expect(spelled).toEqual([]);
  });
});

interface Import {
  from: string;
  /** A file from the project's root, or the name of a package. */
  to: string;
  typeOnly: boolean;
}

function sourcesIn(folder: string, kind = /\.tsx?$/): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => kind.test(file) && !file.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(0);
  return files;
}

function importsOf(file: string): Import[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: Import[] = [];
  const add = (specifier: ts.Node | undefined, typeOnly: boolean) => {
    if (!specifier || !ts.isStringLiteralLike(specifier)) return;
    const { text } = specifier;
    found.push({ from: file, to: text.startsWith('.') ? join(file, '..', text) : text, typeOnly });
  };
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node))
      add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword);
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Everything that comes along when these files run: types leave no trace. */
function reachedFrom(entries: string[]): { files: string[]; packages: string[] } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const follow = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    for (const { to, typeOnly } of importsOf(file)) {
      if (typeOnly) continue;
      if (existsSync(to)) follow(to);
      else packages.add(to);
    }
  };
  entries.forEach(follow);
  return { files: [...files], packages: [...packages] };
}

const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<=^|\s)\/\/.*$/gm, '');
