import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What axe finds wrong with a page: each rule with its place. */
export async function violations(page: Page): Promise<string[]> {
  // In the page itself: another is only needed to put together what frames report, and there are none.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  // The one rule of WCAG 2.2 that axe has, and leaves out unless it is asked for.
  const { violations } = await axe.options({ rules: { 'target-size': { enabled: true } } }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
