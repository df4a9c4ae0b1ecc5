import {
  chmodSync,
  chownSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Mistake } from '../../../lib/mistake.ts';
import { ENQUIRIES } from '../../built.ts';
import { BUSY, isFile, kindOf, makeFolderOf, openSqlite } from '../store/sqlite.ts';
import { createStore } from '../store/store.ts';
import { Failure } from './failure.ts';
import {
  answer,
  COMPANIONS,
  contentsOf,
  faultIn,
  inWords,
  newerIn,
  openUntouched,
  sync,
  untouched,
  versionOf,
  withWorkshop,
} from './store-file.ts';
import { addFields, columnsOf, copyRows, quoted } from './store-rows.ts';

interface Wish {
  store: string;
  backup: string;
  /** The backup and nothing else: what arrived since stays in the old store. */
  isExact: boolean;
  /** Throws unless the owner agrees. */
  agree(plan: string): Promise<void>;
}

/** Puts a backup in the store's place and keeps what arrived since. Until the owner agrees, the store stays as it is. */
export async function restore({ store: named, backup, isExact, agree }: Wish): Promise<string> {
  // Behind a link, the file is to be replaced and not the link.
  const store = isFile(named) ? realpathSync(named) : named;
  const backedUp = check(store, backup);
  makeFolderOf(store);
  return withWorkshop(store, async (workshop) => {
    const old = takeOver(store, workshop);
    try {
      const copy = join(workshop, 'restored.db');
      copyRows(untouched(backup), backedUp.version, copy);
      await bringUpToDate(copy);
      const merged = old && !isExact ? await carryOver(old.copy, copy, store) : undefined;
      const now = finish(copy, store);
      const plan = [
        `${backup} holds ${backedUp.words}.`,
        ...(old ? [planFor(store, merged)] : []),
        `Afterwards there will be ${inWords(now)} in ${store}.`,
      ];
      await agree(plan.join('\n'));
      const aside = old && moveAside(store);
      renameSync(copy, store);
      sync(dirname(store));
      return report(store, { now, aside, merged });
    } finally {
      // Only now: its files have their other names, so that SQLite leaves them as they are.
      old?.holder.close();
    }
  });
}

/** Answers with what the backup holds. */
function check(store: string, backup: string): { words: string; version: number } {
  const found = statSync(backup, { throwIfNoEntry: false });
  if (!found) throw new Mistake(`There is no file ${backup}. Nothing was changed.`);
  if (!found.isFile()) throw new Mistake(`${backup} is not a file. Nothing was changed.`);
  const present = statSync(store, { throwIfNoEntry: false });
  if (found.ino === present?.ino && found.dev === present.dev)
    throw new Mistake(`${backup} is the store itself; choose a backup of it.`);
  const database = openUntouched(backup);
  try {
    const fault = faultIn(database, true);
    if (fault) throw new Mistake(`${backup} ${fault}. Nothing was changed; try another backup.`);
    return { words: contentsOf(database).words, version: versionOf(database) ?? 0 };
  } finally {
    database.close();
  }
}

interface Old {
  /** As long as it is open, nobody else can open the store. */
  holder: DatabaseSync;
  copy: string;
}

/** Makes sure that nobody else has the store open. It is read from a copy: it is put aside as it was found. */
function takeOver(store: string, workshop: string): Old | undefined {
  if (!existsSync(store)) return undefined;
  const copy = join(workshop, 'old.db');
  const found = printOf(store);
  // Before SQLite opens it: a file that is opened twice by one process loses its locks when it is closed once.
  for (const end of ['', '-wal', '-journal'])
    if (existsSync(store + end)) copyFileSync(store + end, copy + end, constants.COPYFILE_FICLONE);
  const holder = new DatabaseSync(store);
  try {
    holder.exec('PRAGMA locking_mode = EXCLUSIVE');
    // Only one who is alone gets that lock, and with the first look into the file.
    holder.prepare('SELECT count(*) FROM sqlite_schema').get();
  } catch (error) {
    const isInUse = kindOf(error) === BUSY;
    if (!isInUse && DAMAGE.has(kindOf(error))) return { holder, copy };
    holder.close();
    throw isInUse ? inUse(store) : error;
  }
  if (printOf(store) === found) return { holder, copy };
  holder.close();
  throw inUse(store);
}

const inUse = (store: string) =>
  new Mistake(
    `${store} is in use. Stop the site first (Ctrl-C where it runs, or systemctl stop 'site@*'), then try again. Nothing was changed.`,
  );

/** Differs when somebody has written in between. */
const printOf = (store: string) =>
  ['', '-wal']
    .map((end) => statSync(store + end, { throwIfNoEntry: false }))
    .map((found) => (found?.size ? `${found.size} ${found.mtimeMs}` : ''))
    .join();

/** As the site itself does when it starts. */
async function bringUpToDate(file: string): Promise<void> {
  const store = createStore(openSqlite(file));
  try {
    await store.count();
  } finally {
    await store.close();
  }
}

interface Merged {
  carried: number;
  /** Deleted since the backup, and here again. */
  returned: number;
}

