import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Mistake } from '../../lib/mistake.ts';
import { ENQUIRIES } from '../built.ts';

type Variables = Record<string, string | undefined>;

const UNIT = 'site@.service';
const UNITS = '/etc/systemd/system';

/**
 * Where nothing names a store, the service's own settings count (deploy/site@.service): on a server its owner wants the
 * enquiries that visitors sent, not an empty store beside them. What the caller sets himself goes first.
 */
export function withService(own: Variables, root: string): Variables {
  if (own.DATABASE_URL) return own;
  // The name that systemd itself has for another folder of units.
  const folders = (own.SYSTEMD_UNIT_PATH || UNITS).split(':').filter(Boolean);
  const service = folders.map(readUnit).find((lines) => lines && isFor(lines, root));
  if (!service) return own;
  const set = Object.entries(own).filter(([, value]) => value);
  return { ...variablesOf(service), ...Object.fromEntries(set) };
}

/** The settings of the unit and of what `systemctl edit` added to it, each as a name and a value. */
function readUnit(folder: string): [name: string, value: string][] | undefined {
  const unit = join(folder, UNIT);
  const text = read(unit);
  if (text === undefined) return undefined;
  const additions = namesIn(`${unit}.d`)
    .filter((name) => name.endsWith('.conf'))
    .sort();
  return [text, ...additions.map((name) => read(join(`${unit}.d`, name)) ?? '')]
    .flatMap((part) => part.replace(/\\\n/g, ' ').split('\n'))
    .filter((line) => !/^\s*[#;]/.test(line))
    .flatMap((line) => {
      const [, name, value] = /^\s*(\w+)\s*=(.*)$/.exec(line) ?? [];
      return name && value !== undefined ? [[name, value.trim()] as [string, string]] : [];
    });
}

function isFor(lines: [string, string][], root: string): boolean {
  const folder = lines.findLast(([name]) => name === 'WorkingDirectory')?.[1];
  try {
    return folder !== undefined && realpathSync(folder) === realpathSync(root);
  } catch {
    return false;
  }
}

function variablesOf(lines: [string, string][]): Variables {
  const all = (wanted: string) => {
    const values = lines.filter(([name]) => name === wanted).map(([, value]) => value);
    // An empty line takes back all before it.
    return values.slice(values.lastIndexOf('') + 1);
  };
  const assignments = all('Environment').flatMap((line) =>
    [...line.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g)].map(
      ([, double, single, plain]) => double ?? single ?? plain ?? '',
    ),
  );
  const direct = assignments
    // What differs between the instances (PORT=%i) only systemd can fill in.
    .filter((text) => !/%[^%]/.test(text.replaceAll('%%', '')))
    .map((text) => {
      const [name = '', ...value] = text.replaceAll('%%', '%').split('=');
      return [name, value.join('=')];
    });
  return Object.assign(Object.fromEntries(direct), ...all('EnvironmentFile').map(readVariables));
}

function readVariables(setting: string): Variables {
  const file = setting.replace(/^-/, '');
  const text = read(file);
  if (text !== undefined) return parseEnv(text);
  if (setting.startsWith('-')) return {};
  throw new Mistake(`The service ${UNIT} needs ${file}, which is missing. Create it from .env.example.`);
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code === 'EACCES')
      throw new Mistake(
        `The settings of the service are in ${file}, which only its owner can read. Run this as root: sudo ${ENQUIRIES} …`,
      );
    throw new Mistake(`${file}, which holds settings of the service ${UNIT}, cannot be read: ${message}`);
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
