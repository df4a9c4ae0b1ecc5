import { describe, expect, it } from 'vitest';
import { withUnit } from '../src/drawing/before-after.ts';
import { routes, servicePath } from '../src/routes.ts';
import { claimOf, content, html, meeting, site, wordsOf } from './support/other-firm.ts';
import { saysText } from './support/text-in-html.ts';

const [home, about, services] = [wordsOf('home'), wordsOf('about'), wordsOf('services')];
const caseStudies = wordsOf('case-studies');
const { hero, people: answering, why, call, channels } = wordsOf('contact');
/** Of the form, each state has words of its own (contact.test.ts). */
const contact = { hero, answering, why, call, channels };
const offers = content.services;
const studies = content['case-studies'].map(({ data }) => data);
const people = content.people.map(({ data }) => data);
const testimonial = studies.find((study) => study.testimonial)?.testimonial;
const claims = (ids: string[] = []) => ids.map(claimOf).map(({ figure = '', wording }) => [figure, wording]);
const facts = (ids?: string[]) => claims(ids).map((claim) => claim.join(' '));
/** Read by ear, a figure follows what it counts. */
const stats = (page: { stats?: { claims: string[] } | null | undefined }) =>
  (page.stats?.claims ?? [])
    .map(claimOf)
    .map(({ figure, wording, detail }) => [wording, detail, figure].filter(Boolean).join(' '));

/** The page's own words, and what it takes from elsewhere. */
const pages: [path: string, own: object, others: unknown[]][] = [
  [
    routes.home,
    home,
    [
      facts(home.hero.facts),
      offers.map(({ data: { title, subtitle, summary } }) => [title, subtitle, summary]),
    ],
  ],
  [routes.about, about, [stats(about), people.map(({ name, role }) => [name, role])]],
  [routes.services, services, [offers.map(({ data: { summary: _, shortTitle: __, ...shown } }) => shown)]],
  [
    routes.caseStudies,
    caseStudies,
    [
      stats(caseStudies),
      studies.map(({ summary: _, description: __, testimonial: ___, ...shown }) => shown),
      testimonial,
    ],
  ],
  [routes.faq, wordsOf('faq'), content.faq.map(({ data }) => data)],
  [routes.contact, contact, [people.filter(({ answers }) => answers).map(({ name, role }) => [name, role])]],
];

