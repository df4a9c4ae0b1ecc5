/** The owner's inbox: `npm run inbox`, in a release `node inbox.mjs`. */
import { readFileSync, statfsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { dirname, extname, join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { filesBelow } from '../../lib/files-below.ts';
import type { Keeping } from '../../lib/inbox.ts';
import { Mistake } from '../../lib/mistake.ts';
import { whoAmI } from '../admin/actions.ts';
import { BACKUPS, newestBackup } from '../admin/backup.ts';
import { numberFrom } from '../admin/cli-values.ts';
import { openExisting, settings } from '../admin/open.ts';
import { builtFolder, INBOX, readSiteData } from '../built.ts';
import { addressOf, types } from '../http/files.ts';
import { openBrowser } from '../open-browser.ts';
import type { Settings } from '../settings.ts';
import { createApi } from './api.ts';
import { createInbox } from './app.ts';

process.umask(0o077);
const program = new Command(INBOX)
  .description('Read and handle the enquiries in a browser on this machine. Ctrl-C ends it.')
  .option('--port <number>', 'listen on this port instead of any free one', numberFrom(0, 65_535), 0)
  .option('--as <name>', 'the name that is stored with states and notes', whoAmI())
  .option('--backups <folder>', 'where backups are kept', BACKUPS)
  .option('--no-open', 'print the address only')
  .exitOverride()
  .showHelpAfterError('(add --help for the options)');

try {
  await start(program.parse().opts<Options>());
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode && 2;
  else {
    console.error((error as Error).message);
    process.exitCode = error instanceof Mistake ? 2 : 1;
  }
}

type Options = { port: number; as: string; backups: string; open: boolean };

async function start({ port, as: who, backups, open: opensBrowser }: Options): Promise<void> {
  const { name, countVisits } = readSiteData();
  const found = settings();
  const store = openExisting(found);
  await store
    .check()
    .catch(({ message }: Error) => console.error(`The store cannot be written to: ${message}`));
  const machine = () => lookAt(found, backups);
  const { app, token } = createInbox({
    files: readFiles(builtFolder('inbox')),
    api: createApi({ store, firm: name, who, countsVisits: countVisits, machine }),
    log: console.error,
  });
  // Not reachable from the network.
  await app.listen({ port, host: '127.0.0.1' }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE'
      ? new Mistake(`Port ${port} is in use. Choose another one with --port, or leave --port out.`)
      : error;
  });
  const listening = (app.server.address() as AddressInfo).port;
  const address = `http://127.0.0.1:${listening}/#${token}`;
  console.log(`The inbox of ${name} is open. Its address works once, on this machine:
  ${address}
On another machine, run there: ssh -L ${listening}:127.0.0.1:${listening} <this machine>
and open that address there while it runs. Ctrl-C ends the inbox.`);
  if (opensBrowser) openBrowser(address);

  const stop = async () => {
    await app.close();
    await store.close();
    process.exit();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
}

/** The built inbox, by the address of each file. */
function readFiles(folder: string) {
  return new Map(
    filesBelow(folder).map((name) => [
      addressOf(name),
      { type: types[extname(name)] ?? 'application/octet-stream', body: readFileSync(join(folder, name)) },
    ]),
  );
}

/** What this machine knows of the store: nothing, where a server of PostgreSQL has it. */
function lookAt({ database }: Settings, backups: string): Omit<Keeping, 'mail'> {
  if (!('file' in database)) return {};
  const { bavail, blocks, bsize } = statfsSync(dirname(database.file));
  return {
    backup: newestBackup(backups)?.toISOString() ?? null,
    disk: { free: bavail * bsize, share: bavail / blocks },
  };
}
