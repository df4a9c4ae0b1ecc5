import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Mistake } from '../lib/mistake.ts';
import type { Page } from '../schemas/pages.ts';

/** What the server has to know of the firm and of the words: the build writes it, so that nothing else is read. */
export interface SiteData {
  name: string;
  contactEmail: string;
  retentionMonths: number;
  contact: Page<'contact'>;
}

/** A release has the built site beside its programs; in the project it is two folders up. */
const beside = new URL('./dist/', import.meta.url);
const dist = existsSync(beside) ? beside : new URL('../../dist/', import.meta.url);

/** The folder that holds this site: the project's, or the release's. */
export const root = fileURLToPath(new URL('../', dist));

export const builtFolder = (name: string) => fileURLToPath(new URL(name, dist));

export function readBuilt(name: string): string {
  try {
    return readFileSync(new URL(name, dist), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Mistake('The site is not built yet. Run npm start, or npm run build first.');
  }
}

export const readSiteData = () => JSON.parse(readBuilt('site.json')) as SiteData;
