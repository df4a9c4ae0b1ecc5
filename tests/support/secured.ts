import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

/** Every header of the one table is on this answer, as it stands there, and nothing tells what answers. */
export function expectSecured({ headers }: Response): void {
  const table = Object.entries(
    JSON.parse(readFileSync('dist/headers.json', 'utf8')) as Record<string, string>,
  );
  expect(table.length).toBeGreaterThan(5);
  for (const [name, value] of table) expect(headers.get(name), name).toBe(value);
  for (const name of ['server', 'x-powered-by', 'set-cookie']) expect(headers.get(name), name).toBeNull();
}
