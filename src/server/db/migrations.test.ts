import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { onEachEngine } from '../../../tests/support/engines.ts';
import { oldStore } from '../../../tests/support/old-store.ts';
import { openSqlite } from './sqlite.ts';
import { createStore } from './store.ts';

onEachEngine((engine) => {
  it('carries a store of the third version over, with everything in it', async () => {
    await engine.execute(...oldStore(3, engine.isSqlite));
    expect(await engine.store.counts()).toMatchObject({ new: 2, parked: 1, spam: 1, all: 3 });
    expect(await engine.store.list({ search: 'nunez checkout' })).toMatchObject([
      {
        reference: 'BBBB-BBBB',
        firstName: 'Zoë',
        handling: 'new',
        notes: 0,
        deliveries: [{ state: 'sent', acceptedBy: null }],
      },
    ]);
    expect(await engine.store.find('CCCC-CCCC')).toMatchObject({
      doubt: '5 links',
      deliveries: [{ state: 'parked', error: '550 no such box' }],
    });
    expect((await engine.store.visits.between(20000, 20000)).pages).toEqual([{ path: '/', views: 7 }]);
    await engine.store.addNote('BBBB-BBBB', 'Answered by telephone', 'Ada');
    expect(await engine.another().find('BBBB-BBBB')).toMatchObject({ notes: 1 });
  });

  it('carries a store of the fifth version over: who has a mail does not get it again', async () => {
    await engine.execute(...oldStore(5, engine.isSqlite));
    const recipients = ['one@firm.example', 'two@firm.example'];
    const claimed = await engine.store.claim('mail', 9, recipients);
    expect(claimed.map(({ reference, recipient }) => `${reference} ${recipient}`).sort()).toEqual([
      'BBBB-BBBB two@firm.example',
      'CCCC-CCCC one@firm.example',
      'CCCC-CCCC two@firm.example',
    ]);
    expect((await engine.store.find('BBBB-BBBB'))?.deliveries).toContainEqual(
      expect.objectContaining({ kind: 'webhook', state: 'parked', error: '404' }),
    );
    expect((await engine.store.find('DDDD-DDDD'))?.deliveries).toMatchObject([
      { recipient: '', state: 'sent', acceptedBy: 'mail.example:465' },
    ]);
    expect(await engine.store.list({ search: 'half' })).toHaveLength(1);
  });
});

describe('a file', () => {
  let file: string;
  beforeEach(() => {
    const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
    file = join(folder, 'enquiries.db');
  });
  const open = () => {
    const store = createStore(openSqlite(file));
    onTestFinished(() => store.close());
    return store;
  };
  const execute = (...statements: string[]) => {
    const database = new DatabaseSync(file);
    for (const statement of statements) database.exec(statement);
    database.close();
  };

  it('of the fourth version is searched by its words, by one letter too', async () => {
    execute(
      ...oldStore(5, true),
      `UPDATE schema_version SET version = 4;
       DROP TABLE enquiry_search;
       CREATE VIRTUAL TABLE enquiry_search USING fts5(words, tokenize = "unicode61 remove_diacritics 0");
       INSERT INTO enquiries (reference, received_at, first_name, last_name, email, company, message, search_id)
         VALUES ('FFFF-FFFF', 1, '', '', 'ada@shop.example', '', 'Quick question', 7);
       INSERT INTO enquiry_search (rowid, words) VALUES (7, 'quick question')`,
    );
    const store = open();
    for (const [search, count] of Object.entries({ q: 1, que: 1, 'q s': 1, 'q z': 0 }))
      expect(await store.list({ search }), search).toHaveLength(count);
  });

  it('of a newer version is refused', async () => {
    execute('CREATE TABLE schema_version (version INTEGER NOT NULL); INSERT INTO schema_version VALUES (99)');
    await expect(open().check()).rejects.toThrow(/newer version.*schema 99/);
  });
});
