import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { expectSurvival } from '../faults/support/kills.ts';
import { siteWithoutPages } from '../faults/support/site.ts';
import { startPostgres } from '../support/postgres.ts';

it.each([
  ['SQLite', 50],
  ['PostgreSQL', 25],
])(
  'keeps every acknowledged enquiry in %s through %i kills and a flood',
  async (engine, kills) => {
    expect.hasAssertions();
    const site = await siteWithoutPages();
    await expectSurvival(site.root, await databaseOf(engine, site.root), kills);
  },
  50 * 60_000,
);

async function databaseOf(engine: string, folder: string): Promise<string> {
  if (engine === 'SQLite') return `file:${join(folder, 'enquiries.db')}`;
  const postgres = await startPostgres();
  onTestFinished(postgres.remove);
  return await postgres.newDatabase();
}
