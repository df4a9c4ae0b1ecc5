import { onTestFinished } from 'vitest';
import { type RunningSite, startSite } from './server.ts';

/** A site that runs until the end of the test. */
export async function startForTest(...of: Parameters<typeof startSite>): Promise<RunningSite> {
  const site = await startSite(...of);
  onTestFinished(site.stop);
  return site;
}
