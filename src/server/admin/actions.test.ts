import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { incoming, referenceOf } from '../../../tests/support/engines.ts';
import { Mistake } from '../../lib/mistake.ts';
import { openSqlite } from '../db/sqlite.ts';
import { createStore } from '../db/store.ts';
import { addNote } from './actions.ts';

it('takes no note that one of the engines could not hold', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'notes-'));
  const store = createStore(openSqlite(join(folder, 'enquiries.db')));
  const reference = referenceOf(await store.add(incoming()));
  for (const text of ['a\u0000b', 'a\ud800b', '\udc00'])
    await expect(addNote(store, reference, text, 'Ada')).rejects.toThrow(Mistake);
  expect(await store.notes(reference)).toEqual([]);
  await store.close();
});
