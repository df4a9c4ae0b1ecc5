import { beforeAll, describe, expect, inject, it } from 'vitest';
import { site } from '../src/config/site.ts';
import { linkedInShareUrl } from '../src/lib/share.ts';
import { articlePath, legalPaths, routes } from '../src/routes.ts';
import { browserForTests } from './support/browser.ts';
import { articles, claimOf, content, wordsOf } from './support/content.ts';
import { everyRoute } from './support/routes.ts';

interface FoundLink {
  from: string;
  href: string;
  text: string;
  /** What a screen reader hears: the words without what is hidden from it. */
  heard: string;
  target: string;
  rel: string;
  place: 'header' | 'footer' | 'main' | 'skip';
}

const { newTab, footer: footerWords, ...headerWords } = wordsOf('shared');
const runningText = [...legalPaths, ...articles().map(({ id }) => articlePath(id))];
const MISSING = '/no-such-page';
const browser = browserForTests();
const ids = new Map<string, string[]>();
const links: FoundLink[] = [];

beforeAll(async () => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  for (const path of [...everyRoute(), MISSING]) {
    await page.goto(path);
    ids.set(path, await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id)));
    const found = await page.locator('a').evaluateAll((anchors) =>
      anchors.map((anchor) => {
        const heard = anchor.cloneNode(true) as HTMLElement;
        for (const hidden of heard.querySelectorAll('[aria-hidden=true]')) hidden.remove();
        const { target, rel } = anchor as HTMLAnchorElement;
        const place = anchor.closest('body > header, body > footer, main')?.localName;
        return {
          href: anchor.getAttribute('href') ?? '',
          text: (anchor.textContent ?? '').trim(),
          heard: (anchor.getAttribute('aria-label') ?? heard.textContent ?? '').trim(),
          target,
          rel,
          place: (place ?? 'skip') as FoundLink['place'],
        };
      }),
    );
    links.push(...found.map((link) => ({ from: path, ...link })));
  }
});

describe('every link', () => {
  it('leads somewhere and has words', () => {
    expect(links.length).toBeGreaterThan(300);
    for (const link of links) {
      expect(link.href, `${link.from}: ${link.text}`).not.toMatch(/^(#?|javascript:.*)$/);
      expect(link.heard, `${link.from}: ${link.href}`).not.toBe('');
    }
  });

  it('within the site answers 200, and its fragment is there', async () => {
    const inside = links.filter(({ href }) => /^[/#]/.test(href));
    expect(inside.length).toBeGreaterThan(200);
    for (const address of new Set(inside.map(({ from, href }) => new URL(href, `http://site${from}`).href))) {
      const { pathname, hash, search } = new URL(address);
      if (pathname !== MISSING)
        expect((await fetch(inject('url') + pathname + search)).status, address).toBe(200);
      if (hash) expect(ids.get(pathname), address).toContain(decodeURIComponent(hash.slice(1)));
    }
  });

  it('that opens a new tab says so and gives that tab no hold on this one', () => {
    const away = links.filter(({ target }) => target !== '');
    expect(away.length).toBeGreaterThan(0);
    for (const { from, href, target, rel, heard } of away) {
      const where = `${from}: ${href}`;
      expect(target, where).toBe('_blank');
      expect(rel.split(' '), where).toContain('noopener');
      expect(heard, where).toContain(`(${newTab})`);
    }
  });

  it('to another host goes to one that the configuration or an author names, in a new tab', () => {
    const named = [site.bookingUrl, site.companyUrl, site.linkedInUrl, site.xUrl];
    const inArticles = articles().flatMap(({ body = '' }) => body.match(/https:\/\/[^\s)]+/g) ?? []);
    const ofPeople = content.people().flatMap(({ data }) => data.linkedInUrl ?? []);
    const all = [...named, ...site.sisterSites.map(({ url }) => url), ...inArticles, ...ofPeople];
    const allowed = all.flatMap((url) => (url ? new URL(url).host : []));
    const away = links.filter(({ href }) => /^\w+:\/\//.test(href));
    const hosts = new Set(away.map(({ href }) => new URL(href).host));
    expect(hosts).toEqual(new Set([...allowed, 'www.linkedin.com']));
    expect(away.filter(({ target }) => target !== '_blank')).toEqual([]);
    expect(links.filter(({ href }) => href.startsWith('//') || href.startsWith('http:'))).toEqual([]);
  });

  const mailboxes = [site.partnershipsEmail, site.contactEmail, site.securityEmail];
  it('to a mailbox goes to one of the firm’s addresses, with a subject that survives every mail program', () => {
    const mails = links.filter(({ href }) => href.startsWith('mailto:'));
    expect(mails.length).toBeGreaterThan(40);
    for (const { from, href, text } of mails) {
      const { pathname, search, searchParams } = new URL(href);
      expect([...mailboxes, site.legal.dataContact], from).toContain(pathname);
      // An address that stands in running text becomes a link by itself, and nobody gave that one a subject.
      if (runningText.includes(from) && search === '') expect(text).toBe(pathname);
      else expect(searchParams.get('subject')?.trim(), from).toBeTruthy();
      // A plus sign stays a plus sign in a mail link.
      expect(search, from).not.toContain('+');
    }
  });
});

it.each(articles().map(({ id, data }) => [id, data.title]))(
  '%s can be shared with its address and its title',
  (slug, title) => {
    const shares = links.filter(
      ({ from, href }) =>
        from === articlePath(slug) && href.startsWith(linkedInShareUrl('', '').replace(/\?.*/, '')),
    );
    expect(shares).toHaveLength(1);
    const { searchParams } = new URL(shares[0]?.href ?? '');
    expect(Object.fromEntries(searchParams)).toEqual({ url: site.url + articlePath(slug), title });
    expect(shares[0]?.target).toBe('_blank');
  },
);

describe('the header', () => {
  it('leads home, to the four pages in order, and to the partnerships mailbox', () => {
    const [logo, ...rest] = links.filter(({ from, place }) => from === routes.home && place === 'header');
    expect(logo?.href).toBe(routes.home);
    expect(logo?.heard).toContain(site.name);
    expect(rest.map(({ href, text }) => [href.replace(/\?.*/, ''), text])).toEqual([
      ['/', headerWords.home],
      ['/about', headerWords.about],
      ['/services', headerWords.services],
      ['/contact', headerWords.contact],
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
  for (const path of [...everyRoute(), MISSING]) expect(on(path), path).toEqual(on(routes.home));
}

const hrefs = (anchors: Element[]) => anchors.map((anchor) => anchor.getAttribute('href'));

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
