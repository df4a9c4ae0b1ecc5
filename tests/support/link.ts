import type { Locator } from 'playwright-core';

/** Where the one link with that name leads, without the subject of a mail. */
export async function destination(within: Locator, name: string): Promise<string | undefined> {
  const href = await within.getByRole('link', { name }).getAttribute('href');
  return href?.replace(/^(mailto:[^?]*)\?.*/, '$1');
}
