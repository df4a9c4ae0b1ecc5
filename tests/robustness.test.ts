import { expect, it } from 'vitest';
import { routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { expectContrast, expectIntact } from './support/every-page.ts';
import { builtFirm } from './support/firm.ts';
import { cutTexts } from './support/in-page.ts';
import { makeOlder } from './support/older-browser.ts';

const own = await builtFirm('own');
const { newPage } = browserForTests({ firm: 'own' });
const other = browserForTests();
/** A setting for larger letters: the usual size is 16. */
const largePrint = browserForTests({ firm: 'own', flags: ['--blink-settings=defaultFontSize=32'] });

const oneArticle = own.everyRoute().slice(0, Object.keys(routes).length + 1);
it.each([...oneArticle, '/no-such-page'])('%s holds text of twice the size', async (path) => {
  const page = await largePrint.open(path, { reducedMotion: 'reduce' });
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
  for (const width of [390, 640, 1280]) {
    await expectIntact(page, width);
    expect(await cutTexts(page), `at ${width} px`).toEqual([]);
  }
});

it.each([
  ['light-dark() and popover', ['light-dark()', 'popover']],
  ['light-dark()', ['light-dark()']],
  ['popover', ['popover']],
] as const)('without %s, in an older browser, every page is plain and readable', async (_, without) => {
  const page = await newPage({ reducedMotion: 'reduce' });
  await makeOlder(page, ...without);
  // All pages where nothing of it is known; where half of it is, those that show most of it.
  for (const path of without.length > 1 ? Object.values(routes) : [routes.home, routes.contact]) {
    if (!own.everyRoute().includes(path)) continue;
    await page.goto(path);
    for (const width of [390, 1280]) await expectIntact(page, width);
    expect(await page.locator('.menu-link:visible').count()).toBeGreaterThan(3);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectContrast(page);
    }
  }
});

it('shows in forced colours which answers are open', async () => {
  const page = await other.open(routes.faq, { forcedColors: 'active', reducedMotion: 'reduce' });
  const question = page.locator('details:not([open]) summary').first();
  await question.scrollIntoViewIfNeeded();
  const { x = 0, y = 0, width = 0 } = (await question.boundingBox()) ?? {};
  // The mark at the end of its line.
  const mark = () => page.screenshot({ clip: { x: x + width - 24, y, width: 24, height: 60 } });
  const closed = await mark();
  await question.evaluate((element) => element.parentElement?.setAttribute('open', ''));
  expect(closed.equals(await mark())).toBe(false);
});
