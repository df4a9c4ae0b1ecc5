/** What package.json and its lock file have to say for an installation to be the same on every machine. */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

interface Locked {
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const { '': root, ...locked } = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
const packages = Object.entries<Locked>(locked);
const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'];
const versions = kinds.flatMap((kind) => Object.entries<string>(manifest[kind]));
const nodes = new Set(
  versions.filter(([name]) => /^node-(bin-)?[a-z]+-/.test(name)).map(([, version]) => version),
);
const major = readFileSync('.nvmrc', 'utf8').trim();

const sentences = [
  ...versions
    // A package may have another name here than in the registry.
    .filter(([, version]) => !/^(npm:.+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `package.json: ${name} is ‘${version}’; wanted: one exact version.`),
  ...(nodes.size === 1 && [...nodes][0]?.startsWith(`${major}.`)
    ? []
    : [`package.json: Node is ${[...nodes].join(' and ')}; wanted: one version, of ${major} as in .nvmrc.`]),
  ...kinds
    .filter((kind) => kind !== 'overrides' && !isDeepStrictEqual(root[kind], manifest[kind]))
    .map((kind) => `package-lock.json: its ${kind} are not those of package.json; wanted: npm install.`),
  ...packages
    .filter(([, { resolved }]) => resolved)
    .map(
      ([path]) => `package-lock.json: ${path} has a download address; wanted: none, for any registry to do.`,
    ),
  ...packages
    .filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
    .map(([path]) => `package-lock.json: ${path} has no hash; wanted: an integrity of sha512.`),
  ...packages
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
    .filter((name) => manifest.allowScripts[name] === undefined)
    .map(
      (name) =>
        `package.json: ${name} has an install script; wanted: an entry in allowScripts, true or false.`,
    ),
];
for (const sentence of sentences) console.error(sentence);
if (sentences.length > 0) process.exitCode = 1;
