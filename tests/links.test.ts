import { beforeAll, expect, it } from 'vitest';
import { linkedInShareUrl } from '../src/lib/share.ts';
import { articlePath, legalPaths, routes, servicePath } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { type FoundLink, linksOn } from './support/in-page.ts';
import { articles, claimOf, content, meeting, site, wordsOf } from './support/other-firm.ts';

const { newTab, footer: footerWords, ...headerWords } = wordsOf('shared');
const NO_PAGE = '/no-such-page';
/** One article stands for all. */
const paths = [...Object.values(routes), articlePath(articles()[0]?.id ?? ''), NO_PAGE];
const browser = browserForTests();
type Way = [href: string, heard: string];
const links: (FoundLink & { from: string })[] = [];

beforeAll(async () => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  for (const path of paths) {
    await page.goto(path);
    links.push(...(await linksOn(page)).map((link) => ({ from: path, ...link })));
  }
});

it('leads to the case studies and to the answers from at least three other pages, within the text', () => {
  for (const target of [routes.caseStudies, routes.faq]) {
    const from = links.filter(
      ({ from, href, place }) => from !== target && place === 'main' && href.startsWith(target),
    );
    expect(new Set(from.map((link) => link.from)).size, target).toBeGreaterThanOrEqual(3);
  }
});

it('shares an article with its address and its title', () => {
  const [article] = articles();
  const shares = links.filter(({ href }) => href.startsWith(linkedInShareUrl('', '').replace(/\?.*/, '')));
  expect(shares).toHaveLength(1);
  const { searchParams } = new URL(shares[0]?.href ?? '');
  expect(Object.fromEntries(searchParams)).toEqual({
    url: site.url + articlePath(article?.id ?? ''),
    title: article?.data.title,
  });
  expect(shares[0]?.target).toBe('_blank');
});

it('the header leads home, to the first call, to its pages in order, and to the partnerships mailbox', () => {
  const call: Way = [meeting, `${headerWords.booking} (${newTab})`];
  const [logo, ...rest] = on(routes.home, 'header');
  expect(logo).toEqual([routes.home, expect.stringContaining(site.name)]);
  expect(rest).toEqual([
    call,
    ['/', headerWords.home],
    ['/about', headerWords.about],
    ['/services', headerWords.services],
    ['/contact', headerWords.contact],
    [routes.caseStudies, headerWords.caseStudies],
    [routes.faq, headerWords.faq],
    call,
    [`mailto:${site.partnershipsEmail}`, headerWords.partner],
  ]);
});

it('the footer leads to each service, to the pages, elsewhere, to the sister sites and the legal texts', () => {
  const { about, blog, contact, booking } = footerWords;
  const titles = new Map(content.legal.map(({ id, data }) => [`/${id}`, data.title]));
  const elsewhere: [string | undefined, string][] = [
    [site.bookingUrl, booking],
    [site.linkedInUrl, footerWords.linkedIn],
    [site.xUrl, footerWords.x],
    ...site.sisterSites.map(({ url, name }): [string, string] => [url, name]),
  ];
  expect(on(routes.home, 'footer')).toEqual([
    ...content.services.map(({ id, data }) => [servicePath(id), data.shortTitle ?? data.title]),
    [routes.about, about],
    [routes.caseStudies, footerWords.caseStudies],
    [routes.blog, blog],
    [routes.contact, contact],
    [`mailto:${site.partnershipsEmail}`, site.partnershipsEmail],
    ...elsewhere.map(([url, label]) => [url, `${label} (${newTab})`]),
    ...legalPaths.map((path) => [path, titles.get(path)]),
  ]);
});

it('the footer has its columns under their headings, the badges, and the copyright line', async () => {
  const footer = (await browser.open(routes.home)).getByRole('contentinfo');
  for (const name of [footerWords.services, footerWords.company, footerWords.connect]) {
    const column = footer.getByRole('navigation', { name, exact: true });
    expect(await column.getByRole('heading').allTextContents()).toEqual([name]);
  }
  const badges = footerWords.badges.map((id) => claimOf(id).wording);
  expect(await footer.getByRole('button').allTextContents()).toEqual(badges);
  expect(await footer.getByText('©').textContent()).toContain(
    `© ${new Date().getFullYear()} ${site.legalName}`,
  );
});

it.each(['header', 'footer'] as const)('the %s is the same on every page', (place) => {
  expect(on(routes.home, place).length).toBeGreaterThan(5);
  for (const path of paths) expect(on(path, place), path).toEqual(on(routes.home, place));
});

/** Where a part of a page leads, and what is heard of that; the subject of a mail names the page that it was written from. */
function on(path: string, part: FoundLink['place']): Way[] {
  return links
    .filter(({ from, place }) => from === path && place === part)
    .map(({ href, heard }) => [href.replace(/\?.*/, ''), heard]);
}
