/**
 * `npm run release`: everything that runs on a server, as one folder without node_modules. The same commit gives the
 * same bytes, in whatever folder it is made, but for the address of drafts. How to bring it there: docs/scaling.md.
 */
import { hash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { site } from '../src/config/site.ts';
import { filesBelow } from '../src/lib/files-below.ts';
import { readFolder } from './launch/folder.ts';
import { type Package, packageOf, textsOf } from './licences.ts';

const FOLDER = 'release';
/** The programs, by the name that is typed. */
const PROGRAMS = {
  server: 'src/server/main.ts',
  enquiries: 'src/server/admin/cli.ts',
  inbox: 'src/server/inbox/main.ts',
  'launch-check': 'scripts/launch/in-release.ts',
};
/** Packages whose code the build puts into pages and their scripts. */
const IN_PAGES = [
  '@astrojs/react',
  '@fontsource-variable/figtree',
  '@fontsource/instrument-serif',
  '@tanstack/query-core',
  '@tanstack/react-query',
  'astro',
  'react',
  'react-dom',
  'scheduler',
  'tailwindcss',
];
const LEAST_NODE = Number(readFileSync('.nvmrc', 'utf8'));

for (const [name, what] of [
  ['data', 'the enquiries'],
  ['.env', 'the settings'],
] as const)
  if (existsSync(join(FOLDER, name))) {
    console.error(
      `${FOLDER}/${name} holds ${what} of a site that was run there. Move it away, then try again. Nothing was changed.`,
    );
    process.exit(1);
  }
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER);
copy('dist');
copy('deploy');
rmSync(join(FOLDER, 'deploy/host.env'), { force: true });
for (const name of ['nginx.conf', 'Caddyfile']) nameHost(join('deploy', name));
copy('.env.example');
copy('docs/scaling.md');
write('dist/launch.json', JSON.stringify(readFolder('.', site)));
const bundled = await bundle();
for (const name of Object.keys(PROGRAMS)) write(`${name}.mjs`, entry(name));
const packages = [...bundled, ...IN_PAGES].sort().map((name) => packageOf(name));
write('THIRD-PARTY-LICENSES.txt', textsOf(packages));
const files = filesIn(FOLDER);
write('manifest.json', `${JSON.stringify(manifest(files, packages), null, 2)}\n`);

const size = filesIn(FOLDER).reduce((sum, name) => sum + statSync(join(FOLDER, name)).size, 0);
console.log(`The release is in ${FOLDER}/: ${files.length + 1} files, ${(size / 1e6).toFixed(1)} MB.`);

/** Makes one file of each program, beside what they share; answers with the packages that went into them. */
async function bundle(): Promise<string[]> {
  const bundling = await rolldown({
    input: PROGRAMS,
    platform: 'node',
    // Packages may be links to another folder, whose name must not be seen in what is made of them.
    resolve: { symlinks: false },
    transform: { define: { IS_RELEASE: 'true' } },
    // Neither is installed: pg loads the one only on request, and the other only at Cloudflare.
    external: [/^node:/, 'pg-native', 'cloudflare:sockets'],
    onLog(level, log) {
      if (level === 'warn') throw new Error(`The programs could not be bundled: ${log.message}`);
    },
  });
  const { output } = await bundling.write({
    dir: join(FOLDER, 'program'),
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].mjs',
    codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
  });
  await bundling.close();
  const modules = output.flatMap((file) => (file.type === 'chunk' ? Object.keys(file.modules) : []));
  const names = modules.flatMap((id) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []);
  return [...new Set(names)];
}

/** Checks the version first: an old Node cannot parse the programs. */
function entry(name: string): string {
  return `import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const settings = fileURLToPath(new URL('.env', import.meta.url));
if (Number(process.versions.node.split('.')[0]) < ${LEAST_NODE}) {
  console.error(
    'This is Node ' + process.versions.node + '; the site needs ${LEAST_NODE} or newer. Get one from nodejs.org, then run the same command again.',
  );
  process.exitCode = 1;
} else {
  if (existsSync(settings)) process.loadEnvFile(settings);
  import('./program/${name}.mjs');
}
`;
}

function manifest(names: string[], packages: Package[]) {
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, string>;
  return {
    name,
    version,
    node: process.versions.node,
    packages: Object.fromEntries(packages.map((one) => [one.name, one.version])),
    files: Object.fromEntries(
      names.map((file) => {
        const bytes = readFileSync(join(FOLDER, file));
        return [file, { size: bytes.length, sha256: hash('sha256', bytes) }];
      }),
    ),
  };
}

/** The proxy needs the names of the certificate: the site's own and, for a www name, the one without www. */
function nameHost(file: string): void {
  const { hostname } = new URL(site.url);
  const names = hostname.startsWith('www.') ? `${hostname}$1 ${hostname.slice(4)}` : hostname;
  const text = readFileSync(file, 'utf8')
    .replace(/www\.example\.com(,?) example\.com/g, names)
    .replaceAll('www.example.com', hostname);
  write(file, text);
}

/** In an order that no machine's language changes. */
function filesIn(folder: string): string[] {
  return filesBelow(folder).sort();
}

function copy(path: string): void {
  cpSync(path, join(FOLDER, path), { recursive: true, preserveTimestamps: true });
}

function write(name: string, text: string): void {
  const file = join(FOLDER, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
