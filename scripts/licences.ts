import { existsSync, readdirSync, readFileSync } from 'node:fs';

export interface Package {
  name: string;
  version: string;
  /** Its licence by name. */
  license: string;
  author?: string | { name: string };
}

export const packageOf = (name: string) =>
  JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as Package;

/** The licence of each package. */
export const textsOf = (packages: Package[]) =>
  packages
    .map((one) => `${one.name} ${one.version} (${one.license})\n\n${licenceOf(one)}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`);

function licenceOf({ name, license, author }: Package): string {
  const folder = `node_modules/${name}`;
  const file = readdirSync(folder)
    .sort()
    .find((entry) => /^(licen[cs]e|copying)(\.|$)/i.test(entry));
  if (file) return plain(readFileSync(`${folder}/${file}`, 'utf8'));
  // Some packages have theirs at the end of their README.
  const readme = `${folder}/README.md`;
  const [, inReadme] =
    /^#+ *licen[cs]e *\n([\s\S]+)/im.exec(existsSync(readme) ? readFileSync(readme, 'utf8') : '') ?? [];
  if (inReadme) return plain(inReadme);
  const holder = typeof author === 'string' ? author : author?.name;
  if (!license || !holder) throw new Error(`The licence of the package ${name} cannot be found.`);
  return `Licence: ${license}, by ${holder}`;
}

const plain = (text: string) => text.replaceAll('\r\n', '\n').trim();
