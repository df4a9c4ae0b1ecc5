import { memoryOf } from '../tests/support/memory.ts';
import { lackingWrk } from './lacking.ts';
import { loadRequests } from './load.ts';
import { notMeasured, type Part, part, thousands } from './report.ts';
import { startOurs } from './servers.ts';

const FEW = 10_000;
const MANY = 1_000_000;

/** What a process holds after its first requests and after a day's worth of them. */
export async function memory(): Promise<Part> {
  if (lackingWrk) return notMeasured('Memory', lackingWrk);
  const site = await startOurs();
  await loadRequests(`${site.url}/`, FEW);
  const few = memoryOf(site.pid);
  await loadRequests(`${site.url}/`, MANY - FEW);
  const many = memoryOf(site.pid);
  await site.stop();
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);
  return part(
    'Memory',
    [
      `One process holds ${megabytes(few)} MB after ${thousands(FEW)} requests and ${megabytes(many)} MB after ${thousands(MANY)}.`,
    ],
    [{ what: 'times the memory', figure: many / few, limit: 1.1, least: false }],
  );
}
