import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { articlePath, routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { articles, content, html, wordsOf } from './support/other-firm.ts';
import { saysText } from './support/text-in-html.ts';

const browser = browserForTests();
const { hero } = wordsOf('home');
const { labels } = wordsOf('case-studies');
const studies = content['case-studies'];
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

it('the home page shows the figures of the chosen study, how to read them, and leads to it', () => {
  const [, section = ''] = /<main\b[^>]*>(.*?)<\/section>/s.exec(html(routes.home)) ?? [];
  const [{ said } = { said: '' }] = chartsIn(section);
  for (const { metric, before, value } of shown.results) {
    expect(said).toContain(`${metric}: ${before.toLocaleString('en-US')}`);
    expect(section).toContain(`>${value}<`);
  }
  for (const text of [labels.above.replace('{timeline}', shown.timeline), labels.below, shown.title])
    expect(saysText(section, text), text).toBe(true);
  expect(section).toContain(`href="${routes.caseStudies}#${hero.study}"`);
});

it('case studies and services begin with the figures that they tell of, each with the way there', () => {
  const ofServices = content.services.flatMap(({ id, data: { figure } }) => {
    const study = studies.find((one) => one.id === figure?.study);
    return figure ? [[id, study?.data.results[figure.result - 1]] as const] : [];
  });
  const ofStudies = studies.map(({ id, data: { results } }) => [id, results[0]] as const);
  for (const [path, expected] of [
    [routes.caseStudies, ofStudies],
    [routes.services, ofServices],
  ] as const) {
    expect(expected.length).toBeGreaterThan(1);
    const page = html(path);
    // Up to the first of them.
    const head = page.slice(page.indexOf('class="page-hero"'), page.indexOf(`id="${expected[0]?.[0]}"`));
    const [{ said } = { said: '' }] = chartsIn(head);
    for (const [id, result] of expected) {
      expect(said).toContain(`${result?.metric}: ${result?.before.toLocaleString('en-US')}`);
      expect(head).toContain(`href="${path}#${id}"`);
    }
  }
});

it.each([320, 1440])(
  'forms at %i px are as high and deep as their values on one scale, with their labels in the middle',
  async (width) => {
    const page = await browser.open(routes.caseStudies, { ...still, viewport: { width, height: 900 } });
    for (const { id, data } of studies) {
      const forms = await page.locator(`#${id} .chart`).evaluate(sizes);
      expect(forms).toHaveLength(4);
      for (const [i, form] of forms.entries()) {
        const { before, after } = data.results[i] ?? expect.fail();
        expect(form.width).toBeCloseTo(forms[0]?.width ?? 0, 0);
        // Narrower ones are too low to measure.
        if (width > 1000) expect(form.above / form.below, `${id}: ${i + 1}`).toBeCloseTo(after / before, 1);
        for (const label of form.labels) expect(Math.abs(label - form.middle)).toBeLessThan(1);
      }
    }
  },
);

it.each([
  [390, 844],
  [1024, 768],
  [1280, 720],
  [1366, 768],
  [1440, 900],
])(
  'the first view of %i × %i px names each figure, right over it, and holds the line',
  async (width, height) => {
    const page = await browser.open(routes.home, { ...still, viewport: { width, height } });
    const forms = await page.locator('.home-hero .chart-sky > g > g').evaluateAll((all) =>
      all.map((form) => {
        const range = document.createRange();
        const name = form.querySelector('span') ?? document.body;
        range.selectNodeContents(name);
        const figure = form.querySelector('text')?.getBoundingClientRect();
        return { name: name.textContent, gap: (figure?.top ?? 0) - range.getBoundingClientRect().bottom };
      }),
    );
    expect(forms.map(({ name }) => name)).toEqual(shown.results.map(({ short }) => short));
    for (const { gap } of forms) expect(Math.abs(gap)).toBeLessThan(12);
    expect(await bottomOf(page, '.home-hero .chart-sky')).toBeLessThan(height);
    if (width < 1000) expect(await bottomOf(page, '.home-hero .portrait')).toBeLessThan(3 * height);
  },
);

it('a figure has the colour of the service behind it, wherever it stands', () => {
  const colors = new Map(content.services.map(({ id, data: { color } }) => [id, color]));
  const toneOf = new Map(
    studies.flatMap(({ data: { results, practice } }) => {
      const color = colors.get(practice);
      const tone = `tone-${color === 'lavender' ? 'violet' : color}`;
      return results.map(({ metric }) => [metric, tone]);
    }),
  );
  expect(new Set(toneOf.values()).size).toBeGreaterThan(1);
  for (const path of [...Object.values(routes), articlePath(articles()[0]?.id ?? '')])
    for (const { said, tones } of chartsIn(html(path))) {
      const at = (metric: string) => said.indexOf(`${metric}: `);
      const metrics = [...toneOf.keys()].filter((metric) => at(metric) >= 0).sort((a, b) => at(a) - at(b));
      // An article may have a figure of its own.
      if (metrics.length > 0)
        expect(tones, `${path}: ${said}`).toEqual(metrics.map((metric) => toneOf.get(metric)));
    }
});

it('a teaser saysText in words what was before and what is after, and About closes with the place of the next figure', () => {
  for (const path of [routes.about, routes.contact, routes.blog]) {
    const [, door = ''] = /<[^>]+class="door door-result(.*)/s.exec(html(path)) ?? [];
    const [, expected = ''] = /aria-label="[^":]+: ([^"]*)"/.exec(door) ?? [];
    expect(expected).toContain(labels.before);
    expect(door, path).toContain(`>${expected}<`);
  }
  const [closing = ''] = /<section class="[^"]*closing(?!.*closing).*/s.exec(html(routes.about)) ?? [];
  expect(closing).toContain(wordsOf('case-studies').closing.figure);
});

it('an article draws its own figure at its head, unless a photograph stands there, and in the list', () => {
  const said = (part: string | undefined) => chartsIn(part ?? '').map(({ said }) => said.split(': ')[0]);
  const [, list = ''] = /id="categories"(.*?)class="[^"]*doors/s.exec(html(routes.blog)) ?? [];
  const rows = list.split('<article').slice(1);
  expect(rows.flatMap(said).length).toBeGreaterThan(0);
  for (const { id, data } of articles()) {
    const metric = data.figure ? [data.figure.metric] : [];
    const [head] = /<header class="article-header.*?<\/header>/s.exec(html(articlePath(id))) ?? [];
    expect(said(head), id).toEqual(data.cover ? [] : metric);
    const row = rows.find((each) => each.includes(`"${articlePath(id)}"`));
    if (row) expect(said(row), id).toEqual(metric);
  }
});

