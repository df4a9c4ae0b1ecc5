/** The owner's command line: `npm run enquiries -- --help`, in a release `node enquiries.mjs --help`. */
import { Command, CommanderError, Option } from 'commander';
import { minute } from '../../lib/dates.ts';
import { kept } from '../../lib/kept.ts';
import { Mistake } from '../../lib/mistake.ts';
import { visible } from '../../lib/visible.ts';
import { ENQUIRIES, readSiteData, SETTINGS } from '../built.ts';
import { states } from '../db/deliveries.ts';
import type { EnquiryStore } from '../db/store.ts';
import { dateOf, dayOf } from '../db/visits.ts';
import { sendTestMail } from '../outbox/mail.ts';
import { BEYOND_REACH, look, notScrubbed, removeForGood, resend, tracesOf, whoAmI } from './actions.ts';
import { backUpTo } from './backup.ts';
import { addressOf, countOf, daysOf, keptOf, referenceOf, timeOf } from './cli-values.ts';
import { confirm } from './confirm.ts';
import { csvOf, jsonOf, writeNew } from './export.ts';
import { Failure } from './failure.ts';
import { existing, firmNow, openExisting, settings } from './open.ts';
import { restore } from './restore.ts';
import {
  inWords,
  listText,
  NO_LONGER_COUNTED,
  NOT_COUNTED,
  noneCounted,
  visitsJson,
  visitsText,
  wholeText,
} from './text.ts';

/** The last time that a Date can hold. */
const END_OF_TIME = 8.64e15;
/** How many enquiries are named before they are deleted. */
const MOST_NAMED = 5;

process.umask(0o077);
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever reads our output may stop early, as `head` does; what was begun is finished.
  if (error.code === 'EPIPE') return;
  console.error(`The output could not be written: ${error.message}`);
  process.exitCode = 1;
});
const program = new Command(ENQUIRIES)
  .description('Read and look after the enquiries that the website stored.')
  .exitOverride()
  .showHelpAfterError('(add --help for the options)');

program
  .command('list')
  .description('a table of enquiries, the newest first')
  .option('--spam', 'those that were set aside as spam')
  .addOption(new Option('--state <state>', 'only those in this state').choices([...states]))
  .option('--since <when>', 'a date such as 2026-01-31, or an age such as 7d, 3w, 6mo, 2y', timeOf)
  .option('--limit <number>', 'how many to show; 0 shows all', countOf, 200)
  .action(({ spam, state, since, limit }) =>
    withStore(async (store) => {
      const filter = { isSpam: Boolean(spam), state, since };
      const found = await store.list({ ...filter, limit: limit || undefined });
      console.log(found.length > 0 ? listText(found) : 'No enquiries found.');
      const aside = spam ? 0 : await store.count({ isSpam: true, since });
      if (aside > 0) console.log(`\n${aside} more set aside as spam: ${ENQUIRIES} list --spam`);
      const older = limit ? (await store.count(filter)) - found.length : 0;
      if (older > 0)
        console.log(
          `\n${older} older ${older === 1 ? 'one is' : 'ones are'} not shown: add --limit 0 to see all.`,
        );
    }),
  );

program
  .command('show')
  .description('one enquiry in full, and what became of it')
  .argument('<reference>', 'such as BCDF-2345', referenceOf)
  .action((reference) => withStore(async (store) => console.log(wholeText(await look(store, reference)))));

program
  .command('export')
  .description('everything, with state, spam and doubt')
  .addOption(new Option('--csv', 'for a spreadsheet: no cell can become a formula').conflicts('json'))
  .option('--json', 'for a program')
  .option('--out <file>', 'write to a new file that only you can read; otherwise to standard output')
  .option('--since <when>', 'a date or an age', timeOf)
  .action(({ csv, json, out, since }) => {
    if (!csv && !json) throw new Mistake('Say how to export: --csv or --json.');
    return withStore(async (store) => {
      let count = 0;
      const lots = async function* () {
        for await (const lot of store.inLots({ since })) {
          count += lot.length;
          yield lot;
        }
      };
      const pieces = csv ? csvOf(lots()) : jsonOf(lots());
      if (out) {
        await writeNew(out, pieces);
        console.log(`${inWords(count)} written to ${out}.`);
      } else for await (const piece of pieces) process.stdout.write(onTerminal(piece));
    });
  });

