import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { destination } from './support/link.ts';
import { content, meeting, wordsOf } from './support/other-firm.ts';
import { expectStats } from './support/stats.ts';

const browser = browserForTests();
const studies = content['case-studies']();
const { hero, stats, labels, testimonial, closing } = wordsOf('case-studies');
const quoted = studies.find(({ data }) => data.testimonial)?.data.testimonial;
let page: Page;

beforeAll(async () => {
  page = await browser.open(routes.caseStudies);
});

it('shows the figures, the studies in order, a testimonial and the next step', async () => {
  const parts = [labels.results, labels.challenge, labels.solution, labels.technologies];
  expect(await page.getByRole('main').getByRole('heading').allTextContents()).toEqual([
    hero.heading,
    ...(stats?.claims.length ? [stats.heading] : []),
    ...studies.flatMap(({ data }) => [data.title, ...parts]),
    ...(quoted ? [testimonial.heading] : []),
    closing.heading,
  ]);
});

it('shows its statistics from the register', () => expectStats(page, stats));

describe.each(studies)('$id', ({ id, data }) => {
  it('names its industry, timeline, challenge, solution and technologies', async () => {
    const study = page.locator(`#${id}`);
    const text = (await study.textContent()) ?? '';
    expect(text).toContain(`${labels.industry}: ${data.industry}`);
    expect(text).toContain(`${labels.timeline}: ${data.timeline}`);
    expect(await study.getByText(data.timeline).first().isVisible()).toBe(true);
    expect(await study.getByText(data.challenge).isVisible()).toBe(true);
    expect(await study.getByText(data.solution).isVisible()).toBe(true);
    expect(await study.getByRole('listitem').allTextContents()).toEqual(data.technologies);
  });

  it('shows four results with both values, in words and in a chart', async () => {
    const study = page.locator(`#${id}`);
    expect(data.results).toHaveLength(4);
    expect(await study.getByRole('term').allTextContents()).toEqual(data.results.map(({ metric }) => metric));
    const name = await study.getByRole('img').getAttribute('aria-label');
    for (const { metric, value, before, unit } of data.results) {
      const figure = before.toLocaleString('en-US');
      expect(name).toContain(`${metric}: ${figure}${unit} ${labels.before}, ${value} ${labels.after}`);
      const change = await study
        .locator('dl > div')
        .filter({ hasText: metric })
        .locator('.change')
        .textContent();
      expect(change?.startsWith(figure)).toBe(true);
      expect(change?.endsWith(value)).toBe(true);
    }
  });
});

it('quotes a client where one may be quoted', async () => {
  const figures = await page
    .getByRole('figure')
    .filter({ has: page.locator('blockquote') })
    .allTextContents();
  expect(figures).toEqual(quoted ? [`‘${quoted.quote}’${quoted.attribution}`] : []);
});

it('closes with a button to the booking page', async () => {
  const section = page.locator('section').filter({ hasText: closing.heading });
  expect(await destination(section, closing.action)).toBe(meeting);
});
