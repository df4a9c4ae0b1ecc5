/** Checks package.json and its lock file for what makes an installation differ between machines. */
import { readFileSync } from 'node:fs';

interface Locked {
  resolved?: string;
  hasInstallScript?: boolean;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'];
const versions = kinds.flatMap((kind) => Object.entries<string>(manifest[kind]));
const major = readFileSync('.nvmrc', 'utf8').trim();

const sentences = [
  ...versions
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `package.json: ${name} is ‘${version}’; wanted: one exact version.`),
  ...versions
    .filter(([name, version]) => /^node-(bin-)?[a-z]+-/.test(name) && !version.startsWith(`${major}.`))
    .map(([name, version]) => `package.json: ${name} is ‘${version}’; wanted: Node ${major}, as in .nvmrc.`),
  ...Object.entries<Locked>(packages).flatMap(([path, { resolved, hasInstallScript }]) => {
    const name = path.replace(/^.*node_modules\//, '');
    return [
      ...(resolved
        ? [`package-lock.json: ${path} has a download address; wanted: none, so that any registry will do.`]
        : []),
      ...(hasInstallScript && manifest.allowScripts[name] === undefined
        ? [`package.json: ${name} has an install script; wanted: an entry in allowScripts, true or false.`]
        : []),
    ];
  }),
];
for (const sentence of sentences) console.error(sentence);
if (sentences.length > 0) process.exitCode = 1;