program
  .command('resend')
  .description('mail one to the firm again, and repeat whatever was refused')
  .argument('[reference]', 'such as BCDF-2345', referenceOf)
  .option('--all', 'everything that was refused and parked')
  .action((reference, { all }) => {
    if (Boolean(reference) === Boolean(all))
      throw new Mistake('Say what to send again: one reference, or --all for everything that is parked.');
    return withStore(async (store) => {
      if (all) return console.log(`Queued again: ${await store.resendAll()}.`);
      console.log(`${reference} is queued again: ${(await resend(store, reference, whoAmI())).join(', ')}.`);
    });
  });

program
  .command('erase')
  .description('delete everything that came from one address (the right to erasure)')
  .requiredOption('--email <address>', 'whose enquiries to delete', addressOf)
  .option('--yes', 'do not ask')
  .action(({ email, yes }) =>
    withStore(async (store) => {
      const { enquiries, notes } = await tracesOf(store, email);
      if (enquiries.length === 0) console.log(`Nothing is stored from ${email}.`);
      if (notes > 0) console.log(`With them, ${notes} of your notes will go.`);
      await deleteAll(
        store,
        enquiries.map(({ reference }) => reference),
        yes,
      );
      if (enquiries.length > 0) console.log(BEYOND_REACH);
    }),
  );

program
  .command('purge')
  .description(
    'delete what is older than the given age; the server does this daily, after retentionMonths of site.config.ts',
  )
  .option('--older-than <age>', 'such as 24mo, or a date', timeOf)
  .option('--spam', 'only what was set aside as spam; without an age, all of it')
  .addOption(
    new Option('--visits', `only page views, those of more than ${kept.countDays} days ago`).conflicts([
      'olderThan',
      'spam',
    ]),
  )
  .option('--yes', 'do not ask')
  .action(({ olderThan, spam, visits, yes }) => {
    if (visits) return withStore((store) => deleteVisits(store, yes));
    if (!olderThan && !spam) throw new Mistake('Say what to delete: --older-than 24mo, or --spam.');
    return withStore(async (store) => {
      const { references, unsent } = await store.expired(olderThan ?? new Date(END_OF_TIME), Boolean(spam));
      if (references.length === 0) console.log('There is nothing to delete.');
      if (unsent > 0)
        console.log(
          `${inWords(unsent)} as old as that ${unsent === 1 ? 'was' : 'were'} never mailed, and ${unsent === 1 ? 'is' : 'are'} kept: ${ENQUIRIES} list`,
        );
      await deleteAll(store, references, yes);
    });
  });

program
  .command('visits')
  .description('page views per day, page and referring host, where countVisits in site.config.ts is true')
  .option('--days <number>', 'the last so many days, today included', daysOf, 30)
  .option('--json', 'for a program: everything')
  .action(({ days, json }) =>
    withStore(async (store) => {
      const last = dayOf(Date.now());
      const span = { first: last - days + 1, last };
      const counted = await store.visits.between(span.first, span.last);
      const { countVisits } = readSiteData();
      if (json) console.log(onTerminal(visitsJson(counted, span, countVisits)));
      else if (counted.days.length > 0) {
        console.log(visitsText(counted, span));
        if (!countVisits) console.log(NO_LONGER_COUNTED);
      } else console.log(countVisits ? noneCounted(days) : NOT_COUNTED);
    }),
  );