/** Adds to the copy what only the old store has, and what became of the rest since. */
async function carryOver(old: string, copy: string, store: string): Promise<Merged | 'unreadable'> {
  const rows = `${old}-rows`;
  try {
    const version = withDatabase(old, versionOf);
    if (!version) return 'unreadable';
    const newer = newerIn(version);
    if (newer) throw new Mistake(`${store} ${newer}. Use that version, or add --exact to leave it out.`);
    // What is in the tables can be whole where an index is broken.
    copyRows(old, version, rows);
    await bringUpToDate(rows);
    return withDatabase(copy, (database) => merge(database, rows));
  } catch (error) {
    if (!DAMAGE.has(kindOf(error))) throw error;
    return 'unreadable';
  }
}
/** SQLITE_ERROR, IOERR, CORRUPT, CONSTRAINT, MISMATCH, NOTADB: what a broken file can lead to, and a full disk cannot. */
const DAMAGE = new Set<number | undefined>([1, 10, 11, 19, 20, 26]);

function merge(database: DatabaseSync, old: string): Merged {
  database.prepare('ATTACH ? AS old').run(old);
  database.exec('BEGIN');
  const carried = Number(
    answer(database, `SELECT count(*) FROM old.enquiries WHERE reference NOT IN (${OURS})`),
  );
  const returned = Number(
    answer(database, `SELECT count(*) FROM main.enquiries WHERE reference NOT IN (${THEIRS})`),
  );
  addFields(database, 'old');
  const copied = (table: string) => columnsOf(database, 'old', table).map(quoted).join(', ');
  database.exec(`
    INSERT INTO main.enquiries (${copied('enquiries')})
      SELECT ${copied('enquiries')} FROM old.enquiries WHERE reference NOT IN (${OURS});
    UPDATE main.enquiries SET spam = known.spam, doubt = known.doubt, handling = known.handling,
      answered_at = known.answered_at
      FROM old.enquiries AS known WHERE known.reference = main.enquiries.reference;
    DELETE FROM main.deliveries WHERE reference IN (${THEIRS});
    INSERT INTO main.deliveries (${copied('deliveries')}) SELECT ${copied('deliveries')} FROM old.deliveries;
    INSERT OR REPLACE INTO main.keys (${copied('keys')}) SELECT ${copied('keys')} FROM old.keys;
    DELETE FROM main.notes WHERE reference IN (${THEIRS});
    INSERT OR IGNORE INTO main.notes (${copied('notes')}) SELECT ${copied('notes')} FROM old.notes;
    INSERT OR IGNORE INTO main.changes (${copied('changes')}) SELECT ${copied('changes')} FROM old.changes;
    INSERT OR REPLACE INTO main.intake (${copied('intake')}) SELECT ${copied('intake')} FROM old.intake;
    INSERT OR REPLACE INTO main.visits (${copied('visits')}) SELECT ${copied('visits')} FROM old.visits;
    COMMIT;
    DETACH old`);
  return { carried, returned };
}
const OURS = 'SELECT reference FROM main.enquiries';
const THEIRS = 'SELECT reference FROM old.enquiries';

/** Makes one whole file of it, as private as the store and with its owner; answers with how many it holds. */
function finish(copy: string, store: string): number {
  const count = withDatabase(copy, (database) => {
    const fault = faultIn(database);
    if (fault) throw new Failure(`The restored copy ${fault}. Nothing was changed.`);
    database.exec('PRAGMA journal_mode = DELETE');
    return contentsOf(database).count;
  });
  chmodSync(copy, 0o600);
  // Root restores, but the service has to open it.
  const { uid, gid } = statSync(existsSync(store) ? store : dirname(store));
  if (process.getuid?.() === 0) chownSync(copy, uid, gid);
  sync(copy);
  return count;
}

function withDatabase<Result>(file: string, use: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(file);
  try {
    return use(database);
  } finally {
    database.close();
  }
}

/** The old name goes on existing until the copy takes it: at no time is there no store. */
function moveAside(store: string): string {
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  for (let i = 1; ; i++) {
    const aside = `${store}.before-restore-${time}${i > 1 ? `-${i}` : ''}`;
    if (['', ...COMPANIONS].some((end) => existsSync(aside + end))) continue;
    const present = COMPANIONS.filter((end) => existsSync(store + end));
    const full = present.filter((end) => statSync(store + end).size > 0);
    for (const end of ['', ...full]) linkSync(store + end, aside + end);
    // Left in place, the old log would be replayed over the backup.
    for (const end of present) rmSync(store + end);
    return aside;
  }
}

function planFor(store: string, merged: Merged | 'unreadable' | undefined): string {
  if (merged === 'unreadable')
    return `${store} cannot be read: nothing can be carried over from it. Make sure that the site is stopped.`;
  if (!merged) return `Whatever else is in ${store} is left out (--exact).`;
  return `Carried over from ${store}, because the backup lacks them: ${merged.carried}.`;
}

interface Done {
  now: number;
  aside: string | undefined;
  merged: Merged | 'unreadable' | undefined;
}

function report(store: string, { now, aside, merged }: Done): string {
  const lines = [`There are ${inWords(now)} in ${store} now.`];
  if (typeof merged === 'object') {
    lines.push(`Carried over, because they arrived after the backup: ${merged.carried}.`);
    if (merged.returned > 0) lines.push(`Back again, although deleted after the backup: ${merged.returned}.`);
  }
  if (aside && !merged) lines.push('Nothing was carried over from the old store.');
  if (aside)
    lines.push(
      merged === 'unreadable'
        ? `The old store could not be read, so nothing was carried over from it. It is kept as ${aside}; sqlite3 may be able to recover more (.recover).`
        : `The old store is kept as ${aside}; delete it when you no longer need it.`,
    );
  // Always: where a backup was put in place by hand before, the old store has them again and tells nothing.
  lines.push(
    `The backup may contain people who were erased after it was made. Erase them again before you start the site: ${ENQUIRIES} erase --email …`,
  );
  return lines.join('\n');
}
