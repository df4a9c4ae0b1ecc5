import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { routes } from '../src/routes.ts';
import { violationsInBoth } from './support/axe.ts';
import { browserForTests } from './support/browser.ts';
import { builtFirm } from './support/firm.ts';
import { root, wordsOf } from './support/other-firm.ts';

const { newPage, open } = browserForTests();
const least = browserForTests({ firm: 'least' });
const { wordsOf: leastWordsOf } = await builtFirm('least');

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

  it('finds nothing in an open menu, in any answer and in a tooltip', async () => {
    const page = await open(routes.faq, { ...options, viewport: { width: 390, height: 800 } });
    await page.getByRole('button', { name: wordsOf('shared').menu }).click();
    expect(await violationsInBoth(page), 'the menu').toEqual([]);
    await page.keyboard.press('Escape');
    const answers = page.locator('details');
    // All of them together: without a name they do not close each other.
    await answers.evaluateAll((items) => {
      for (const item of items) {
        item.removeAttribute('name');
        item.setAttribute('open', '');
      }
    });
    expect(await page.locator('details[open]').count()).toBe(await answers.count());
    const badge = page.locator('.tip > button').first();
    await badge.click();
    await page.locator('.tip > [aria-expanded="true"] + .tip-text').waitFor();
    expect(await violationsInBoth(page), 'answers and a tooltip').toEqual([]);
  });

  it('finds nothing in a category, also in an empty one', async () => {
    const page = await least.open(routes.blog, options);
    const category = page.locator('.category').nth(1);
    await category.click();
    await expect.poll(() => category.getAttribute('aria-pressed')).toBe('true');
    expect(await violationsInBoth(page)).toEqual([]);
    await page.getByRole('button', { name: '(0)' }).click();
    await page.getByText(leastWordsOf('blog').list.empty).waitFor();
    expect(await violationsInBoth(page)).toEqual([]);
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
    let answer = () => {};
    await page.route(`**${routes.contact}`, async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
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