program
  .command('backup')
  .description('a copy of the SQLite store in a new file, safe while the site runs')
  .argument('<target>', 'the file to write, or a folder, where it is named after the date and time')
  .option('--keep <number>', 'keep this many backups in the folder and delete the oldest', keptOf)
  .action(async (target, { keep }) =>
    console.log(await backUpTo(existing(sqliteFile('pg_dump')), target, keep)),
  );

program
  .command('restore')
  .description('restore a backup and keep what arrived since; stop the site first')
  .argument('<file>', 'the backup')
  .option('--exact', 'restore only the backup, without what arrived since')
  .option('--yes', 'do not ask')
  .action(async (file, { exact, yes }) => {
    const agree = (plan: string) => {
      console.log(plan);
      return confirm({ question: 'Restore it?', otherwise: 'Nothing was changed.', yes });
    };
    const store = sqliteFile('pg_restore');
    console.log(await restore({ store, backup: file, isExact: Boolean(exact), agree }));
  });

program
  .command('test-mail')
  .description('send a short mail to everybody in MAIL_TO, and print the mail server’s reply')
  .action(async () => {
    const { mail } = settings(await firmNow());
    if (!mail)
      throw new Mistake(
        `There is no mail server: set SMTP_URL in ${SETTINGS} (see .env.example), and run ${ENQUIRIES} test-mail.`,
      );
    console.log(
      await sendTestMail(mail).catch((error: Error) => {
        throw new Failure(error.message);
      }),
    );
  });

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode && 2;
  else if (error instanceof Mistake) {
    console.error(error.message);
    process.exitCode = 2;
  } else {
    const message = error instanceof Error ? error.message : String(error);
    console.error(error instanceof Failure ? message : `The enquiries could not be reached: ${message}`);
    process.exitCode = 1;
  }
}

/** A program gets it as it is. */
function onTerminal(text: string): string {
  return process.stdout.isTTY ? visible(text, 'lines') : text;
}

async function withStore(use: (store: EnquiryStore) => Promise<void>) {
  const store = openExisting();
  try {
    await use(store);
  } finally {
    await store.close();
  }
}

/** Shows what will go (the oldest first), asks, deletes it, and leaves no trace of it in the files of the store. */
async function deleteAll(store: EnquiryStore, references: string[], yes: boolean | undefined) {
  if (references.length > 0) {
    const some = references.slice(0, MOST_NAMED).join(', ') + (references.length > MOST_NAMED ? ' …' : '');
    const [from, to] = await Promise.all([references.at(0), references.at(-1)].map(receivedAt));
    console.log(`${inWords(references.length)}, received from ${from} to ${to} UTC: ${some}`);
    await confirm({ question: 'Delete for good?', otherwise: 'Nothing was deleted.', yes });
  }
  const { gone, isScrubbed } = await removeForGood(store, references);
  if (references.length > 0) console.log(`${gone} deleted.`);
  if (!isScrubbed)
    throw new Failure(`${notScrubbed(store)} End that program, then run the same command again.`);

  async function receivedAt(reference = '') {
    const found = await store.find(reference);
    return found ? minute(found.receivedAt) : 'just now';
  }
}

/** Shows how many days will go, asks, and deletes their page views. */
async function deleteVisits(store: EnquiryStore, yes: boolean | undefined): Promise<void> {
  const { days } = await store.visits.expired();
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) return console.log('There is nothing to delete.');
  console.log(`The page views of ${days.length} days, from ${dateOf(first)} to ${dateOf(last)}.`);
  await confirm({ question: 'Delete for good?', otherwise: 'Nothing was deleted.', yes });
  await store.visits.forget();
  console.log('Deleted.');
}

function sqliteFile(otherwise: 'pg_dump' | 'pg_restore'): string {
  const { database } = settings();
  if ('file' in database) return database.file;
  throw new Mistake(
    `The enquiries are in PostgreSQL; ${otherwise === 'pg_dump' ? 'copy them with pg_dump' : 'restore a copy made by pg_dump with pg_restore'}.`,
  );
}
