import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteData } from '../../src/server/built.ts';
import { copyProject, type ProjectCopy } from './project-copy.ts';

/** The site that is built here, in a folder where it counts page views, whatever site.config.ts says. */
export function copyThatCounts(): ProjectCopy {
  const copy = copyProject();
  cpSync('dist', join(copy.root, 'dist'), { recursive: true });
  letCount(copy, true);
  return copy;
}

/** As the build would have written it. */
export function letCount({ root }: ProjectCopy, countVisits: boolean): void {
  const file = join(root, 'dist/site.json');
  const data = JSON.parse(readFileSync(file, 'utf8')) as SiteData;
  writeFileSync(file, JSON.stringify({ ...data, countVisits } satisfies SiteData));
}
