import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { site } from '../config/site.ts';
import { checkedContent } from '../content/check.ts';
import { filesBelow } from '../lib/files-below.ts';
import { Mistake } from '../lib/mistake.ts';
import { comingMoments } from '../lib/publication.ts';
import { afterBuild } from './after-build.ts';

/** A build takes as long for each of them as for the site itself. */
const MOST = 12;

/** The site as it will be at each coming moment, beside the site: no server finds it there before its time. */
export const buildAhead = () =>
  afterBuild('build-ahead', (dir, root) => {
    const scheduled = new URL('../scheduled/', dir);
    rmSync(scheduled, { recursive: true, force: true });
    // A site that is built ahead needs none of its own.
    if (process.env.AS_OF) return;
    const posts = checkedContent(root, site).posts();
    const moments = comingMoments(
      posts.map(({ data }) => data),
      Date.now(),
    );
    for (const moment of moments.slice(0, MOST)) build(moment, new URL(`${moment}/client/`, scheduled));
    const later = moments[MOST];
    if (later)
      console.warn(
        `Warning: what is to be published from ${new Date(later).toISOString()} on is not built ahead, as ${MOST} earlier moments are. Build again before that.`,
      );
  });

function build(moment: number, folder: URL): void {
  const env = { ...process.env, AS_OF: new Date(moment).toISOString() };
  const words = [process.argv[1] ?? '', 'build', '--silent', '--outDir', fileURLToPath(folder)];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { env, encoding: 'utf8' });
  if (status !== 0)
    throw new Mistake(
      `The site as it will be on ${env.AS_OF} could not be built.\n${stdout}${stderr}`.trim(),
    );
}

/** Of each of those, only what differs from the site is kept. */
export const keepWhatDiffers = () =>
  afterBuild('keep-what-differs', (dir) => {
    if (process.env.AS_OF) return;
    for (const edition of editionsIn(dir)) {
      for (const name of filesBelow(fileURLToPath(edition))) {
        const file = new URL(name, edition);
        if (isSame(file, new URL(name, dir))) rmSync(file);
      }
      for (const name of ['answers', 'site.json'])
        rmSync(new URL(`../${name}`, edition), { recursive: true, force: true });
    }
  });

/** The folders of the sites that were built ahead. */
export function editionsIn(dir: URL): URL[] {
  const scheduled = new URL('../scheduled/', dir);
  const moments = statSync(scheduled, { throwIfNoEntry: false }) ? readdirSync(scheduled) : [];
  return moments.map((moment) => new URL(`${moment}/client/`, scheduled));
}

const isSame = (one: URL, other: URL) =>
  statSync(other, { throwIfNoEntry: false })?.size === statSync(one).size &&
  readFileSync(one).equals(readFileSync(other));
