import type { Locator } from 'playwright-core';
import { site } from '../../src/config/site.ts';
import { enquiryPath } from '../../src/routes.ts';

/** Where a meeting is asked for: a firm without a booking page is written to. */
export const meeting = site.bookingUrl ?? enquiryPath;

/** Where the one link with that name leads, without the subject of a mail. */
export async function destination(within: Locator, name: string): Promise<string | undefined> {
  const href = await within.getByRole('link', { name }).getAttribute('href');
  return href?.replace(/^(mailto:[^?]*)\?.*/, '$1');
}
