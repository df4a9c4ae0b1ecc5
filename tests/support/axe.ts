import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** What axe finds wrong with a page: each rule with its place. */
export async function violations(page: Page, withColours = true): Promise<string[]> {
  // The one rule of WCAG 2.2 that axe has, and leaves out unless it is asked for.
  const rules: axe.RunOptions['rules'] = {
    'target-size': { enabled: true },
    'color-contrast': { enabled: withColours },
  };
  // Where the system chooses the colours, a browser goes on telling axe those of the grounds that it does not paint.
  if (await page.evaluate(() => matchMedia('(forced-colors: active)').matches))
    rules['color-contrast'] = { enabled: false };
  return found(page, { rules });
}

/** The same in light, and in dark, where nothing but the colours is another. */
export async function violationsInBoth(page: Page): Promise<string[]> {
  await paint(page, 'light');
  const inLight = await violations(page);
  await paint(page, 'dark');
  return [...inLight, ...(await violationsOfColour(page)).map((text) => `in dark: ${text}`)];
}

/** A button takes its new colours in a fraction of a second; what is tied to scrolling never ends. */
async function paint(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(() => {
    const timed = document.getAnimations().filter(({ timeline }) => timeline === document.timeline);
    return Promise.allSettled(timed.map(({ finished }) => finished));
  });
}

export const violationsOfColour = (page: Page) =>
  found(page, { runOnly: { type: 'tag', values: ['cat.color'] } });

async function found(page: Page, options: axe.RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  // Without the places of everything that passed, which are not used.
  const { violations } = await page.evaluate(
    (options) => (window as unknown as { axe: typeof axe }).axe.run(options),
    { ...options, resultTypes: ['violations'] } satisfies axe.RunOptions,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
