import { expect } from 'vitest';
import { site } from '../../../src/config/site.ts';
import { openStore } from '../../../src/server/enquiries/open.ts';
import type { StoredEnquiry } from '../../../src/server/enquiries/store/enquiries.ts';
import type { Filter } from '../../../src/server/enquiries/store/store.ts';
import { parseEnv } from '../../../src/server/environment.ts';
import { answered, until, type Visit } from './visitors.ts';

/** What a store holds at this moment, read by a process of its own. */
export async function stored(database: string, filter?: Filter): Promise<StoredEnquiry[]> {
  const { store } = openStore(parseEnv({ DATABASE_URL: database }, site));
  try {
    return await store.list(filter);
  } finally {
    await store.close();
  }
}

/** What was acknowledged is there under the reference that was told, and nothing is there twice. */
export async function expectKept(database: string, visits: Visit[]): Promise<StoredEnquiry[]> {
  const found = await stored(database);
  const references = new Map(found.map(({ message, reference }) => [message, reference]));
  expect(references.size).toBe(found.length);
  expect(answered(visits).filter(({ message, reference }) => references.get(message) !== reference)).toEqual(
    [],
  );
  return found;
}

export const untilSent = (database: string, count: number, seconds?: number) =>
  until(
    `${count} are sent`,
    async () => (await stored(database, { state: 'sent' })).length === count,
    seconds,
  );
