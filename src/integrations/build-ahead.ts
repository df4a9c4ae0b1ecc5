import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { absoluteUrl } from '../lib/absolute-url.ts';
import { Mistake } from '../lib/mistake.ts';
import { comingMoments, type Dated } from '../lib/publication.ts';
import { previewPath } from '../routes.ts';

/** Each of them takes a whole build. */
const MOST_MOMENTS = 12;

/** Builds the site as it will be at each coming moment into this folder: no server finds it there before its time. */
export function buildAhead(posts: Dated[], folder: string): void {
  const moments = comingMoments(posts, Date.now());
  for (const moment of moments.slice(0, MOST_MOMENTS)) {
    const asOf = new Date(moment).toISOString();
    build(`as it will be on ${asOf}`, { AS_OF: asOf }, join(folder, `${moment}/client`));
  }
  const later = moments[MOST_MOMENTS];
  if (later)
    console.warn(
      `Warning: articles from ${new Date(later).toISOString()} on are not built ahead, because only the first ${MOST_MOMENTS} moments are. Build again before that.`,
    );
}

/**
 * Builds the pages of these drafts into a folder of this one. Its name is a part of their addresses, so only those find
 * them who were given one.
 */
export function buildDrafts(paths: string[], folder: string, url: string): void {
  if (paths.length === 0) return;
  const token = randomBytes(16).toString('base64url');
  build('with its drafts', { DRAFTS: '1' }, join(folder, `${token}/client`));
  const addresses = paths.map((path) => `  ${absoluteUrl(previewPath(token, path), url)}`);
  console.log(`Drafts, at addresses that end with the next release:\n${addresses.join('\n')}`);
}

function build(what: string, settings: Record<string, string>, outDir: string): void {
  const env = { ...process.env, ...settings };
  const words = [process.argv[1] ?? '', 'build', '--silent', '--outDir', outDir];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { env, encoding: 'utf8' });
  if (status !== 0) throw new Mistake(`The site ${what} could not be built.\n${stdout}${stderr}`.trim());
}
