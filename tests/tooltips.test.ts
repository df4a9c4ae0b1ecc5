import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { claimOf, wordsOf } from './support/content.ts';

const browser = browserForTests();
const { badges, linkedIn, x } = wordsOf('shared').footer;
const groups = {
  'the certification badges': { role: 'button', names: badges.map((id) => claimOf(id).wording) },
  'the icon links': { role: 'link', names: [linkedIn, `${x} (`] },
} as const;

/** Times are taken in the page, so that a slow machine does not look like a slow tooltip. */
interface Record {
  entered: number;
  left: number;
  shown: number | undefined;
}

// A browser that gets no processor for a second shows a tooltip late or all at once; another try tells which it was.
describe.each(Object.entries(groups))('%s', { retry: 3 }, (_, { role, names }) => {
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

  it('show to the keyboard too', async () => {
    await first.evaluate((element) => {
      const all = [...document.querySelectorAll<HTMLElement>('a, button')];
      all[all.indexOf(element as HTMLElement) - 1]?.focus();
    });
    await page.keyboard.press('Tab');
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

it.each([320, 390, 768, 1024, 1440])('cover nothing that can be pressed, at %i pixels', async (width) => {
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
});

/** The tooltip stands behind its trigger. */
const tipOf = (trigger: Locator) => trigger.locator('xpath=following-sibling::*');

const isShown = (trigger: Locator) =>
  tipOf(trigger).evaluate((tip) => getComputedStyle(tip).visibility === 'visible');

/** One step, so that the pointer leaves one trigger and enters the next at the same moment. */
async function hover(page: Page, trigger: Locator) {
  const box = await trigger.boundingBox();
  if (!box) throw new Error('The trigger is not on the page.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
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