it('only figures are reflected', () => {
  for (const path of [...Object.values(routes), articlePath(articles()[0]?.id ?? ''), '/404']) {
    const page = html(path);
    expect(page, path).not.toContain('scene-water');
    const heroes = page.match(/class="horizon-water".*?<\/main>/gs) ?? [];
    for (const hero of heroes) expect(hero, path).toContain('chart-water');
  }
});

/** The pictures in a page, as they are heard and coloured. */
const chartsIn = (page: string) =>
  [...page.matchAll(/<svg class="chart-sky[^>]*aria-label="([^"]*)"(.*?)<\/svg>/gs)].map(
    ([, said = '', forms = '']) => ({
      said: said.replaceAll('&amp;', '&'),
      tones: forms.match(/(?<=<rect[^>]*class=")[^"]*/g) ?? [],
    }),
  );

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
    [...document.querySelectorAll('.chart-sky')].map((sky) => sky.closest('.chart, section, .page-hero')),
  );
  for (const chart of charts) {
    const texts = [
      ...(chart?.querySelectorAll('.chart-sky text, .chart-name span, .chart-water text, .chart-labels li') ??
        []),
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

/** Runs in the page: how wide each form is, how far it reaches from the line, and where it and its labels have their middle. */
function sizes(chart: Element) {
  const rects = (part: string) =>
    [...chart.querySelectorAll(part)].map((element) => element.getBoundingClientRect());
  const middleOf = ({ left, right }: DOMRect) => (left + right) / 2;
  const line = rects('.chart-sky')[0]?.bottom ?? 0;
  const below = rects('.chart-water rect');
  const labels = [rects('.chart-name span'), rects('.chart-labels li')];
  return rects('.chart-sky rect').map((form, i) => ({
    width: form.width,
    middle: middleOf(form),
    labels: labels.flatMap((row) => row[i] ?? []).map(middleOf),
    above: line - form.top,
    below: (below[i]?.bottom ?? 0) - line,
  }));
}
