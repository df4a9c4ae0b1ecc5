import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Mistake } from '../../lib/mistake.ts';
import { isRelease, readSiteData, root, SETTINGS, WITH_SETTINGS } from '../built.ts';
import { isFile } from '../db/sqlite.ts';
import { type EnquiryStore, openStore } from '../db/store.ts';
import { type Firm, parseSettings, type Settings } from '../settings.ts';
import { Failure } from './failure.ts';

/** The settings of the site whose enquiries these are. */
export const settings = (firm: Firm = readSiteData()): Settings => parseSettings(process.env, firm);

/** Who the firm is: in the project as site.config.ts says now; a release has what it was made with. */
export async function firmNow(): Promise<Firm> {
  if (isRelease) return readSiteData();
  // By a name that no bundler follows: a release has no such file.
  const { site } = (await import(pathToFileURL(join(root, 'src/config/site.ts')).href)) as { site: Firm };
  return site;
}

/** The store of the site, which has to be there. */
export function openExisting(found = settings(), onLost?: (error: Error) => void): EnquiryStore {
  if ('file' in found.database) existing(found.database.file);
  return openStore(found.database, onLost);
}

/** Only the server makes a store: one that a command made would look like one without enquiries. */
export function existing(file: string): string {
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EACCES') throw new Mistake(`${file} belongs to another user. Run this as root: sudo …`);
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw new Failure(`${file} cannot be read: ${message}`);
    throw new Mistake(`There is no store of enquiries at ${file}. ${WHERE}`);
  }
  isFile(file);
  return file;
}

const WHERE =
  isRelease && !process.env.DATABASE_URL
    ? `Name the file that holds your settings, such as ${WITH_SETTINGS} before the name of the program.`
    : `The site makes it when it starts; if yours is elsewhere, set DATABASE_URL=file:… in ${SETTINGS} or before the command.`;
