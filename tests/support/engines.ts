import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, vi } from 'vitest';
import { emptyEnquiry } from '../../src/lib/enquiry.ts';
import type { Database } from '../../src/server/db/database.ts';
import type { Added, Incoming } from '../../src/server/db/enquiries.ts';
import { openPostgres } from '../../src/server/db/postgres.ts';
import { openSqlite } from '../../src/server/db/sqlite.ts';
import { createStore, type EnquiryStore } from '../../src/server/db/store.ts';
import { type RunningPostgres, startPostgres } from './postgres.ts';

/** An empty store for each test, whose clock stands still. */
export interface Engine {
  isSqlite: boolean;
  now: number;
  database: Database;
  store: EnquiryStore;
  /** As another process has it. */
  another(): EnquiryStore;
  closeAll(): Promise<void>;
  /** Runs statements behind the store's back; before the store is first used, they are all there is. */
  execute(...statements: string[]): Promise<void>;
}

/** The same tests on SQLite and on PostgreSQL. */
export function onEachEngine(tests: (engine: Engine) => void, engines = ['SQLite', 'PostgreSQL']): void {
  describe.each(engines)('on %s', (name) => {
    let postgres: RunningPostgres | undefined;
    let folder: string;
    let place: string;
    let count = 0;
    const opened: Database[] = [];
    const open = () => {
      const database = postgres ? openPostgres(place) : openSqlite(place);
      opened.push(database);
      return database;
    };
    const engine: Engine = {
      isSqlite: name === 'SQLite',
      get now() {
        return Date.now();
      },
      set now(time) {
        vi.setSystemTime(time);
      },
      another: () => createStore(open()),
      closeAll: async () => {
        await Promise.all(opened.splice(0).map((database) => database.close()));
      },
      execute: async (...statements) => {
        if (!postgres) mkdirSync(dirname(place), { recursive: true });
        const client = postgres ? new pg.Client(place) : new DatabaseSync(place);
        if (client instanceof pg.Client) await client.connect();
        for (const sql of statements)
          await (client instanceof pg.Client ? client.query(sql) : client.exec(sql));
        await (client instanceof pg.Client ? client.end() : client.close());
      },
    } as Engine;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'engine-'));
      if (!engine.isSqlite) postgres = await startPostgres();
    });
    afterAll(() => postgres?.remove());
    beforeEach(async () => {
      count += 1;
      place = postgres ? await postgres.newDatabase() : join(folder, `${count}`, 'enquiries.db');
      vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 15, 12) });
      engine.database = open();
      engine.store = createStore(engine.database);
    });
    afterEach(async () => {
      vi.useRealTimers();
      await engine.closeAll();
    });
    tests(engine);
  });
}

/** One enquiry, as it comes in. */
export const incoming = (
  change: Partial<Incoming['enquiry']> = {},
  rest: Partial<Incoming> = {},
): Incoming => ({
  enquiry: { ...emptyEnquiry, email: 'ada@shop.example', message: 'A question', ...change },
  kinds: ['mail'],
  ...rest,
});

export function referenceOf(added: Added): string {
  if (typeof added === 'string') throw new Error(added);
  return added.reference;
}
