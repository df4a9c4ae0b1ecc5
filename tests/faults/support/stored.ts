import { expect } from 'vitest';
import { site } from '../../../src/config/site.ts';
import type { Filter, StoredEnquiry } from '../../../src/server/db/enquiries.ts';
import { type EnquiryStore, openStore } from '../../../src/server/db/store.ts';
import { parseSettings } from '../../../src/server/settings.ts';
import { answered, until, type Visit } from './visitors.ts';

/** What a store holds at this moment, read by a process of its own. */
export const stored = (database: string, filter?: Filter): Promise<StoredEnquiry[]> =>
  reading(database, (store) => store.list(filter));

async function reading<Result>(database: string, read: (store: EnquiryStore) => Promise<Result>) {
  const store = openStore(parseSettings({ DATABASE_URL: database }, site).database);
  try {
    return await read(store);
  } finally {
    await store.close();
  }
}

/** Everything acknowledged is stored under the reference that the visitor got, and nothing is stored twice. */
export async function expectKept(database: string, visits: Visit[]): Promise<StoredEnquiry[]> {
  const found = await stored(database);
  const references = new Map(found.map(({ message, reference }) => [message, reference]));
  expect(references.size).toBe(found.length);
  expect(answered(visits).filter(({ message, reference }) => references.get(message) !== reference)).toEqual(
    [],
  );
  return found;
}

/** Waits as long as any of them is sent, however many there are. */
export async function untilSent(database: string, count: number): Promise<void> {
  let sent = 0;
  while (sent < count) {
    const before = sent;
    await until(`more than ${before} of ${count} are sent`, async () => {
      sent = await reading(database, (store) => store.count({ state: 'sent' }));
      return sent > before;
    });
  }
  expect(sent).toBe(count);
}
