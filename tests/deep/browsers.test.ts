import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/routes.ts';
import { REFERENCE } from '../../src/server/db/enquiries.ts';
import { storedIn } from '../support/enquiries.ts';
import { builtFirm } from '../support/firm.ts';
import { database, url } from '../support/other-firm.ts';
import { type Driver, startFirefox, startWebKit } from '../support/webdriver.ts';
import { withoutScripts } from '../support/without-scripts.ts';

/** As narrow as a window of these browsers gets; below 768 px the pages are those of a phone. */
const PHONE = [400, 800] as const;
const DESK = [1280, 900] as const;
const own = await builtFirm('own');
/** Few enough articles for one page, which filters them. */
const least = await builtFirm('least');

describe.each([
  ['Firefox', startFirefox],
  ['WebKit', startWebKit],
])('%s', (_, start) => {
  let driver: Driver;
  let plain: Awaited<ReturnType<typeof withoutScripts>>;
  const open = (path: string, base = url) => driver.open(base + path);
  const path = () => driver.run(() => location.pathname + location.search);
  beforeAll(async () => {
    plain = await withoutScripts(url);
    driver = await start();
  });
  afterAll(async () => {
    await driver?.stop();
    plain?.stop();
  });

  it.each([PHONE, DESK])('shows every page %i px wide', async (...size) => {
    await driver.resize(...size);
    for (const route of own.everyRoute()) {
      await open(route, own.url);
      const seen = await driver.run(() => {
        const heading = document.querySelector('h1');
        return {
          isLarge: Number.parseFloat(getComputedStyle(heading ?? document.body).fontSize) >= 28,
          isFilled: (heading?.getBoundingClientRect().height ?? 0) > 20,
          overflow: document.documentElement.scrollWidth - innerWidth,
        };
      });
      expect(seen, route).toEqual({
        isLarge: true,
        isFilled: true,
        overflow: expect.toSatisfy((by) => by <= 0),
      });
      expect(await driver.errors(), route).toEqual([]);
    }
  });

  it('opens the menu, which leads to a page, and Escape closes it', async () => {
    await driver.resize(...PHONE);
    await open(routes.home);
    const isShown = (path: string) =>
      [...document.querySelectorAll(`header a[href="${path}"]`)].some((link) => link.checkVisibility());
    expect(await driver.run(isShown, routes.about)).toBe(false);
    await driver.click('.menu-button');
    await driver.until(isShown, routes.about);
    await driver.press('Escape');
    await driver.until(
      (path) =>
        ![...document.querySelectorAll(`header a[href="${path}"]`)].some((link) => link.checkVisibility()),
      routes.about,
    );
    await driver.click('.menu-button');
    await driver.click(`header a[href="${routes.about}"]`);
    await driver.until((path) => location.pathname === path, routes.about);
    expect(await driver.errors()).toEqual([]);
    // Whoever comes back finds the page, and not the menu.
    await driver.back();
    await driver.until((path) => location.pathname === path, routes.home);
    expect(await driver.run(isShown, routes.about)).toBe(false);
  });

  it('filters the articles, and Back returns to the category before', async () => {
    await driver.resize(...DESK);
    await open(routes.blog, least.url);
    const all = await path();
    const chosen: string[] = [];
    for (const nth of [2, 3]) {
      await driver.click(`.category:nth-of-type(${nth})`);
      await driver.until((before) => location.pathname + location.search !== before, chosen.at(-1) ?? all);
      chosen.push(await path());
    }
    await driver.back();
    await driver.until((before) => location.pathname + location.search === before, chosen[0] ?? '');
    await driver.back();
    await driver.until((before) => location.pathname + location.search === before, all);
    expect(await driver.errors()).toEqual([]);
  });

  it.each([
    ['with', () => url],
    ['without', () => plain.url],
  ])('sends the form %s scripts, after a mistake that its summary leads to', async (_, url) => {
    await driver.resize(...PHONE);
    await open(routes.contact, url());
    const message = `Sent by another browser, ${driver.name} ${Date.now()}`;
    await driver.click('#message');
    await driver.type('short');
    await driver.click('form button[type="submit"]');
    await driver.click('form a[href="#email"]');
    await driver.until(() => document.activeElement?.id === 'email');
    const isLabelSeen = await driver.run(
      () => (document.querySelector('label[for="email"]')?.getBoundingClientRect().top ?? -1) >= 0,
    );
    expect(isLabelSeen).toBe(true);
    // Only a script gives WebKit a caret in a field that a link leads to; without one, a visitor presses it.
    if (url() === plain.url) await driver.click('#email');
    await driver.type('ada@example.com');
    expect(await driver.run(() => document.querySelector<HTMLInputElement>('#email')?.value)).toBe(
      'ada@example.com',
    );
    await driver.click('#message');
    await driver.type(` and now longer: ${message}`);
    await driver.click('form button[type="submit"]');
    await driver.until(() => document.querySelector('.reference') !== null);
    const reference = await driver.run(() => document.querySelector('.reference')?.textContent ?? '');
    expect(reference).toMatch(REFERENCE);
    expect(storedIn(database, reference)).toMatchObject({ email: 'ada@example.com' });
    expect(await driver.errors()).toEqual([]);
  });

  it('shows a tooltip by keyboard, and Escape closes it', async () => {
    await driver.resize(...DESK);
    await open(routes.home);
    const first = 'footer .tip > *';
    const isShown = () =>
      [...document.querySelectorAll('.tip-text')].some((tip) =>
        tip.checkVisibility({ visibilityProperty: true }),
      );
    await driver.run((trigger) => {
      const stops = [...document.querySelectorAll<HTMLElement>('a, button')];
      stops[stops.findIndex((stop) => stop.matches(trigger)) - 1]?.focus();
    }, first);
    expect(await driver.run(isShown)).toBe(false);
    await driver.press('Tab');
    await driver.until((trigger) => document.activeElement?.matches(trigger) === true, first);
    await driver.until(isShown);
    await driver.press('Escape');
    await driver.until(
      () =>
        ![...document.querySelectorAll('.tip-text')].some((tip) =>
          tip.checkVisibility({ visibilityProperty: true }),
        ),
    );
    expect(await driver.errors()).toEqual([]);
  });
});
