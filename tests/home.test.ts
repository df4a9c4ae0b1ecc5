import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { routes, servicePath } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { destination } from './support/link.ts';
import { claimOf, content, meeting, site, wordsOf } from './support/other-firm.ts';

const browser = browserForTests();
const { hero, problem, solution, audience, services, engagement, closing } = wordsOf('home');
const ids = ['problem', 'solution', 'audience', 'services', 'engagement', 'contact'];
let page: Page;

beforeAll(async () => {
  page = await browser.open(routes.home);
});

it('has the sections in order', async () => {
  const selector = ids.map((id) => `#${id}`).join(', ');
  const found = await page
    .getByRole('main')
    .locator(selector)
    .evaluateAll((elements) => elements.map(({ id }) => id));
  expect(found).toEqual(ids);
  const first = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    const problem = document.getElementById('problem');
    return problem && heading.compareDocumentPosition(problem) === Node.DOCUMENT_POSITION_FOLLOWING;
  });
  expect(first).toBe(true);
});

it('opens with the heading, the claims and two ways on', async () => {
  const section = page.locator('section').filter({ has: page.getByRole('heading', { level: 1 }) });
  expect(await section.getByRole('heading').allTextContents()).toEqual([hero.heading]);
  expect(await section.getByText(hero.audience, { exact: true }).isVisible()).toBe(true);
  const facts = hero.facts.map(claimOf).map(({ figure, wording }) => [figure, wording].join(' ').trim());
  expect(await section.getByRole('listitem').allTextContents()).toEqual(facts);
  expect(await destination(section, hero.partnerships)).toBe(`mailto:${site.partnershipsEmail}`);
  expect(await destination(section, hero.booking)).toBe(meeting);
});

it('tells of the founder’s reality: four pressures, four numbered points and the result', async () => {
  const section = page.locator('#problem');
  expect(await section.getByRole('heading').allTextContents()).toEqual([
    problem.heading,
    ...titles(problem.pressures, 4),
    problem.gap.heading,
    ...titles(problem.gap.points, 4),
    problem.result.heading,
  ]);
  const numbered = section.locator('ol').filter({ hasText: problem.gap.points[0]?.title ?? '' });
  expect(await numbered.getByRole('listitem').count()).toBe(4);
  for (const { text } of [...problem.pressures, ...problem.gap.points, problem.result])
    expect(await section.getByText(text).isVisible()).toBe(true);
});

it('answers with six cards', async () => {
  const section = page.locator('#solution');
  expect(await section.getByRole('heading').allTextContents()).toEqual([
    solution.heading,
    ...solution.cards.map(({ title }) => title),
  ]);
  expect(await section.getByRole('listitem').count()).toBe(6);
  for (const { text } of solution.cards) expect(await section.getByText(text).isVisible()).toBe(true);
});

it('shows three kinds of founder, a quote, and the ways to a demo and to the case studies', async () => {
  const section = page.locator('#audience');
  expect(await section.getByRole('heading').allTextContents()).toEqual([
    audience.heading,
    ...titles(audience.founders, 3),
  ]);
  expect(await section.getByRole('listitem').count()).toBe(3);
  const { quote } = audience;
  expect(await section.getByRole('figure').allTextContents()).toEqual(
    quote ? [`‘${quote.text}’${quote.attribution}`] : [],
  );
  expect(await destination(section, audience.booking)).toBe(meeting);
  expect(await destination(section, audience.caseStudies)).toBe(routes.caseStudies);
});

it('shows the services, each leading to its own place', async () => {
  const section = page.locator('#services');
  const all = content.services();
  expect(await section.getByRole('heading').allTextContents()).toEqual([
    wordsOf('home').services.heading,
    ...all.map(({ data }) => data.title),
  ]);
  expect(await section.getByRole('listitem').count()).toBe(all.length);
  for (const { id, data } of all) {
    const card = section
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: data.title, exact: true }) });
    expect(await destination(card, data.title)).toBe(servicePath(id));
    expect(await card.textContent()).toContain(data.subtitle);
    expect(await card.textContent()).toContain(data.summary);
  }
  expect(await destination(section, services.action)).toBe(routes.services);
});

describe('the engagement models', () => {
  it('stand before the three steps and the reasons', async () => {
    expect(await page.locator('#engagement').getByRole('heading').allTextContents()).toEqual([
      engagement.heading,
      ...engagement.models.map(({ name }) => name),
      engagement.process.heading,
      ...engagement.process.steps.map(({ title }) => title),
      engagement.why.heading,
      ...engagement.why.points.map(({ title }) => title),
    ]);
    const steps = page.locator('#engagement ol').getByRole('listitem');
    expect(await steps.count()).toBe(3);
  });

  it('each name three features and what else there is to compare', async () => {
    for (const { name, features, shape, fits, ends } of engagement.models) {
      const model = page.locator('#engagement').getByRole('article').filter({ hasText: name });
      const definitions = (await model.getByRole('definition').allTextContents()).map((text) => text.trim());
      expect(definitions).toEqual([...features, shape, fits, ends]);
      expect(features).toHaveLength(3);
    }
  });

  it('mark the retainer, and only it, as the most popular', async () => {
    const models = page.locator('#engagement').getByRole('article');
    expect(await models.count()).toBe(3);
    for (const { name, badge } of engagement.models.filter((model) => model.badge)) {
      const marked = models.filter({ has: page.getByText(badge ?? '', { exact: true }) });
      expect(await marked.getByRole('heading').allTextContents()).toContain(name);
    }
  });

  it('lead to the questions', async () => {
    expect(await destination(page.locator('#engagement'), engagement.faq)).toBe(routes.faq);
  });
});

it('closes with a call and the ways to connect', async () => {
  expect(await page.getByRole('heading', { name: closing.heading }).count()).toBe(1);
  const block = page.locator('#contact');
  expect(await block.getByRole('heading').allTextContents()).toEqual([closing.contact.heading]);
  const links = await block
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(links.map((href) => href?.replace(/\?.*/, ''))).toEqual(
    [`mailto:${site.contactEmail}`, site.bookingUrl, site.companyUrl].filter(Boolean),
  );
});

function titles(points: { title: string }[], count: number): string[] {
  expect(points).toHaveLength(count);
  return points.map(({ title }) => title);
}
