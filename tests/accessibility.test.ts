import { describe, expect, it } from 'vitest';
import { routes } from '../src/routes.ts';
import { violations } from './support/axe.ts';
import { browserForTests } from './support/browser.ts';
import { wordsOf } from './support/content.ts';
import { everyRoute } from './support/routes.ts';

const { newPage, open } = browserForTests();

it('lets axe find what is wrong', async () => {
  const page = await open(routes.home);
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('img')));
  expect(await violations(page)).toEqual(['image-alt: img']);
});

describe.each(['light', 'dark'] as const)('axe in %s', (colorScheme) => {
  const options = { colorScheme } as const;

  it('finds nothing on any page', async () => {
    const page = await newPage(options);
    const paths = [...everyRoute(), '/no-such-page'];
    expect(paths.length).toBeGreaterThan(15);
    for (const path of paths) {
      await page.goto(path);
      expect(await violations(page), path).toEqual([]);
    }
  });

  it('finds nothing in an open menu, an open answer and an empty category', async () => {
    const page = await open(routes.faq, { ...options, viewport: { width: 390, height: 800 } });
    await page.locator('summary').first().click();
    await page.getByRole('button', { name: wordsOf('shared').menu }).click();
    expect(await violations(page)).toEqual([]);
    await page.goto(routes.blog);
    await page.getByRole('button', { name: '(0)' }).click();
    await page.getByText(wordsOf('blog').list.empty).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('finds nothing in a form that was filled in wrongly, could not be sent, and was sent', async () => {
    const { submit, errors, failed, sent } = wordsOf('contact').form;
    const page = await open(routes.contact, options);
    await page.getByRole('button', { name: submit }).click();
    await page.getByText(errors.heading).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.locator('#email').fill('a@b.example');
    await page.locator('#message').fill(`Ten letters and more: ${Math.random()}`);
    await page.route(`**${routes.contact}`, (route) => route.fulfill({ status: 429, json: {} }));
    await page.getByRole('button', { name: submit }).click();
    await page.getByRole('heading', { name: failed.heading }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.unroute(`**${routes.contact}`);
    await page.getByRole('button', { name: submit }).click();
    await page.getByRole('heading', { name: sent.heading }).waitFor();
    expect(await violations(page)).toEqual([]);
  });
});

describe('with the keyboard alone', () => {
  it.each(everyRoute())(
    '%s can be used: everything is reached in turn, and the focus is seen',
    async (path) => {
      const page = await open(path, { reducedMotion: 'reduce' });
      const count = await page.evaluate(() => {
        const controls = [
          ...document.querySelectorAll<HTMLElement>('a, button, input, textarea, summary, [tabindex]'),
        ].filter((control) => control.tabIndex >= 0 && control.checkVisibility({ visibilityProperty: true }));
        for (const control of controls) {
          control.dataset.waits = '';
          control.addEventListener('focus', () => {
            const { outlineStyle, outlineWidth } = getComputedStyle(control);
            if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) delete control.dataset.waits;
          });
        }
        return controls.length;
      });
      expect(count).toBeGreaterThan(20);
      for (let i = 0; i < count; i++) await page.keyboard.press('Tab');
      const missed = await page
        .locator('[data-waits]')
        .evaluateAll((all) => all.map(({ outerHTML }) => outerHTML));
      expect(missed).toEqual([]);
    },
  );

  it('a message can be written and sent', async () => {
    const page = await open(routes.contact);
    const tabTo = async (selector: string) => {
      const isThere = () => page.evaluate((name) => document.activeElement?.matches(name), selector);
      for (let i = 0; i < 60 && !(await isThere()); i++) await page.keyboard.press('Tab');
      expect(await isThere(), selector).toBe(true);
    };
    await tabTo('#email');
    await page.keyboard.type('a@b.example');
    await tabTo('#message');
    await page.keyboard.type(`Ten letters and more: ${Math.random()}`);
    await tabTo('form [type=submit]');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: wordsOf('contact').form.sent.heading }).waitFor();
  });
});
