/** The owner's command line: `npm run enquiries -- --help`. */
import { existsSync, fsyncSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Command, CommanderError, Option } from 'commander';
import { stringify } from 'csv-stringify/sync';
import { site } from '../../config/site.ts';
import { ContentError } from '../../schemas/explain.ts';
import { parseEnv } from '../environment.ts';
import { referenceOf, timeOf } from './cli-values.ts';
import { openStore } from './open.ts';
import { flat, plot, table, whole } from './print.ts';
import { type EnquiryStore, type StoredEnquiry, states } from './store.ts';

/** A wish that cannot be met, told in its sentence. */
class Mistake extends Error {}

process.umask(0o077);
const program = new Command('npm run enquiries --')
  .description('Read and look after the enquiries that the website stored.')
  .exitOverride()
  .showHelpAfterError('(add --help for the options)');

program
  .command('list')
  .description('a table of enquiries, the newest first')
  .option('--spam', 'those that were set aside as spam')
  .addOption(new Option('--state <state>', 'only those in this state').choices([...states]))
  .option('--since <when>', 'a date such as 2026-01-31, or an age such as 7d, 3w, 6mo, 2y', timeOf)
  .action(({ spam, state, since }) =>
    withStore(async (store) => {
      const found = await store.list({ isSpam: Boolean(spam), state, since });
      console.log(found.length > 0 ? table(found) : 'There are none.');
      const aside = spam ? [] : await store.list({ isSpam: true, since });
      if (aside.length > 0)
        console.log(`\n${aside.length} more set aside as spam: npm run enquiries -- list --spam`);
    }),
  );

program
  .command('show')
  .description('one enquiry, whole, and what became of it')
  .argument('<reference>', 'such as BCDF-2345', referenceOf)
  .action((reference) => withStore(async (store) => console.log(whole(await find(store, reference)))));

program
  .command('export')
  .description('everything, to standard output')
  .addOption(new Option('--csv', 'for a spreadsheet: no cell can become a formula').conflicts('json'))
  .option('--json', 'for a program')
  .option('--since <when>', 'a date or an age', timeOf)
  .action(({ csv, json, since }) => {
    if (!csv && !json) throw new Mistake('Say how to export: --csv or --json.');
    return withStore(async (store) => {
      const rows = (await store.list({ since })).map(flat);
      process.stdout.write(
        csv
          ? stringify(rows, { header: true, escape_formulas: true, bom: true })
          : `${JSON.stringify(rows, null, 2)}\n`,
      );
    });
  });

program
  .command('mark')
  .description('set one aside as spam, or take it back and have it sent')
  .argument('<reference>', 'such as BCDF-2345', referenceOf)
  .addOption(new Option('--spam', 'it is spam').conflicts('notSpam'))
  .option('--not-spam', 'it is none')
  .action((reference, { spam, notSpam }) => {
    if (!spam && !notSpam) throw new Mistake('Say what it is: --spam or --not-spam.');
    return withStore(async (store) => {
      if (!(await store.mark(reference, spam ? 'marked by hand' : null))) throw unknown(reference);
      console.log(`${reference} is ${spam ? 'set aside as spam' : 'no spam, and is sent like any other'}.`);
    });
  });

program
  .command('resend')
  .description('mail one to the firm again, and repeat whatever was refused')
  .argument('<reference>', 'such as BCDF-2345', referenceOf)
  .action((reference) =>
    withStore(async (store) => {
      const { spam } = await find(store, reference);
      if (spam) throw new Mistake(`${reference} is set aside as spam (${spam}); mark it --not-spam first.`);
      console.log(`${reference} waits again to be sent: ${(await store.resend(reference)).join(', ')}.`);
    }),
  );

program
  .command('erase')
  .description('delete everything that came from one address (the right to erasure)')
  .requiredOption('--email <address>', 'whose enquiries to delete')
  .action(({ email }) =>
    withStore(async (store) =>
      console.log(`${await store.erase(email)} deleted. Backups are yours to clean.`),
    ),
  );

program
  .command('purge')
  .description('delete what is older than the given age; the server does so daily by RETENTION_DAYS')
  .requiredOption('--older-than <age>', 'such as 24mo', timeOf)
  .action(({ olderThan }) =>
    withStore(async (store) => console.log(`${await store.purge(olderThan)} deleted.`)),
  );

program
  .command('stats')
  .description('enquiries per week')
  .option('--since <when>', 'a date or an age', timeOf, timeOf('12w'))
  .action(({ since }) => withStore(async (store) => console.log(plot(await store.list({ since }), since))));

program
  .command('backup')
  .description('a copy of the SQLite store in a new file, safe while the site runs')
  .argument('<file>', 'the file to write')
  .action((file) => backup(file));

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode && 2;
  else if (error instanceof Mistake || error instanceof ContentError) {
    console.error(error.message);
    process.exitCode = 2;
  } else {
    console.error(`The enquiries could not be reached: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}

async function withStore(use: (store: EnquiryStore) => Promise<void>) {
  const { store } = openStore(parseEnv(process.env, site));
  try {
    await use(store);
  } finally {
    await store.close();
  }
}

function backup(file: string) {
  const { database } = parseEnv(process.env, site);
  if ('url' in database) throw new Mistake('The enquiries are in PostgreSQL; copy them with pg_dump.');
  if (!existsSync(database.file))
    throw new Mistake(`There are no enquiries yet: ${database.file} does not exist.`);
  if (existsSync(file)) throw new Mistake(`${file} exists already; name a new file.`);
  const source = new DatabaseSync(database.file, { timeout: 10_000 });
  source.prepare('VACUUM INTO ?').run(file);
  source.close();
  fsyncSync(openSync(file, 'r'));
  const copy = new DatabaseSync(file, { readOnly: true });
  const { integrity_check: verdict } = copy.prepare('PRAGMA integrity_check').get() as {
    integrity_check: string;
  };
  const { count } = copy.prepare('SELECT count(*) AS count FROM enquiries').get() as { count: number };
  copy.close();
  if (verdict !== 'ok') throw new Error(`${file} is damaged: ${verdict}`);
  console.log(`${count} enquiries are in ${file}, which was checked.`);
}

async function find(store: EnquiryStore, reference: string): Promise<StoredEnquiry> {
  const found = await store.find(reference);
  if (!found) throw unknown(reference);
  return found;
}
function unknown(reference: string) {
  return new Mistake(`There is no enquiry ${reference}. See npm run enquiries -- list.`);
}
