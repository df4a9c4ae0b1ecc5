import { accessSync, constants } from 'node:fs';
import { Mistake } from '../../lib/mistake.ts';
import { isRelease, readSiteData, SETTINGS, WITH_SETTINGS } from '../built.ts';
import { isFile } from '../db/sqlite.ts';
import { type EnquiryStore, openStore } from '../db/store.ts';
import { type Firm, parseSettings, type Settings } from '../settings.ts';

export const settings = (firm: Firm = readSiteData()): Settings => parseSettings(process.env, firm);

export function openExisting(found = settings()): EnquiryStore {
  if ('file' in found.database) existing(found.database.file);
  return openStore(found.database);
}

/** Only the server makes a store: one that a command made would look like one without enquiries. */
export function existing(file: string): string {
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES') throw new Mistake(`${file} belongs to another user. Run this as root: sudo …`);
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    throw new Mistake(`There is no store of enquiries at ${file}. ${WHERE}`);
  }
  isFile(file);
  return file;
}

const WHERE =
  isRelease && !process.env.DATABASE_URL
    ? `Name the file that holds your settings, such as ${WITH_SETTINGS} before the name of the program.`
    : `The site creates it at its start. If yours is in another place, set DATABASE_URL=file:… in ${SETTINGS} or before the command.`;
