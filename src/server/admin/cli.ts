/** The owner's command line: `npm run enquiries -- --help`, in a release `node enquiries.mjs --help`. */
import { createInterface } from 'node:readline/promises';
import { Command, CommanderError, Option } from 'commander';
import { minute } from '../../lib/dates.ts';
import { Mistake } from '../../lib/mistake.ts';
import { retention } from '../../lib/retention.ts';
import { visible } from '../../lib/visible.ts';
import { ENQUIRIES, readSiteData, SETTINGS } from '../built.ts';
import { states } from '../db/deliveries.ts';
import type { EnquiryStore } from '../db/store.ts';
import { dayOf } from '../db/visits.ts';
import { Failed } from '../failures.ts';
import { sendTestMail } from '../outbox/mail.ts';
import { BEYOND_REACH, find, look, notScrubbed, removeForGood, resend, tracesOf, whoAmI } from './actions.ts';
import { backUpTo } from './backup.ts';
import { addressOf, numberFrom, referenceOf, timeOf } from './cli-values.ts';
import { csvOf, jsonOf, writeNew } from './export.ts';
import { existing, openExisting, settings } from './open.ts';
import { restore } from './restore.ts';
import { inWords, listText, visitsOf, visitsText, wholeText } from './text.ts';

/** How many enquiries are named before they are deleted. */
const MOST_NAMED = 5;

process.umask(0o077);
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // `head` and its kind stop reading early; what was begun is finished all the same.
  if (error.code === 'EPIPE') return;
  console.error(`The output could not be written: ${error.message}`);
  process.exitCode = 1;
});
const program = new Command(ENQUIRIES)
  .description('List, show, export, delete, back up and restore the enquiries that the website stored.')
  .exitOverride()
  .showHelpAfterError('(add --help for the options)');

program
  .command('list')
  .description('list enquiries, the newest first')
  .option('--spam', 'only enquiries that were set aside as spam', false)
  .addOption(new Option('--state <state>', 'only enquiries in this state').choices([...states]))
  .option('--since <when>', 'a date such as 2026-01-31, or an age such as 7d, 3w, 6mo, 2y', timeOf)
  .option('--limit <number>', 'how many to show; 0 shows all', numberFrom(0), 200)
  .action(({ spam: isSpam, state, since, limit }) =>
    withStore(async (store) => {
      const found = await store.list({ isSpam, state, since, limit: limit || undefined });
      console.log(found.length > 0 ? listText(found) : 'No enquiries found.');
      const aside = isSpam ? 0 : await store.count({ isSpam: true, since });
      if (aside > 0) console.log(`\n${aside} more set aside as spam: ${ENQUIRIES} list --spam`);
      const older = (await store.count({ isSpam, state, since })) - found.length;
      if (limit && older > 0) console.log(`\nNot shown, because older: ${older}. To see all, add --limit 0.`);
    }),
  );

program
  .command('show')
  .description('show one enquiry with its history')
  .argument('<reference>', 'such as BCDF-2345', referenceOf)
  .action((reference) => withStore(async (store) => console.log(wholeText(await look(store, reference)))));

program
  .command('export')
  .description('export all enquiries, with state and spam marks')
  .addOption(new Option('--csv', 'for a spreadsheet; no cell can become a formula').conflicts('json'))
  .option('--json', 'for a program')
  .option('--out <file>', 'write to a new file that only you can read; otherwise to standard output')
  .option('--since <when>', 'a date or an age', timeOf)
  .action(({ csv, json, out, since }) => {
    if (!csv && !json) throw new Mistake('The format is missing: add --csv or --json.');
    return withStore(async (store) => {
      const lots = store.inLots({ since });
      const pieces = csv ? csvOf(lots) : jsonOf(lots);
      if (out) {
        await writeNew(out, pieces);
        console.log(`Written to ${out}.`);
      } else for await (const piece of pieces) process.stdout.write(forTerminal(piece));
    });
  });

program
  .command('resend')
  .description('send the mails of one enquiry again, or all that were refused')
  .argument('[reference]', 'such as BCDF-2345', referenceOf)
  .option('--all', 'all mails that were refused')
  .action((reference, { all }) => {
    if (Boolean(reference) === Boolean(all))
      throw new Mistake('Name either one reference, or --all for all mails that were refused.');
    return withStore(async (store) => {
      if (all) return console.log(`Queued again: ${await store.resendAll()}.`);
      console.log(`${reference} is queued again: ${(await resend(store, reference, whoAmI())).join(', ')}.`);
    });
  });

program
  .command('erase')
  .description('delete all enquiries from one address (the right to erasure)')
  .requiredOption('--email <address>', 'whose enquiries to delete', addressOf)
  .option('--yes', 'do not ask')
  .action(({ email, yes }) =>
    withStore(async (store) => {
      const { enquiries, notes } = await tracesOf(store, email);
      if (enquiries.length === 0) console.log(`Nothing is stored from ${email}.`);
      if (notes > 0) console.log(`${inWords(notes, ['note', 'notes'])} will be deleted too.`);
      const references = enquiries.map(({ reference }) => reference);
      await deleteAll(store, references, yes);
      if (references.length > 0) console.log(BEYOND_REACH);
    }),
  );

