/**
 * The server as src/server/main.ts wires it, but one that begins and stops counting page views at a signal: two processes
 * of the same program differ by more than counting costs.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSiteData } from '../src/server/built.ts';
import { openStore } from '../src/server/enquiries/open.ts';
import { parseEnv } from '../src/server/environment.ts';
import { log } from '../src/server/http/log.ts';
import { startSite } from '../src/server/http/start.ts';
import { startCounting } from '../src/server/visits/start.ts';

const data = readSiteData();
const folder = mkdtempSync(join(tmpdir(), 'toggled-'));
const environment = parseEnv({ ...process.env, DATABASE_URL: `file:${folder}/enquiries.db` }, data);
const { store, limiter } = openStore(environment);
const { count } = startCounting(store.visits, log);

let isCounting = false;
process.on('SIGUSR2', () => {
  isCounting = !isCounting;
});
process.once('SIGTERM', () => {
  rmSync(folder, { recursive: true });
  process.exit();
});
await startSite({
  environment,
  data,
  store,
  limiter,
  onStored: () => {},
  onPage: (path, headers) => {
    if (isCounting) count(path, headers);
  },
});
