import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { defineContrast, LEAST, type Pair, textPairs } from './support/contrast.ts';
import { everyRoute } from './support/routes.ts';

const { open } = browserForTests();

describe.each(['light', 'dark'] as const)('contrast in %s', (colorScheme) => {
  it.each([...everyRoute(), '/no-such-page'])('%s: every text on its surface', async (path) => {
    const page = await open(path, { colorScheme, reducedMotion: 'reduce' });
    const pairs = await textPairs(page);
    expect(pairs.length).toBeGreaterThan(3);
    expect(pairs.filter(({ ratio, kind }) => ratio < LEAST[kind])).toEqual([]);
  });

  it('the form: every control on its surface', async () => {
    const page = await open(routes.contact, { colorScheme });
    const pairs = await controlPairs(page);
    expect(pairs.length).toBeGreaterThan(4);
    expect(pairs.filter(({ ratio }) => ratio < LEAST.control)).toEqual([]);
  });
});

async function controlPairs(page: Page): Promise<Pair[]> {
  await page.evaluate(defineContrast);
  return page.evaluate(() =>
    [...document.querySelectorAll('.control')].map((control) => {
      const { borderTopColor } = getComputedStyle(control);
      const surface = control.parentElement ?? control;
      return {
        ...window.contrastOf(borderTopColor, surface),
        text: control.id,
        color: borderTopColor,
        kind: 'control',
      };
    }),
  );
}
