import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Mistake } from '../lib/mistake.ts';
import type { Page } from '../schemas/pages.ts';
import type { Redirect } from '../schemas/redirect.ts';

/** What the server has to know of the firm and of the words: the build writes it, so that nothing else is read. */
export interface SiteData {
  name: string;
  /** The site's own address: its host is the only one that is served behind a proxy. */
  url: string;
  contactEmail: string;
  retentionMonths: number;
  countVisits: boolean;
  contact: Page<'contact'>;
}

declare const IS_RELEASE: true | undefined;
/** Defined by scripts/release.ts where it bundles the programs; the project runs as it was written. */
export const isRelease = typeof IS_RELEASE !== 'undefined';

/** Where settings are written: on a server, in the file that its units read (deploy/). */
export const SETTINGS = isRelease ? '/etc/site.env' : '.env';
export const WITH_SETTINGS = `node --env-file=${SETTINGS}`;

/** What is typed for the owner's command line and for a start: sentences name what there is here. */
const command = (name: string) => (isRelease ? `${WITH_SETTINGS} ${name}.mjs` : `npm run ${name} --`);
export const ENQUIRIES = command('enquiries');
export const INBOX = command('inbox');
export const LAUNCH_CHECK = command('launch-check');
export const VISITS = isRelease ? `${ENQUIRIES} visits` : 'npm run visits';
export const START = isRelease ? 'node server.mjs' : 'npm start';

/** A release has the built site beside the folder of its programs; in the project it is two folders up. */
const dist = new URL(isRelease ? '../dist/' : '../../dist/', import.meta.url);

/** The folder that holds this site: the project's, or the release's. */
export const root = fileURLToPath(new URL('../', dist));

export const builtFolder = (name: string) => fileURLToPath(new URL(name, dist));

export function readBuilt(name: string): string {
  try {
    return readFileSync(new URL(name, dist), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Mistake(
      isRelease
        ? `This release is incomplete: dist/${name} is missing. Copy it to this machine again.`
        : 'The site is not built yet. Run npm start, or npm run build first.',
    );
  }
}

export const readRedirects = () => JSON.parse(readBuilt('redirects.json')) as Redirect[];

export const readSiteData = () => JSON.parse(readBuilt('site.json')) as SiteData;

/** What drafts are shown under: each release has another. */
export const previewTokens = (): string[] => namesIn('preview');

/** When the site changes by itself, the next moment first: the build has laid what comes then beside it. */
export const scheduledMoments = (): number[] =>
  namesIn('scheduled')
    .map(Number)
    .sort((a, b) => a - b);

const namesIn = (folder: string): string[] =>
  existsSync(builtFolder(folder)) ? readdirSync(builtFolder(folder)) : [];