program
  .command('purge')
  .description(
    'delete enquiries older than the given age; the server does this every hour, after retentionMonths of site.config.ts',
  )
  .option('--older-than <age>', 'such as 24mo, or a date', timeOf)
  .option('--spam', 'only enquiries that were set aside as spam; without an age, all of them', false)
  .option('--yes', 'do not ask')
  .action(({ olderThan, spam, yes }) => {
    if (!olderThan && !spam) throw new Mistake('Name what to delete: --older-than 24mo, or --spam.');
    return withStore(async (store) => {
      const { references, unsent } = await store.expired(olderThan ?? new Date(), spam);
      if (references.length === 0) console.log('There is nothing to delete.');
      if (unsent > 0)
        console.log(
          `Kept, because they were never mailed: ${inWords(unsent)} of that age (${ENQUIRIES} list).`,
        );
      await deleteAll(store, references, yes);
    });
  });

program
  .command('visits')
  .description('show page views per day, page and referring host, if countVisits in site.config.ts is true')
  .option('--days <number>', 'how many days to show, today included', numberFrom(1, retention.countDays), 30)
  .option('--json', 'all counts, for a program')
  .action(({ days, json }) =>
    withStore(async (store) => {
      const last = dayOf(Date.now());
      const first = last - days + 1;
      const visits = visitsOf(await store.visits.between(first, last), first, last);
      const { countVisits: isCounting } = readSiteData();
      if (json) return console.log(forTerminal(JSON.stringify({ isCounting, ...visits }, null, 2)));
      if (visits.views > 0) console.log(visitsText(visits));
      else if (isCounting)
        console.log(
          `No page view was counted in the last ${days} days. Views that a CDN answers are not counted. To look further back, add --days.`,
        );
      if (!isCounting)
        console.log(
          `Page views are ${visits.views > 0 ? 'no longer' : 'not'} counted. To count them, set countVisits to true in site.config.ts and build the site again; its privacy policy then says so.`,
        );
    }),
  );

program
  .command('backup')
  .description('copy the SQLite store to a new file, also while the site runs')
  .argument('<target>', 'the file to write, or a folder; there the file is named after the date and time')
  .option('--keep <number>', 'keep this many backups in the folder and delete the oldest', numberFrom(1))
  .action(async (target, { keep }) =>
    console.log(await backUpTo(existing(sqliteFile('copy them with pg_dump')), target, keep)),
  );

program
  .command('restore')
  .description('restore a backup and keep what arrived since; stop the site first')
  .argument('<file>', 'the backup')
  .option('--yes', 'do not ask')
  .action(async (file, { yes }) => {
    const agree = (plan: string) => {
      console.log(plan);
      return confirm('Restore it?', 'Nothing was changed.', yes);
    };
    const store = sqliteFile('restore a copy made by pg_dump with pg_restore');
    console.log(await restore(store, file, agree));
  });

program
  .command('test-mail')
  .description('send a short mail to all addresses in MAIL_TO, and print the mail server’s reply')
  .action(async () => {
    const { mail } = settings();
    if (!mail)
      throw new Mistake(
        `There is no mail server: set SMTP_URL in ${SETTINGS} (see .env.example), and run ${ENQUIRIES} test-mail.`,
      );
    console.log(await sendTestMail(mail));
  });

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode && 2;
  else {
    const message = error instanceof Error ? error.message : String(error);
    const isSentence = error instanceof Mistake || error instanceof Failed;
    console.error(isSentence ? message : `The enquiries could not be reached: ${message}`);
    process.exitCode = error instanceof Mistake ? 2 : 1;
  }
}

/** What strangers wrote must not steer a terminal; a program gets it as it is. */
function forTerminal(text: string): string {
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

/** Goes on only when the owner agrees: by --yes, or by typing it. `otherwise` says what stays as it was. */
async function confirm(question: string, otherwise: string, isAgreed = false): Promise<void> {
  if (isAgreed) return;
  if (!process.stdin.isTTY)
    throw new Mistake(
      `${otherwise} This command asks for confirmation, but has no terminal. To confirm, add --yes.`,
    );
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  // Ctrl-D and Ctrl-C end the input without an answer, which is a no.
  const ended = new AbortController();
  lines.once('close', () => ended.abort());
  const answer = await lines
    .question(`${question} Type yes to continue: `, { signal: ended.signal })
    .catch(() => '');
  lines.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new Failed(otherwise);
}

/** Shows what will go (the oldest first), asks, deletes it, and leaves no trace of it in the files of the store. */
async function deleteAll(store: EnquiryStore, references: string[], yes?: boolean) {
  const count = references.length;
  if (count > 0) {
    const [first, last] = [references[0] ?? '', references.at(-1) ?? ''];
    const [from, to] = await Promise.all([find(store, first), find(store, last)]);
    const names = references.slice(0, MOST_NAMED).join(', ') + (count > MOST_NAMED ? ' …' : '');
    console.log(
      `${inWords(count)}, received from ${minute(from.receivedAt)} to ${minute(to.receivedAt)} UTC: ${names}`,
    );
    await confirm('Delete for good?', 'Nothing was deleted.', yes);
  }
  const { gone, isScrubbed } = await removeForGood(store, references);
  if (count > 0) console.log(`${gone} deleted.`);
  if (!isScrubbed)
    throw new Failed(`${notScrubbed(store)} End that program, then run the same command again.`);
}

function sqliteFile(otherwise: string): string {
  const { database } = settings();
  if ('file' in database) return database.file;
  throw new Mistake(`The enquiries are in PostgreSQL; ${otherwise}.`);
}
