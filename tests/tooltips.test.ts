import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { site } from '../src/config/site.ts';
import { routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { claimOf, wordsOf } from './support/content.ts';

const browser = browserForTests();
const { badges, linkedIn, x } = wordsOf('shared').footer;
const groups = [
  { group: 'the certification badges', role: 'button', names: badges.map((id) => claimOf(id).wording) },
  {
    group: 'the icon links',
    role: 'link',
    names: [site.linkedInUrl && linkedIn, site.xUrl && `${x} (`].filter((name) => name !== undefined),
  },
] as const;
/** The pointer goes from one to another: a firm may have fewer. */
const pairs = groups.filter(({ names }) => names.length > 1);
const hasBadges = badges.length > 0;
const hasAny = groups.some(({ names }) => names.length > 0);

/** Times are taken in the page, so that a slow machine does not look like a slow tooltip. */
interface Record {
  entered: number;
  left: number;
  shown: number | undefined;
}

// A browser that gets no processor for a second shows a tooltip late or all at once; another try tells which it was.
describe.each(pairs)('$group', { retry: 3 }, ({ role, names }) => {
  let page: Page;
  let first: Locator;
  let second: Locator;

  beforeEach(async () => {
    page = await browser.open(routes.home);
    const footer = page.getByRole('contentinfo');
    const trigger = (name = '') => footer.getByRole(role, { name });
    first = trigger(names[0]);
    second = trigger(names[1]);
    await first.scrollIntoViewIfNeeded();
    for (const each of [first, second]) await record(each);
  });

  it('wait some 700 ms before the first one shows', async () => {
    expect(await isShown(first)).toBe(false);
    await hover(page, first);
    const delay = await delayOf(first);
    expect(delay).toBeGreaterThan(600);
    expect(delay).toBeLessThan(1500);
    expect(await isShown(second)).toBe(false);
  });

  it('stay away from a pointer that only passes', async () => {
    await hover(page, first);
    await waitInPage(page, 200);
    await page.mouse.move(0, 0);
    await waitInPage(page, 1000);
    const { entered, left, shown } = await recordOf(first);
    expect(left).toBeGreaterThan(entered);
    // On a busy machine the pointer itself may have been slow to leave; then it did not only pass.
    if (left - entered < 600) expect(shown).toBeUndefined();
    else expect(shown ?? Number.POSITIVE_INFINITY).toBeGreaterThan(entered + 600);
  });

  it('show the second at once when the pointer comes from the first', async () => {
    await hover(page, first);
    await delayOf(first);
    await hover(page, second);
    expect(await delayOf(second)).toBeLessThan(400);
    await expect.poll(() => isShown(first)).toBe(false);
  });

  it('wait again after a longer pause', async () => {
    await hover(page, first);
    await delayOf(first);
    await page.mouse.move(0, 0);
    await waitInPage(page, 900);
    await hover(page, second);
    expect(await delayOf(second)).toBeGreaterThan(600);
  });

  it('stay while the pointer moves onto them', async () => {
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

  it('close on Escape under a resting pointer, and open when it comes again', async () => {
    await hover(page, first);
    await expect.poll(() => isShown(first)).toBe(true);
    await page.keyboard.press('Escape');
    expect(await isShown(first)).toBe(false);
    await page.mouse.move(0, 0);
    await hover(page, first);
    await expect.poll(() => isShown(first)).toBe(true);
  });

  it('close on Escape, and the focus stays', async () => {
    await tabTo(page, first);
    await expect.poll(() => isShown(first)).toBe(true);
    await page.keyboard.press('Escape');
    expect(await isShown(first)).toBe(false);
    expect(await first.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('are shown one at a time, to pointer and keyboard together', async () => {
    await hover(page, second);
    await expect.poll(() => isShown(second)).toBe(true);
    await tabTo(page, first);
    await expect.poll(() => isShown(first)).toBe(true);
    expect(await isShown(second)).toBe(false);
  });

  it('show to the keyboard too', async () => {
    await tabTo(page, first);
    expect(await first.evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(() => isShown(first)).toBe(true);
    await page.keyboard.press('Tab');
    await expect.poll(() => isShown(second)).toBe(true);
    await expect.poll(() => isShown(first)).toBe(false);
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

describe.runIf(hasBadges)('a badge that is pressed', () => {
  const wording = groups[0].names[0] ?? '';
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

describe.runIf(hasAny)('on a screen of 320 × 256', () => {
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

it.runIf(hasAny).each([320, 390, 768, 1024, 1440])(
  'cover nothing that can be pressed, at %i pixels',
  async (width) => {
    const page = await browser.open(routes.home, { viewport: { width, height: 700 } });
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
    expect(await page.locator('.tip-text').count()).toBeGreaterThan(0);
    expect(covered).toEqual([]);
  },
);

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

async function record(trigger: Locator) {
  await trigger.evaluate((element) => {
    const tip = element.nextElementSibling;
    const record: Record = { entered: 0, left: 0, shown: undefined };
    Object.assign(element, { record });
    element.addEventListener('pointerenter', () => {
      record.entered = performance.now();
    });
    element.addEventListener('pointerleave', () => {
      record.left = performance.now();
    });
    const look = () => {
      const visible = tip && getComputedStyle(tip).visibility === 'visible';
      if (visible) record.shown ??= performance.now();
      requestAnimationFrame(look);
    };
    look();
  });
}

const recordOf = (trigger: Locator) =>
  trigger.evaluate((element) => (element as unknown as { record: Record }).record);

async function delayOf(trigger: Locator): Promise<number> {
  await expect.poll(async () => (await recordOf(trigger)).shown).toBeDefined();
  const { entered, shown = 0 } = await recordOf(trigger);
  return shown - entered;
}

const waitInPage = (page: Page, milliseconds: number) =>
  page.evaluate((time) => new Promise((resolve) => setTimeout(resolve, time)), milliseconds);
