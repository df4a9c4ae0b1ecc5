import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type Enquiry, emptyEnquiry } from '../../src/lib/enquiry.ts';
import { inboxPaths, type Opened } from '../../src/lib/inbox.ts';
import type { Database } from '../../src/server/db/database.ts';
import type { Incoming } from '../../src/server/db/enquiries.ts';
import { openPostgres } from '../../src/server/db/postgres.ts';
import { openSqlite } from '../../src/server/db/sqlite.ts';
import { createStore, type EnquiryStore } from '../../src/server/db/store.ts';
import { type RunningPostgres, startPostgres } from './postgres.ts';
import { startProgram } from './server.ts';

/** A new, empty store that a test and the programs under test share. */
export interface SharedStore {
  url: string;
  store: EnquiryStore;
  /** Where its files are; only of the embedded one. */
  folder?: string;
  remove(): Promise<void>;
}

/** A new, empty store in a file. */
export function newSqliteStore(): Promise<SharedStore> {
  const folder = mkdtempSync(join(tmpdir(), 'inbox-'));
  const file = join(folder, 'enquiries.db');
  return share(openSqlite(file), `file:${file}`, folder);
}

/** Both engines, real ones, each with a new store for each test. */
export function enginesForTests(): Record<'sqlite' | 'postgres', () => Promise<SharedStore>> {
  let postgres: RunningPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.remove());
  return {
    sqlite: newSqliteStore,
    postgres: async () => {
      const url = await postgres.newDatabase();
      return share(openPostgres(url), url);
    },
  };
}

async function share(database: Database, url: string, folder?: string): Promise<SharedStore> {
  const store = createStore(database);
  // The server makes it when it starts; the inbox wants it to be there.
  await store.check();
  return {
    url,
    store,
    ...(folder && { folder }),
    remove: () => store.close(),
  };
}

export interface RunningInbox {
  /** Without the token. */
  url: string;
  token: string;
  output(): string;
  stop(): Promise<void>;
}

/** Starts the inbox as the owner does. */
export const startInbox = (database: string, ...parameters: string[]) =>
  startInboxIn(process.cwd(), 'src/server/inbox/main.ts', database, ...parameters);

export async function startInboxIn(
  folder: string,
  program: string,
  database: string,
  ...parameters: string[]
): Promise<RunningInbox> {
  const address = /(http:\/\/127\.0\.0\.1:\d+)\/#(\S+)/;
  const words = [program, '--no-open', ...parameters];
  const running = await startProgram(words, address, folder, { DATABASE_URL: database });
  const [, url = '', token = ''] = address.exec(running.output()) ?? [];
  return { url, token, output: running.output, stop: running.stop };
}

/** Signs in, and asks as the page of the inbox does. */
export async function signIn({ url, token }: RunningInbox) {
  const headers = { Origin: url, 'Content-Type': 'application/json' };
  const opened = await fetch(url + inboxPaths.session, {
    method: 'POST',
    headers,
    body: JSON.stringify({ token }),
  });
  const { session } = (await opened.json()) as Opened;
  const authorization = { Authorization: `Bearer ${session}` };
  return {
    authorization,
    get: (path: string) => fetch(url + path, { headers: authorization }),
    post: (path: string, body: unknown) =>
      fetch(url + path, {
        method: 'POST',
        headers: { ...headers, ...authorization },
        body: JSON.stringify(body),
      }),
  };
}

export async function addEnquiry(
  store: EnquiryStore,
  change: Partial<Enquiry> = {},
  rest: Partial<Incoming> = {},
): Promise<string> {
  const enquiry = { ...emptyEnquiry, email: 'ada@shop.example', message: `A question ${Math.random()}` };
  const added = await store.add({ enquiry: { ...enquiry, ...change }, kinds: ['mail'], ...rest });
  if (typeof added === 'string') throw new Error(added);
  return added.reference;
}