describe.each(pages)('%s', (path, own, others) => {
  const main = /<main\b.*<\/main>/s.exec(html(path))?.[0] ?? '';
  const ownTexts = sentencesIn(own);

  it('shows all that its content says', () => {
    const said = [...ownTexts, ...sentencesIn(others)];
    expect(said.length).toBeGreaterThan(10);
    expect(said.filter((text) => !saysText(main, text))).toEqual([]);
  });

  it('has its parts in the order of its content', () => {
    const headings = [...main.matchAll(/<h[123]\b.*?<\/h[123]>/gs)].map(([heading]) => heading);
    const places = headingsIn(own).map((text) => headings.findIndex((heading) => saysText(heading, text)));
    expect(places.length).toBeGreaterThan(1);
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
});

it.each<[path: string, words: string, to: string]>([
  [routes.home, home.hero.partnerships, `mailto:${site.partnershipsEmail}`],
  [routes.home, home.hero.booking, meeting],
  [routes.home, home.audience.booking, meeting],
  [routes.home, home.audience.caseStudies, routes.caseStudies],
  ...offers.map(({ id, data }): [string, string, string] => [routes.home, data.title, servicePath(id)]),
  [routes.home, home.services.action, routes.services],
  [routes.home, home.engagement.faq, routes.faq],
  [routes.about, about.philosophy.partnerships, `mailto:${site.partnershipsEmail}`],
  [routes.about, about.philosophy.linkedIn, site.linkedInUrl ?? ''],
  [routes.about, about.closing.action, meeting],
  [routes.services, services.services.action, `mailto:${site.partnershipsEmail}`],
  [routes.services, services.partner.partnerships, `mailto:${site.partnershipsEmail}`],
  [routes.services, services.partner.booking, meeting],
  [routes.services, services.closing.action, routes.contact],
  [routes.caseStudies, caseStudies.closing.action, meeting],
  [routes.faq, wordsOf('faq').closing.contact, routes.contact],
  [routes.faq, wordsOf('faq').closing.booking, meeting],
  [routes.contact, call.action, meeting],
  [routes.contact, site.partnershipsEmail, `mailto:${site.partnershipsEmail}`],
  [routes.contact, channels.booking.action, meeting],
  [routes.contact, channels.linkedIn.action, site.linkedInUrl ?? ''],
])('%s leads by ‘%s’ to %s', (path, words, to) => {
  expect(
    linksOf(path)
      .filter(({ link }) => saysText(link, words))
      .map(({ href }) => href.replace(/\?.*/, '')),
  ).toContain(to);
});

it('each service leads to a mail about it, each person to their profile', () => {
  const subjects = linksOf(routes.services)
    .filter(({ link }) => saysText(link, services.services.action))
    .map(({ href }) => new URL(href).searchParams.get('subject'));
  expect(subjects).toEqual(offers.map(({ data }) => expect.stringContaining(data.title)));
  const addresses = linksOf(routes.about).map(({ href }) => href);
  for (const { linkedInUrl } of people) if (linkedInUrl) expect(addresses).toContain(linkedInUrl);
});

it('a case study names its trade, its time, and each result with both values', () => {
  const { industry, timeline, change } = caseStudies.labels;
  const main = html(routes.caseStudies);
  for (const study of studies) {
    const results = study.results.map(({ metric, value, before, unit }) => {
      const from = withUnit(before, unit);
      return `${metric} ${change.replace('{before}', from).replace('{after}', value)}`;
    });
    for (const text of [`${industry} ${study.industry}`, `${timeline} ${study.timeline}`, ...results])
      expect(saysText(main, text), text).toBe(true);
  }
});

it('the home page closes with the ways to connect', () => {
  const closing = /<[a-z]+ id="contact".*<\/main>/s.exec(html(routes.home))?.[0] ?? '';
  expect(hrefsIn(closing)).toEqual([`mailto:${site.partnershipsEmail}`, site.bookingUrl, site.companyUrl]);
});

it('each page says below who the firm is in law, and who answers questions', () => {
  const { companyNumber = '', postalAddress = '', telephone = '', contactPerson = '' } = site.legal;
  for (const path of [routes.home, routes.faq, routes.termsOfService]) {
    const footer = /<footer class="deep.*<\/footer>/s.exec(html(path))?.[0] ?? '';
    for (const text of [companyNumber, postalAddress, telephone, `${contactPerson}, ${site.contactEmail}`])
      expect(saysText(footer, text), `${path}: ${text}`).toBe(true);
  }
});

it('a mail says what was pressed, and on which page', () => {
  const subjects = linksOf(routes.about)
    .filter(({ link }) => saysText(link, about.philosophy.partnerships))
    .map(({ href }) => new URL(href).searchParams.get('subject'));
  expect(subjects).toContain(`${about.philosophy.partnerships} (${wordsOf('shared').about})`);
});

/** Every text of several words that is shown as it stands: names of claims, questions and colours are one word. */
function sentencesIn(value: unknown, key = ''): string[] {
  const isElsewhere = ['head', 'answer'].includes(key);
  if (typeof value === 'string')
    return /\S\s+\S/.test(value) && !/\{\w+\}/.test(value) && key !== 'unit' ? [value] : [];
  if (typeof value !== 'object' || value === null || isElsewhere) return [];
  return Object.entries(value).flatMap(([name, part]) => sentencesIn(part, name));
}

function headingsIn(value: object): string[] {
  return Object.entries(value).flatMap(([name, part]) => {
    if (typeof part === 'object' && part !== null) return headingsIn(part);
    return name === 'heading' && typeof part === 'string' ? [part] : [];
  });
}

const linksOf = (path: string) =>
  [...html(path).matchAll(/<a\b[^>]*href="([^"]*)".*?<\/a>/gs)].map(([link, href = '']) => ({
    link,
    href: href.replaceAll('&amp;', '&'),
  }));

const hrefsIn = (part: string) => [...part.matchAll(/<a\b[^>]*href="([^"?]*)/g)].map(([, href]) => href);
