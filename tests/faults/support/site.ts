import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteData } from '../../../src/server/built.ts';
import { copyProject, type ProjectCopy } from '../../support/project-copy.ts';
import { readFixture } from '../../support/read-firm.ts';
import type { RunningSite } from '../../support/server.ts';

/** The real server without pages: nothing here reads one, and reading and rendering them is what a start waits for. */
export async function siteWithoutPages(): Promise<ProjectCopy> {
  const copy = copyProject();
  for (const folder of ['client', 'answers']) mkdirSync(join(copy.root, 'dist', folder), { recursive: true });
  for (const answer of ['404', '410']) writeFileSync(join(copy.root, `dist/client/${answer}.html`), '');
  const { site, wordsOf } = await readFixture();
  const { name, url, contactEmail, retentionMonths, countVisits } = site;
  const contact = wordsOf('contact');
  const data: SiteData = { name, url, contactEmail, retentionMonths, countVisits, contact };
  writeFileSync(join(copy.root, 'dist/site.json'), JSON.stringify(data));
  writeFileSync(join(copy.root, 'dist/headers.json'), '{"headers":{},"policies":{}}');
  writeFileSync(join(copy.root, 'dist/redirects.json'), '[]');
  for (const answer of ['contact', 'error'])
    writeFileSync(join(copy.root, `dist/answers/${answer}.html`), '');
  return copy;
}

/** An end without warning: SIGKILL. */
export async function kill({ process: child }: RunningSite): Promise<void> {
  const ended = child.exitCode !== null || child.signalCode !== null;
  child.kill('SIGKILL');
  if (!ended) await once(child, 'exit');
}
