import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type RunningSite, startSite } from '../../tests/support/server.ts';

/** As an owner runs it who changed nothing but to trust a proxy on the same machine. */
export const LIMITS = { RATE_LIMIT: '10', DAILY_LIMIT: '2000' };
export const PROXY = { TRUST_PROXY: '127.0.0.1,::1' };

/** Starts the built site for as long as it is used. */
export async function withSite<Result>(
  env: NodeJS.ProcessEnv,
  use: (site: RunningSite) => Promise<Result>,
): Promise<Result> {
  const site = await startSite(process.cwd(), env);
  try {
    return await use(site);
  } finally {
    await site.stop();
  }
}

/** How many enquiries a store holds. */
export function rowsIn(database: string): number {
  const file = new DatabaseSync(database.replace('file:', ''), { readOnly: true, timeout: 5000 });
  try {
    return Number(file.prepare('SELECT count(*) AS count FROM enquiries').get()?.count);
  } finally {
    file.close();
  }
}

/** The bytes of a store and of what lies beside it. */
export function bytesOf(database: string): number {
  const folder = dirname(database.replace('file:', ''));
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
export const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
