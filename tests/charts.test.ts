import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { content, wordsOf } from './support/other-firm.ts';

const browser = browserForTests();
const least = browserForTests({ firm: 'least' });
const { hero } = wordsOf('home');
const { labels } = wordsOf('case-studies');
const studies = content['case-studies']();
const shown = studies.find(({ id }) => id === hero.study)?.data ?? expect.fail('The fixture shows no study.');
const still = { reducedMotion: 'reduce' } as const;
const widths = Array.from({ length: 33 }, (_, i) => 320 + i * 40);

it.each([routes.home, routes.caseStudies, routes.services])(
  'on %s no label of a chart touches another, and none leaves the page, from 320 to 1600 px',
  async (path) => {
    const page = await browser.open(path, still);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(collisions), `at ${width} px`).toEqual([]);
    }
  },
);

it('the home page shows the figures of the chosen study, how to read them, and leads to it', async () => {
  const page = await browser.open(routes.home, still);
  const section = page.locator('section').filter({ has: page.getByRole('heading', { level: 1 }) });
  const name = await section.getByRole('img').getAttribute('aria-label');
  for (const { metric, before } of shown.results)
    expect(name).toMatch(new RegExp(`${metric}: ${before.toLocaleString('en-US')}.* ${labels.before}`));
  for (const { value } of shown.results)
    expect(await section.getByText(value, { exact: true }).isVisible()).toBe(true);
  const sentence = labels.above.replace('{timeline}', shown.timeline);
  expect(await section.getByText(sentence).isVisible()).toBe(true);
  expect(await section.getByText(labels.below).isVisible()).toBe(true);
  const link = section.getByRole('link', { name: shown.title });
  expect(await link.getAttribute('href')).toBe(`${routes.caseStudies}#${hero.study}`);
});

it('a firm without a study has a scene instead, and no figure', async () => {
  const page = await least.open(routes.home, still);
  expect(await page.locator('.home-hero').getByRole('img').count()).toBe(0);
  expect(await page.locator('.home-hero path').count()).toBeGreaterThan(3);
});

it('forms are of one width, and as high and deep as their values on one scale', async () => {
  const page = await browser.open(routes.caseStudies, { ...still, viewport: { width: 1440, height: 900 } });
  for (const { id, data } of studies) {
    const forms = await page.locator(`#${id} .chart`).evaluate(sizes);
    expect(forms).toHaveLength(4);
    for (const [i, form] of forms.entries()) {
      const { before, after } = data.results[i] ?? expect.fail();
      expect(form.width).toBeCloseTo(forms[0]?.width ?? 0, 0);
      expect(form.above / form.below, `${id}: ${i + 1}`).toBeCloseTo(after / before, 1);
    }
  }
});

it('on a phone the first result stands in the first screen, and the founder within three', async () => {
  const page = await browser.open(routes.home, { ...still, viewport: { width: 390, height: 844 } });
  expect(await bottomOf(page, '.home-hero .chart-sky')).toBeLessThan(844);
  expect(await bottomOf(page, '.home-hero .portrait')).toBeLessThan(3 * 844);
});

it('on a small laptop the line stands above the fold', async () => {
  const page = await browser.open(routes.home, { ...still, viewport: { width: 1024, height: 768 } });
  expect(await bottomOf(page, '.home-hero .horizon-sky')).toBeLessThan(768);
});

it('a form grows out of its reflection when it comes into view', async () => {
  const page = await browser.open(routes.caseStudies, { viewport: { width: 1440, height: 900 } });
  const chart = page.locator('.case-study .chart-sky').first();
  const moved = () =>
    chart
      .locator('g')
      .first()
      .evaluate((form) => getComputedStyle(form).translate);
  expect(await moved()).toBe('0px 100%');
  await chart.scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 300);
  await expect.poll(moved).toMatch(/^(none|0px( 0%)?)$/);
});

const bottomOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().bottom);

/** Runs in the page: the labels that touch another of their chart or leave the page, and whether it scrolls sideways. */
function collisions(): string[] {
  const found: string[] = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push('The page scrolls sideways.');
  const boxOf = (element: Element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return { text: element.textContent ?? '', ...range.getBoundingClientRect().toJSON() } as DOMRect & {
      text: string;
    };
  };
  const charts = new Set(
    [...document.querySelectorAll('.chart-sky')].map((sky) => sky.closest('.chart, section')),
  );
  for (const chart of charts) {
    const texts = [
      ...(chart?.querySelectorAll('.chart-sky text, .chart-water text, .chart-labels li') ?? []),
    ];
    const boxes = texts.map(boxOf);
    for (const [i, a] of boxes.entries()) {
      if (a.left < 0 || a.right > innerWidth) found.push(`‘${a.text}’ leaves the page.`);
      for (const b of boxes.slice(i + 1))
        if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
          found.push(`‘${a.text}’ touches ‘${b.text}’.`);
    }
  }
  return found;
}

/** Runs in the page: how wide each form is, and how far it reaches from the line. */
function sizes(chart: Element): { width: number; above: number; below: number }[] {
  const rects = (part: string) =>
    [...chart.querySelectorAll(`${part} rect`)].map((rect) => rect.getBoundingClientRect());
  const line = chart.querySelector('.chart-sky')?.getBoundingClientRect().bottom ?? 0;
  const below = rects('.chart-water');
  return rects('.chart-sky').map(({ width, top }, i) => ({
    width,
    above: line - top,
    below: (below[i]?.bottom ?? 0) - line,
  }));
}
