import { expect, it } from 'vitest';
import { startSite } from '../support/server.ts';
import { median, visitBeside } from '../support/small-posts.ts';

const MOST_LATE_MS = 100;

it('answers every visitor beside posts that are made to cost as much as a post can', async () => {
  const site = await startSite(process.cwd(), { RATE_LIMIT: '10', DAILY_LIMIT: '2000' });
  const usual = median((await visitBeside(site.url, 2, 0)).pages);
  const { pages, attacks, enquiries, ...failed } = await visitBeside(site.url, 5, 50);
  await site.stop();
  expect(failed).toEqual({ failedPages: 0, failedEnquiries: 0 });
  expect(attacks).toBeGreaterThan(50);
  expect(enquiries).toBeGreaterThan(2);
  expect(median(pages)).toBeLessThan(usual + MOST_LATE_MS);
});
