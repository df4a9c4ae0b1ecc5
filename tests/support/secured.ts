import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type HeaderTable, headersByAddress } from '../../src/server/http/headers.ts';

/** Every header that the table has for this address is on the answer, as it stands there, and nothing tells what answers. */
export function expectSecured({ headers, url }: Response, root = process.cwd()): void {
  const file = join(root, 'dist/headers.json');
  const headersOf = headersByAddress(JSON.parse(readFileSync(file, 'utf8')) as HeaderTable);
  const wanted = Object.entries(headersOf(new URL(url).pathname));
  expect(wanted.length).toBeGreaterThan(5);
  for (const [name, value] of wanted) expect(headers.get(name), name).toBe(value);
  for (const name of ['server', 'x-powered-by', 'set-cookie']) expect(headers.get(name), name).toBeNull();
}
