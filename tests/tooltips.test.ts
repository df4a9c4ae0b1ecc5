import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { routes } from '../src/routes.ts';
import { violationsInBoth } from './support/axe.ts';
import { browserForTests } from './support/browser.ts';
import { claimOf, wordsOf } from './support/other-firm.ts';

const browser = browserForTests();
const { badges, linkedIn, x } = wordsOf('shared').footer;

/** The home page, and the first two of a group. */
async function open(role: 'button' | 'link', [first, second]: string[], options = {}) {
  const page = await browser.open(routes.home, options);
  const find = (name = '') => page.getByRole('contentinfo').getByRole(role, { name });
  await find(first).scrollIntoViewIfNeeded();
  return { page, first: find(first), second: find(second) };
}
const openBadges = (options = {}) =>
  open(
    'button',
    badges.map((id) => claimOf(id).wording),
    options,
  );

it('stay while the pointer moves onto them, close on Escape below it, and open when it comes again', async () => {
  const { page, first: trigger } = await openBadges();
  await trigger.hover();
  await expect.poll(() => isShown(trigger)).toBe(true);
  const { x, y } = middleOf(await boxOf(trigger));
  const tip = middleOf(await boxOf(tipOf(trigger)));
  for (let step = 1; step <= 10; step++) {
    await page.mouse.move(x + ((tip.x - x) * step) / 10, y + ((tip.y - y) * step) / 10);
    expect(await isShown(trigger)).toBe(true);
  }
  await page.keyboard.press('Escape');
  expect(await isShown(trigger)).toBe(false);
  await page.mouse.move(0, 0);
  await trigger.hover();
  await expect.poll(() => isShown(trigger)).toBe(true);
});

it('show to the keyboard one at a time, also beside a pointer, and close on Escape while the focus stays', async () => {
  const { page, first, second } = await open('link', [linkedIn, `${x} (`]);
  await second.hover();
  await expect.poll(() => isShown(second)).toBe(true);
  await tabTo(page, first);
  await expect.poll(() => isShown(first)).toBe(true);
  expect(await isShown(second)).toBe(false);
  await page.mouse.move(0, 0);
  await page.keyboard.press('Tab');
  await expect.poll(() => isShown(second)).toBe(true);
  await expect.poll(() => isShown(first)).toBe(false);
  await page.keyboard.press('Escape');
  expect(await isShown(second)).toBe(false);
  expect(await second.evaluate((element) => element === document.activeElement)).toBe(true);
});

it.each([
  ['a tap', (badge: Locator) => badge.tap()],
  ['the Enter key', (badge: Locator) => badge.press('Enter')],
] as const)('a badge that is pressed by %s shows its words, and hides them again', async (_, press) => {
  const { page, first: badge } = await openBadges({ hasTouch: true, reducedMotion: 'reduce' });
  for (const shown of [true, false, true]) {
    await press(badge);
    expect(await badge.getAttribute('aria-expanded')).toBe(String(shown));
    await expect.poll(() => isShown(badge)).toBe(shown);
  }
  expect(await violationsInBoth(page)).toEqual([]);
  await page.getByRole('contentinfo').click({ position: { x: 2, y: 2 } });
  expect(await isShown(badge)).toBe(false);
});

it('are in view for the keyboard on a small screen, above the bar for the thumb', async () => {
  const page = await browser.open(routes.home, { viewport: { width: 320, height: 256 } });
  for (const trigger of await page.locator('.tip > :first-child').all()) {
    // At the bottom of the screen.
    await trigger.evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - innerHeight + 10));
    await tabTo(page, trigger);
    await expect.poll(() => isShown(trigger)).toBe(true);
    const { y, height } = await boxOf(tipOf(trigger));
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y + height).toBeLessThanOrEqual((await boxOf(page.locator('.action-bar'))).y);
  }
});

it('describe the badges, are inside the screen and cover nothing that can be pressed, at any width', async () => {
  const page = await browser.open(routes.home);
  for (const { wording, detail } of badges.map(claimOf)) {
    const badge = page.getByRole('contentinfo').getByRole('button', { name: wording });
    const tip = page.locator(`#${await badge.getAttribute('aria-describedby')}`);
    expect([await tip.getAttribute('role'), await tip.textContent()]).toEqual(['tooltip', detail ?? wording]);
  }
  for (const width of [320, 768, 1440]) {
    await page.setViewportSize({ width, height: 700 });
    // A tooltip has its place also while it is hidden.
    const wrong = await page.locator('.tip-text').evaluateAll((tips) =>
      tips.flatMap((tip) => {
        const box = tip.getBoundingClientRect();
        const covered = [...document.querySelectorAll('footer :is(a, button)')].filter((other) => {
          const { left, right, top, bottom } = other.getBoundingClientRect();
          return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
        });
        return [
          ...(box.left >= 0 && box.right <= innerWidth ? [] : [`${tip.textContent} leaves the screen`]),
          ...covered.map((other) => `${tip.textContent} covers ${other.textContent}`),
        ];
      }),
    );
    expect(wrong, `at ${width} px`).toEqual([]);
  }
});

/** The tooltip stands behind its trigger. */
const tipOf = (trigger: Locator) => trigger.locator('xpath=following-sibling::*');

const isShown = (trigger: Locator) =>
  tipOf(trigger).evaluate((tip) => getComputedStyle(tip).visibility === 'visible');

/** By the keyboard, from what can be reached before it. */
async function tabTo(page: Page, trigger: Locator) {
  await trigger.evaluate((element) => {
    const all = [...document.querySelectorAll<HTMLElement>('a, button')];
    all[all.indexOf(element as HTMLElement) - 1]?.focus({ preventScroll: true });
  });
  await page.keyboard.press('Tab');
}

const middleOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

async function boxOf(element: Locator): Promise<Box> {
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not on the page.');
  return box;
}
