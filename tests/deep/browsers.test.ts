import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/routes.ts';
import { REFERENCE } from '../../src/server/db/enquiries.ts';
import { storedIn } from '../support/enquiries.ts';
import { builtFirm } from '../support/firm.ts';
import { database, url } from '../support/other-firm.ts';
import { type Driver, keys, startFirefox, startWebKit } from '../support/webdriver.ts';

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
  const open = (path: string, base = url) => driver.open(base + path);
  const address = () => driver.run(() => location.pathname + location.search);
  const until = <Values extends unknown[]>(script: (...values: Values) => boolean, ...values: Values) =>
    expect.poll(() => driver.run(script, ...values)).toBe(true);
  beforeAll(async () => {
    driver = await start();
  });
  afterAll(() => driver?.stop());

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
    const link = `header a[href="${routes.about}"]`;
    const isShown = () =>
      driver.run((link) => [...document.querySelectorAll(link)].some((one) => one.checkVisibility()), link);
    expect(await isShown()).toBe(false);
    await driver.click('.menu-button');
    await expect.poll(isShown).toBe(true);
    await driver.type(keys.escape);
    await expect.poll(isShown).toBe(false);
    await driver.click('.menu-button');
    await driver.click(link);
    await expect.poll(address).toBe(routes.about);
    expect(await driver.errors()).toEqual([]);
    // Back shows the page, not the menu.
    await driver.back();
    await expect.poll(address).toBe(routes.home);
    expect(await isShown()).toBe(false);
  });

  it('filters the articles, and Back returns to the category before', async () => {
    await driver.resize(...DESK);
    await open(routes.blog, least.url);
    const addresses = [await address()];
    for (const nth of [2, 3]) {
      await driver.click(`.category:nth-of-type(${nth})`);
      await expect.poll(address).not.toBe(addresses.at(-1));
      addresses.push(await address());
    }
    for (const before of addresses.slice(0, -1).reverse()) {
      await driver.back();
      await expect.poll(address).toBe(before);
    }
    expect(await driver.errors()).toEqual([]);
  });

  it('sends the form, after a mistake that its summary leads to', async () => {
    await driver.resize(...PHONE);
    await open(routes.contact);
    const message = `Sent by another browser, ${driver.name} ${Date.now()}`;
    await driver.click('#message');
    await driver.type('short');
    await driver.click('form button[type="submit"]');
    await driver.click('form a[href="#email"]');
    await until(() => document.activeElement?.id === 'email');
    await until(() => (document.querySelector('label[for="email"]')?.getBoundingClientRect().top ?? -1) >= 0);
    await driver.type('ada@example.com');
    expect(await driver.run(() => document.querySelector<HTMLInputElement>('#email')?.value)).toBe(
      'ada@example.com',
    );
    await driver.click('#message');
    await until(() => document.querySelector('#email-error') === null);
    await driver.type(` and now longer: ${message}`);
    await driver.click('form button[type="submit"]');
    await until(() => document.querySelector('.reference') !== null);
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
      driver.run(() =>
        [...document.querySelectorAll('.tip-text')].some((tip) =>
          tip.checkVisibility({ visibilityProperty: true }),
        ),
      );
    await driver.run((trigger) => {
      const stops = [...document.querySelectorAll<HTMLElement>('a, button')];
      stops[stops.findIndex((stop) => stop.matches(trigger)) - 1]?.focus();
    }, first);
    expect(await isShown()).toBe(false);
    await driver.type(keys.tab);
    await until((trigger) => document.activeElement?.matches(trigger) === true, first);
    await expect.poll(isShown).toBe(true);
    await driver.type(keys.escape);
    await expect.poll(isShown).toBe(false);
    expect(await driver.errors()).toEqual([]);
  });
});
