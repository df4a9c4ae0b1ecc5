import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Mistake } from '../lib/mistake.ts';
import { comingMoments, type Dated } from '../lib/publication.ts';

/** Each of them takes a whole build. */
const MOST_MOMENTS = 12;

/** Builds the site as it will be at each coming moment into this folder: no server finds it there before its time. */
export function buildAhead(posts: Dated[], folder: string): void {
  const moments = comingMoments(posts, Date.now());
  for (const moment of moments.slice(0, MOST_MOMENTS)) build(moment, join(folder, `${moment}/client`));
  const later = moments[MOST_MOMENTS];
  if (later)
    console.warn(
      `Warning: articles from ${new Date(later).toISOString()} on are not built ahead, because only the first ${MOST_MOMENTS} moments are. Build again before that.`,
    );
}

function build(moment: number, outDir: string): void {
  const env = { ...process.env, AS_OF: new Date(moment).toISOString() };
  const words = [process.argv[1] ?? '', 'build', '--silent', '--outDir', outDir];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { env, encoding: 'utf8' });
  if (status !== 0)
    throw new Mistake(
      `The site as it will be on ${env.AS_OF} could not be built.\n${stdout}${stderr}`.trim(),
    );
}
