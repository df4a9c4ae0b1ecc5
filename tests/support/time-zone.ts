import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

export const timeZones = ['America/Los_Angeles', 'UTC', 'Pacific/Auckland'] as const;

/**
 * Calls an exported function in a process of its own that lives in the given time zone: a running process does not
 * reliably move. An argument that is a Date arrives as a Date.
 */
export function inTimeZone(zone: string, module: string, name: string, ...values: (string | Date)[]): string {
  const list = values.map((value) =>
    value instanceof Date ? `new Date(${value.getTime()})` : JSON.stringify(value),
  );
  const script = `import { ${name} } from ${JSON.stringify(pathToFileURL(module).href)};
    process.stdout.write(${name}(${list.join(', ')}));`;
  return execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    env: { ...process.env, TZ: zone },
  });
}
