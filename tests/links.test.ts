import { beforeAll, describe, expect, it } from 'vitest';
import { linkedInShareUrl } from '../src/lib/share.ts';
import { articlePath, legalPaths, routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { type FoundLink, linksOn } from './support/in-page.ts';
import { articles, claimOf, content, meeting, site, wordsOf } from './support/other-firm.ts';

const { newTab, footer: footerWords, ...headerWords } = wordsOf('shared');
const NO_PAGE = '/no-such-page';
/** One article stands for all. */
const paths = [...Object.values(routes), articlePath(articles()[0]?.id ?? ''), NO_PAGE];
const browser = browserForTests();
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

describe('the header', () => {
  it('leads home, to the first call, to its pages in order, and to the partnerships mailbox', () => {
    const [logo, ...rest] = links.filter(({ from, place }) => from === routes.home && place === 'header');
    expect(logo?.href).toBe(routes.home);
    expect(logo?.heard).toContain(site.name);
    const call = [meeting, `${headerWords.booking} (${newTab})`];
    expect(rest.map(({ href, text }) => [href.replace(/\?.*/, ''), text])).toEqual([
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

  it('is the same on every page', () => sameEverywhere('header'));
});

describe('the footer', () => {
  it('has the columns, their links and the social icons in order', async () => {
    const page = await browser.open(routes.home);
    const footer = page.getByRole('contentinfo');
    const column = async (name: string) => {
      const navigation = footer.getByRole('navigation', { name, exact: true });
      expect(await navigation.getByRole('heading').allTextContents()).toEqual([name]);
      return navigation
        .getByRole('link')
        .evaluateAll((anchors) =>
          anchors.map((anchor) => [anchor.getAttribute('href')?.replace(/[#?].*/, ''), anchor.textContent]),
        );
    };
    const { services, company, connect, about, blog, contact, booking } = footerWords;
    expect(await footer.getByRole('navigation').getByRole('heading').allTextContents()).toEqual([
      services,
      company,
      connect,
    ]);
    expect(await column(services)).toEqual(
      content.services().map(({ data }) => [routes.services, data.shortTitle ?? data.title]),
    );
    expect(await column(company)).toEqual([
      [routes.about, about],
      [routes.caseStudies, footerWords.caseStudies],
      [routes.blog, blog],
      [routes.contact, contact],
    ]);
    const elsewhere = [
      [site.bookingUrl, booking],
      [site.linkedInUrl, footerWords.linkedIn],
      [site.xUrl, footerWords.x],
    ].filter(([url]) => url);
    expect(await column(connect)).toEqual([
      [`mailto:${site.partnershipsEmail}`, site.partnershipsEmail],
      ...elsewhere.map(([url, label]) => [url, `${label} (${newTab})`]),
    ]);
  });

  it('ends with the badges, the sister sites, the copyright line and the legal texts', async () => {
    const page = await browser.open(routes.home);
    const footer = page.getByRole('contentinfo');
    const { badges, ecosystem } = footerWords;
    expect(await footer.getByRole('button').allTextContents()).toEqual(
      badges.map((id) => claimOf(id).wording),
    );
    const line = footer.getByRole('paragraph').filter({ hasText: ecosystem });
    expect(await line.getByRole('link').evaluateAll(hrefs)).toEqual(site.sisterSites.map(({ url }) => url));
    expect(await footer.getByText('©').textContent()).toMatch(
      new RegExp(`^© ${new Date().getFullYear()} ${escaped(site.legalName)}`),
    );
    const last = footer.getByRole('list').last().getByRole('link');
    expect(await last.evaluateAll(hrefs)).toEqual(legalPaths);
    const titles = new Map(content.legal().map(({ id, data }) => [`/${id}`, data.title]));
    expect(await last.allTextContents()).toEqual(legalPaths.map((path) => titles.get(path)));
  });

  it('is the same on every page', () => sameEverywhere('footer'));
});

function sameEverywhere(place: FoundLink['place']) {
  // The subject of a mail names the page that it was written from.
  const on = (path: string) =>
    links
      .filter((link) => link.from === path && link.place === place)
      .map(({ href, heard }) => [href.replace(/\?.*/, ''), heard]);
  expect(on(routes.home).length).toBeGreaterThan(5);
  for (const path of paths) expect(on(path), path).toEqual(on(routes.home));
}

const hrefs = (anchors: Element[]) => anchors.map((anchor) => anchor.getAttribute('href'));

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
