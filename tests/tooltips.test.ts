import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { claimOf, wordsOf } from './support/other-firm.ts';

const browser = browserForTests();
const { badges, linkedIn, x } = wordsOf('shared').footer;
const theBadges = { role: 'button', names: badges.map((id) => claimOf(id).wording) } as const;
const theIcons = { role: 'link', names: [linkedIn, `${x} (`] } as const;

/** The home page, and the first two of a group. */
async function open({ role, names }: typeof theBadges | typeof theIcons) {
  const page = await browser.newPage();
  // What the group remembers is a matter of timers, and those are the test's.
  await page.clock.install();
  await page.goto(routes.home);
  const footer = page.getByRole('contentinfo');
  const [first, second] = [names[0], names[1]].map((name = '') => footer.getByRole(role, { name }));
  if (!first || !second) throw new Error('A group has two.');
  await first.scrollIntoViewIfNeeded();
  return { page, first, second };
}

it('stay while the pointer moves onto them', async () => {
  const { page, first: trigger } = await open(theBadges);
  await hover(page, trigger);
  await expect.poll(() => isShown(trigger)).toBe(true);
  const seen = await watchShown(trigger);
  const from = await boxOf(trigger);
  const tip = await boxOf(tipOf(trigger));
  await page.mouse.move(from.x + from.width / 2, tip.y + tip.height / 2, { steps: 30 });
  await page.mouse.move(tip.x + tip.width / 2, tip.y + tip.height / 2, { steps: 10 });
  expect(await seen()).toEqual([true]);
});

it('show to the keyboard one at a time, also beside a pointer, and close on Escape while the focus stays', async () => {
  const { page, first, second } = await open(theIcons);
  await hover(page, second);
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

it('wait 700 ms before the first one shows, and not before the next; after a pause they wait again', async () => {
  const { page, first, second } = await open(theBadges);
  expect(await isShown(first)).toBe(false);
  await hover(page, first);
  expect(await delayOf(first)).toBe('0.7s');
  await expect.poll(() => isShown(first)).toBe(true);
  expect(await isShown(second)).toBe(false);
  await page.clock.runFor(700);
  await hover(page, second);
  expect(await delayOf(second)).toBe('0s');
  await expect.poll(() => isShown(second)).toBe(true);
  await expect.poll(() => isShown(first)).toBe(false);
  await page.mouse.move(0, 0);
  await page.clock.runFor(300);
  await hover(page, second);
  expect(await delayOf(second)).toBe('0.7s');
});

it('close on Escape under a resting pointer, and open when it comes again', async () => {
  const { page, first } = await open(theBadges);
  await hover(page, first);
  await expect.poll(() => isShown(first)).toBe(true);
  await page.keyboard.press('Escape');
  expect(await isShown(first)).toBe(false);
  await page.mouse.move(0, 0);
  await hover(page, first);
  await expect.poll(() => isShown(first)).toBe(true);
});

it.each([
  ['a tap', (badge: Locator) => badge.tap()],
  ['the Enter key', (badge: Locator) => badge.press('Enter')],
] as const)(
  'a badge that is pressed by %s shows its words at once, and hides them again',
  async (_, press) => {
    const page = await browser.open(routes.home, { hasTouch: true });
    const footer = page.getByRole('contentinfo');
    const badge = footer.getByRole('button', { name: theBadges.names[0] ?? '' });
    for (const shown of [true, false, true]) {
      // Looked at when the press ends, so that the usual delay cannot be taken for it.
      await badge.evaluate((element) => {
        const look = () => {
          const { visibility } = getComputedStyle(element.nextElementSibling as Element);
          Object.assign(element, { visibility });
        };
        addEventListener('click', look, { once: true });
      });
      await press(badge);
      const after = await badge.evaluate((element) => (element as unknown as CSSStyleDeclaration).visibility);
      expect(after).toBe(shown ? 'visible' : 'hidden');
      expect(await badge.getAttribute('aria-expanded')).toBe(String(shown));
    }
    await footer.click({ position: { x: 2, y: 2 } });
    expect(await isShown(badge)).toBe(false);
  },
);

it('on a small screen are in view for the keyboard, and under the bar for the thumb, not over its button', async () => {
  const page = await browser.open(routes.home, { viewport: { width: 320, height: 256 } });
  const bar = page.locator('.action-bar');
  /** Scrolls until the top of the trigger is as far above the bottom of the screen. */
  const raise = (trigger: Locator, pixels: number) =>
    trigger.evaluate((element, by) => {
      scrollBy(0, element.getBoundingClientRect().top - innerHeight + by);
    }, pixels);
  const triggers = await page.locator('.tip > :first-child').all();
  for (const trigger of triggers) {
    await raise(trigger, 10);
    await tabTo(page, trigger);
    await expect.poll(() => isShown(trigger)).toBe(true);
    const { y, height } = await boxOf(tipOf(trigger));
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y + height).toBeLessThanOrEqual((await boxOf(bar)).y);
  }
  const [first] = triggers;
  if (!first) throw new Error('There is no tooltip.');
  await raise(first, (await boxOf(bar)).height + (await boxOf(first)).height);
  await hover(page, first);
  await expect.poll(() => isShown(first)).toBe(true);
  const tip = await boxOf(tipOf(first));
  const button = await boxOf(bar.getByRole('link'));
  const isFree = await bar.evaluate(
    (element, [left, top]) => element.contains(document.elementFromPoint(left, top)),
    [Math.max(tip.x, button.x) + 20, Math.max(tip.y, button.y) + 9] as const,
  );
  expect(isFree).toBe(true);
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
        const isInside = box.left >= 0 && box.right <= innerWidth;
        const covered = [...document.querySelectorAll('footer :is(a, button)')].filter((other) => {
          const { left, right, top, bottom } = other.getBoundingClientRect();
          return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
        });
        return [
          ...(isInside ? [] : [`${tip.textContent} leaves the screen`]),
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

/** What was seen from now on, frame by frame: shown, hidden, or both. */
async function watchShown(trigger: Locator) {
  await tipOf(trigger).evaluate((tip) => {
    const seen = new Set<boolean>();
    Object.assign(tip, { seen });
    const look = () => {
      seen.add(getComputedStyle(tip).visibility === 'visible');
      requestAnimationFrame(look);
    };
    look();
  });
  return () => tipOf(trigger).evaluate((tip) => [...(tip as unknown as { seen: Set<boolean> }).seen]);
}

/** One step, so that the pointer leaves one trigger and enters the next at the same moment. */
async function hover(page: Page, trigger: Locator) {
  const box = await boxOf(trigger);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not on the page.');
  return box;
}

/** How long a tooltip waits before it shows, as it stands now. */
const delayOf = (trigger: Locator) =>
  tipOf(trigger).evaluate((tip) => getComputedStyle(tip).transitionDelay.split(', ')[0]);
