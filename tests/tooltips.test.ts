import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
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

describe.each([
  ['the certification badges', theBadges],
  ['the icon links', theIcons],
] as const)('%s', (_, group) => {
  it('stay while the pointer moves onto them', async () => {
    const { page, first, second } = await open(group);
    for (const trigger of [first, second]) {
      await hover(page, trigger);
      await expect.poll(() => isShown(trigger)).toBe(true);
      const seen = await watchShown(trigger);
      const from = await boxOf(trigger);
      const tip = await boxOf(tipOf(trigger));
      await page.mouse.move(from.x + from.width / 2, tip.y + tip.height / 2, { steps: 30 });
      await page.mouse.move(tip.x + tip.width / 2, tip.y + tip.height / 2, { steps: 10 });
      expect(await seen()).toEqual([true]);
    }
  });

  it('show to the keyboard too', async () => {
    const { page, first, second } = await open(group);
    await tabTo(page, first);
    expect(await first.evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(() => isShown(first)).toBe(true);
    await page.keyboard.press('Tab');
    await expect.poll(() => isShown(second)).toBe(true);
    await expect.poll(() => isShown(first)).toBe(false);
  });
});

describe('any of them', () => {
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

  it('close on Escape, and the focus stays', async () => {
    const { page, first } = await open(theBadges);
    await tabTo(page, first);
    await expect.poll(() => isShown(first)).toBe(true);
    await page.keyboard.press('Escape');
    expect(await isShown(first)).toBe(false);
    expect(await first.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('are shown one at a time, to pointer and keyboard together', async () => {
    const { page, first, second } = await open(theBadges);
    await hover(page, second);
    await expect.poll(() => isShown(second)).toBe(true);
    await tabTo(page, first);
    await expect.poll(() => isShown(first)).toBe(true);
    expect(await isShown(second)).toBe(false);
  });
});

it('the badges are described by what their tooltip says', async () => {
  const page = await browser.open(routes.home);
  for (const { wording, detail } of badges.map(claimOf)) {
    const badge = page.getByRole('contentinfo').getByRole('button', { name: wording });
    const id = await badge.getAttribute('aria-describedby');
    const tip = page.locator(`#${id}`);
    expect(await tip.getAttribute('role')).toBe('tooltip');
    expect(await tip.textContent()).toBe(detail ?? wording);
  }
});

describe('a badge that is pressed', () => {
  const wording = theBadges.names[0] ?? '';
  const presses = {
    'a click': (badge: Locator) => badge.click(),
    'a tap': (badge: Locator) => badge.tap(),
    'the Enter key': (badge: Locator) => badge.press('Enter'),
    'the space bar': (badge: Locator) => badge.press('Space'),
  };

  it.each(Object.entries(presses))(
    'by %s shows its words at once, and hides them again',
    async (_, press) => {
      const page = await browser.open(routes.home, { hasTouch: true });
      const badge = page.getByRole('contentinfo').getByRole('button', { name: wording });
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
        const after = await badge.evaluate(
          (element) => (element as unknown as CSSStyleDeclaration).visibility,
        );
        expect(after).toBe(shown ? 'visible' : 'hidden');
        expect(await badge.getAttribute('aria-expanded')).toBe(String(shown));
      }
      await page.getByRole('contentinfo').click({ position: { x: 2, y: 2 } });
      expect(await isShown(badge)).toBe(false);
    },
  );
});

describe('on a screen of 320 × 256', () => {
  const open = async () => {
    const page = await browser.open(routes.home, { viewport: { width: 320, height: 256 } });
    const triggers = await page.locator('.tip > :first-child').all();
    expect(triggers.length).toBeGreaterThan(0);
    return { page, triggers, bar: page.locator('.action-bar') };
  };
  /** Scrolls until the top of the trigger is as far above the bottom of the screen. */
  const raise = (trigger: Locator, pixels: number) =>
    trigger.evaluate((element, by) => {
      scrollBy(0, element.getBoundingClientRect().top - innerHeight + by);
    }, pixels);

  it('they are under the bar for the thumb, not over its button', async () => {
    const { page, triggers, bar } = await open();
    for (const trigger of triggers) {
      const { height } = await boxOf(trigger);
      await raise(trigger, (await boxOf(bar)).height + height);
      await hover(page, trigger);
      await expect.poll(() => isShown(trigger)).toBe(true);
      const { x, y } = await boxOf(tipOf(trigger));
      const button = await boxOf(bar.getByRole('link'));
      const isFree = await bar.evaluate(
        (element, [left, top]) => element.contains(document.elementFromPoint(left, top)),
        [Math.max(x, button.x) + 20, Math.max(y, button.y) + 9] as const,
      );
      expect(isFree).toBe(true);
    }
  });

  it('they are all in view for whoever comes by keyboard', async () => {
    const { page, triggers, bar } = await open();
    for (const trigger of triggers) {
      await raise(trigger, 10);
      await tabTo(page, trigger);
      await expect.poll(() => isShown(trigger)).toBe(true);
      const { y, height } = await boxOf(tipOf(trigger));
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y + height).toBeLessThanOrEqual((await boxOf(bar)).y);
    }
  });
});

it.each([320, 1440])('are inside a screen %i pixels wide', async (width) => {
  const page = await browser.open(routes.home, { viewport: { width, height: 700 }, reducedMotion: 'reduce' });
  for (const { wording } of badges.map(claimOf)) {
    const badge = page.getByRole('contentinfo').getByRole('button', { name: wording });
    await badge.hover();
    await expect.poll(() => isShown(badge)).toBe(true);
    const { left, right } = await tipOf(badge).evaluate((tip) => tip.getBoundingClientRect());
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(width);
  }
});

it('cover nothing that can be pressed, at any width', async () => {
  const page = await browser.open(routes.home);
  for (const width of [320, 390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 700 });
    // A tooltip has its place also while it is hidden.
    const covered = await page.locator('.tip-text').evaluateAll((tips) =>
      tips.flatMap((tip) => {
        const box = tip.getBoundingClientRect();
        return [...document.querySelectorAll('footer :is(a, button)')]
          .filter((other) => {
            const { left, right, top, bottom } = other.getBoundingClientRect();
            return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
          })
          .map((other) => `${other.textContent} by ${tip.textContent}`);
      }),
    );
    expect(covered, `at ${width} px`).toEqual([]);
  }
  expect(await page.locator('.tip-text').count()).toBeGreaterThan(0);
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
