/** The owner's inbox: `npm run inbox`, in a release `node inbox.mjs`. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statfsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { dirname, extname, join } from 'node:path';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import type { Keeping } from '../../lib/inbox.ts';
import { Mistake } from '../../lib/mistake.ts';
import { whoAmI } from '../admin/actions.ts';
import { BACKUPS, newestBackup } from '../admin/backup.ts';
import { openExisting, settings } from '../admin/open.ts';
import { builtFolder, INBOX, readBuilt, readSiteData } from '../built.ts';
import { LossyDatabase } from '../db/postgres.ts';
import { types } from '../http/files.ts';
import type { Settings } from '../settings.ts';
import { createApi } from './api.ts';
import { createInbox } from './app.ts';

process.umask(0o077);
const program = new Command(INBOX)
  .description('Read and handle the enquiries in a browser on this machine. It ends with Ctrl-C.')
  .option('--port <number>', 'listen on this port instead of any free one', portOf, 0)
  .option('--as <name>', 'the name under which states and notes are kept', whoAmI())
  .option('--backups <folder>', 'where backups are kept', BACKUPS)
  .option('--no-open', 'print the address only')
  .exitOverride()
  .showHelpAfterError('(add --help for the options)');

try {
  await start(program.parse().opts<Options>());
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode && 2;
  else {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = error instanceof Mistake ? 2 : 1;
  }
}

interface Options {
  port: number;
  as: string;
  backups: string;
  open: boolean;
}

async function start({ port, as: who, backups, open: opensBrowser }: Options): Promise<void> {
  const files = readFiles();
  const { name, countVisits } = readSiteData();
  const found = settings();
  const store = openExisting(found, ({ message }) =>
    console.error(`The connection to the store broke: ${message}`),
  );
  await store.check().catch((error: Error) => {
    if (error instanceof LossyDatabase) throw error;
    console.error(`The store cannot be written to: ${error.message}`);
  });
  // Not waited for: an old store of very many is indexed meanwhile, and whoever searches sooner waits for it.
  store.prepareSearch().catch((error: Error) => console.error(`The search is not ready: ${error.message}`));
  const api = createApi({
    store,
    firm: name,
    who,
    countsVisits: countVisits,
    machine: () => lookAt(found, backups),
  });
  const { app, token } = createInbox({ files, api, log: console.error });
  // Nobody else on the network can reach it.
  await app.listen({ port, host: '127.0.0.1' }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE'
      ? new Mistake(`Port ${port} is in use. Choose another one with --port, or none.`)
      : error;
  });
  const listening = (app.server.address() as AddressInfo).port;
  const address = `http://127.0.0.1:${listening}/#${token}`;
  console.log(`The inbox of ${name} is open. Its address works once, on this machine:`);
  console.log(`  ${address}`);
  console.log(`On another machine, run there: ssh -L ${listening}:127.0.0.1:${listening} <this machine>`);
  console.log('and open that address there while it runs. Ctrl-C ends the inbox.');
  if (opensBrowser) openBrowser(address);

  const stop = async () => {
    await app.close();
    await store.close();
    process.exit();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
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

/** The built inbox, by the address of each file. */
function readFiles(): Map<string, { type: string; body: Buffer }> {
  const page = { type: typeOf('.html'), body: Buffer.from(readBuilt('inbox/index.html')) };
  const assets = readdirSync(builtFolder('inbox/assets')).map(
    (name) =>
      [
        `/assets/${name}`,
        { type: typeOf(extname(name)), body: readFileSync(join(builtFolder('inbox/assets'), name)) },
      ] as const,
  );
  return new Map([['/', page], ...assets]);
}

function typeOf(ending: string): string {
  return types[ending] ?? 'application/octet-stream';
}

/** Where there is a desktop; elsewhere the address is there to be copied. */
function openBrowser(address: string): void {
  const { DISPLAY, WAYLAND_DISPLAY, SSH_CONNECTION } = process.env;
  const [command, ...words] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', address]
        : ['xdg-open', address];
  const hasDesktop = process.platform !== 'linux' || DISPLAY || WAYLAND_DISPLAY;
  if (!hasDesktop || SSH_CONNECTION || !command) return;
  spawn(command, words, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port < 65_536) return port;
  throw new InvalidArgumentError('wanted: a number up to 65535.');
}
