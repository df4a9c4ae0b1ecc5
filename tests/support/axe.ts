import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What axe finds wrong with a page: each rule with its place. */
export async function violations(page: Page): Promise<string[]> {
  // In the page itself: another is only needed to put together what frames report, and there are none.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  // The one rule of WCAG 2.2 that axe has, and leaves out unless it is asked for.
  const rules: Record<string, { enabled: boolean }> = { 'target-size': { enabled: true } };
  // Where the system chooses the colours, a browser goes on telling axe those of the grounds that it does not paint.
  if (await page.evaluate(() => matchMedia('(forced-colors: active)').matches))
    rules['color-contrast'] = { enabled: false };
  // Without the places of all that is right, which nobody reads.
  const { violations } = await axe.options({ rules, resultTypes: ['violations'] }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
