import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { routes } from '../src/routes.ts';
import { violationsInBoth } from './support/axe.ts';
import { browserForTests } from './support/browser.ts';
import { root, wordsOf } from './support/other-firm.ts';

const { newPage, open } = browserForTests();

it('lets axe find what is wrong', async () => {
  const page = await open(routes.home, { reducedMotion: 'reduce' });
  await page.evaluate(() => {
    const text = document.createElement('s');
    text.textContent = 'Black on black';
    text.style.background = '#000';
    text.style.color = 'light-dark(#fff, #111)';
    document.querySelector('main')?.append(document.createElement('img'), text);
  });
  expect(await violationsInBoth(page)).toEqual(['image-alt: #main > img', 'in dark: color-contrast: s']);
});

describe('axe, in light and in dark,', () => {
  const options = { reducedMotion: 'reduce' } as const;

  it('finds nothing on the pages that tell what went wrong', async () => {
    const page = await newPage(options);
    for (const path of ['client/410.html', 'client/503.html', 'answers/error.html']) {
      await page.route(`**/${path}`, (route) => route.fulfill({ path: join(root, 'dist', path) }));
      await page.goto(`/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await violationsInBoth(page), path).toEqual([]);
    }
  });

  it('finds nothing in a form that was filled in wrongly, is being sent, could not be sent, and was sent', async () => {
    const { submit, sending, errors, failed, sent } = wordsOf('contact').form;
    const page = await open(routes.contact, options);
    const send = page.getByRole('button', { name: submit });
    await send.click();
    await page.getByText(errors.heading).waitFor();
    expect(await violationsInBoth(page), 'wrong').toEqual([]);
    await page.locator('#email').fill('a@b.example');
    await page.locator('#message').fill(`Ten letters and more: ${Math.random()}`);
    const { promise: held, resolve: answer } = Promise.withResolvers<void>();
    await page.route(`**${routes.contact}`, async (route) => {
      await held;
      await route.fulfill({ status: 429, json: {} });
    });
    await send.click();
    await page.getByRole('button', { name: sending.button }).waitFor();
    expect(await violationsInBoth(page), 'being sent').toEqual([]);
    answer();
    await page.getByRole('heading', { name: failed.heading }).waitFor();
    expect(await violationsInBoth(page), 'not sent').toEqual([]);
    await page.unroute(`**${routes.contact}`);
    await send.click();
    await page.getByRole('heading', { name: sent.heading }).waitFor();
    expect(await violationsInBoth(page), 'sent').toEqual([]);
  });
});
