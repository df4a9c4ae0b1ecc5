import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { claimOf } from './other-firm.ts';

/** The page shows as many figures as it names claims, each with what it counts, and no section without any. */
export async function expectStats(
  page: Page,
  stats: { heading: string; claims: string[] } | null | undefined,
): Promise<void> {
  const expected = (stats?.claims ?? []).map(claimOf).map(({ figure, wording }) => [figure, wording]);
  const shown = await page
    .locator('.stats > div')
    .evaluateAll((all) =>
      all.map((stat) => ['dd', 'dt'].map((part) => stat.querySelector(part)?.textContent?.trim())),
    );
  expect(shown).toEqual(expected);
  if (stats && expected.length > 0)
    expect(await page.getByRole('region', { name: stats.heading }).locator('.stats').count()).toBe(1);
}
