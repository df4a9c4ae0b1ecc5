import type { Locator } from 'playwright-core';

/** The statistics within, as pairs of a figure and what it counts. */
export const statsIn = (within: Locator) =>
  within
    .locator('dl > div')
    .evaluateAll((stats) =>
      stats.map((stat) => ['dd', 'dt'].map((part) => stat.querySelector(part)?.textContent?.trim())),
    );
