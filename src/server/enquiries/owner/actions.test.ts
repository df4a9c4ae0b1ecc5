import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { emptyEnquiry } from '../../../lib/enquiry.ts';
import { openSqlite } from '../store/sqlite.ts';
import { createStore } from '../store/store.ts';
import { tracesOf } from './actions.ts';

it('finds all traces of one address with a few questions: the store may be far away', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'traces-'));
  const database = openSqlite(join(folder, 'enquiries.db'));
  const store = createStore(database);
  const email = 'ada@shop.example';
  const references: string[] = [];
  for (let i = 0; i < 300; i++) {
    const added = await store.add({ enquiry: { ...emptyEnquiry, email, message: `${i}` }, kinds: ['mail'] });
    if (typeof added !== 'string') references.push(added.reference);
  }
  await store.addNote(references[0] ?? '', 'a note', 'Ada');
  const read = vi.spyOn(database, 'read');
  const traces = await tracesOf(store, email);
  expect(read.mock.calls.length).toBeLessThan(10);
  expect(traces.notes).toBe(1);
  expect(new Set(traces.enquiries.map(({ reference }) => reference))).toEqual(new Set(references));
  await store.close();
  rmSync(folder, { recursive: true });
});
