import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

type RunOptions = Parameters<AxeBuilder['options']>[0];

/** What axe finds wrong with a page: each rule with its place. */
export async function violations(page: Page): Promise<string[]> {
  // The one rule of WCAG 2.2 that axe has, and leaves out unless it is asked for.
  const rules: RunOptions['rules'] = { 'target-size': { enabled: true } };
  // Where the system chooses the colours, a browser goes on telling axe those of the grounds that it does not paint.
  if (await page.evaluate(() => matchMedia('(forced-colors: active)').matches))
    rules['color-contrast'] = { enabled: false };
  return found(page, { rules });
}

/** The same in light, and in dark, where nothing but the colours is another. The page has to want no motion. */
export async function violationsInBoth(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const inLight = await violations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  return [...inLight, ...(await violationsOfColour(page)).map((text) => `in dark: ${text}`)];
}

export const violationsOfColour = (page: Page) =>
  found(page, { runOnly: { type: 'tag', values: ['cat.color'] } });

async function found(page: Page, options: RunOptions): Promise<string[]> {
  // In the page itself: another is only needed to put together what frames report, and there are none.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  // Without the places of all that is right, which nobody reads.
  const { violations } = await axe.options({ ...options, resultTypes: ['violations'] }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
