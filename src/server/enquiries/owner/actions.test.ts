import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { emptyEnquiry } from '../../../lib/enquiry.ts';
import { Mistake } from '../../../lib/mistake.ts';
import { openSqlite } from '../store/sqlite.ts';
import { createStore } from '../store/store.ts';
import { addNote, tracesOf } from './actions.ts';

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

it.each(['a\u0000b', 'a\ud800b', '\udc00'])(
  'takes no note with %j in it, whatever the store is',
  async (text) => {
    const folder = mkdtempSync(join(tmpdir(), 'notes-'));
    const store = createStore(openSqlite(join(folder, 'enquiries.db')));
    const added = await store.add({
      enquiry: { ...emptyEnquiry, email: 'ada@shop.example', message: 'A question' },
      kinds: ['mail'],
    });
    const reference = typeof added === 'string' ? '' : added.reference;
    await expect(addNote(store, reference, text, 'Ada')).rejects.toThrow(Mistake);
    expect(await store.notes(reference)).toEqual([]);
    await store.close();
    rmSync(folder, { recursive: true });
  },
);
