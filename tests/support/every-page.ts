import { brotliCompressSync } from 'node:zlib';
import type { Page, Response as PageResponse } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { articlePath, legalPaths, routes } from '../../src/routes.ts';
import { violations, violationsOfColour } from './axe.ts';
import { browserForTests } from './browser.ts';
import { LEAST, textPairs } from './contrast.ts';
import type { BuiltFirm, Firm } from './firm.ts';
import {
  controlPairs,
  emptyParts,
  farthestPress,
  invisibleTexts,
  linksOn,
  missedByKeyboard,
  overlappingTexts,
  textOnDrawings,
  writeEndlessWords,
} from './in-page.ts';
import { mistakesIn } from './markup.ts';
import { type Recorded, recordRequests } from './network.ts';
import { readPolicy } from './policy.ts';
import { expectSecured } from './secured.ts';
import { readShifts, watchShifts } from './shifts.ts';
import {
  expectAddresses,
  expectDescribed,
  expectShown,
  expectTrail,
  expectWhole,
  readPageData,
} from './structured-data.ts';

/** What fits into the first ten packets of a connection; the home page may take one more (docs/decisions/0001). */
const HTML_BYTES = 14_600;
const HOME_BYTES = 16_000;
/** The share of a text of a thousand words. A longer text may weigh more in proportion. */
const TEXT_BYTES = 3500;
const FIRST_VIEW_BYTES = 44_000;
/** The page, two fonts and the icon. */
const FIRST_VIEW_REQUESTS = 4;
const NO_PAGE = '/no-such-page';
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 720 };
/** A narrow phone (and 1280 px at 400 % zoom, which is the same to a layout), a tablet, a wall. */
const WIDTHS = [320, 768, 2560];
const MORE_WIDTHS = [320, 390, 640, 768, 900, 1024, 1180, 1440];

interface Visit {
  path: string;
  page: Page;
  firm: Firm & BuiltFirm;
  response: PageResponse | null;
  /** What the browser's console said. */
  messages: string[];
  requests: Recorded[];
  cookies: string[];
  /** Of pages that are built alike, the one that is asked what depends on the design alone. */
  isOneOfItsKind: boolean;
}

type Question = (visit: Visit) => Promise<void>;

/** Asked on a phone first, whose fonts come while the page waits for them; then at a desk. */
const ofContent: Record<string, Question> = {
  async 'answers with its own page and all headers'({ path, firm, response }) {
    expect(response?.status()).toBe(path === NO_PAGE ? 404 : 200);
    const answer = await fetch(firm.url + path);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    if (path !== NO_PAGE) expectSecured(answer, firm.root);
    expectStrict(answer.headers.get('content-security-policy') ?? '');
  },
  async 'is quiet'({ path, messages }) {
    // The one line that the page of a missing address must log, beside the browser's own.
    expect(messages.filter((line) => path !== NO_PAGE || !line.includes(NO_PAGE))).toEqual([]);
  },
  async 'asks its own origin alone, and for no script'({ firm, requests }) {
    expect(requests.length).toBeGreaterThan(1);
    expect(requests.filter(({ url }) => new URL(url).origin !== firm.url)).toEqual([]);
    expect(requests.filter(({ type, url }) => type === 'Script' || url.endsWith('.js'))).toEqual([]);
  },
  async 'sets no cookie and stores nothing'({ page, cookies }) {
    expect(cookies).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  },
  async 'is light'({ path, firm, requests }) {
    const { headers } = await fetch(firm.url + path, { headers: { 'accept-encoding': 'br' } });
    expect(headers.get('content-encoding')).toBe('br');
    const bytes = Number(headers.get('content-length'));
    expect(bytes).toBeGreaterThan(0);
    const budget = path === routes.home ? HOME_BYTES : HTML_BYTES;
    expect(bytes).toBeLessThanOrEqual(budget + saidBeyond(firm.html(path === NO_PAGE ? '/404' : path)));
    // The icon is no part of what a browser waits for.
    await expect.poll(() => requests.filter(({ bytes }) => bytes === 0)).toEqual([]);
    expect(requests.length).toBeLessThanOrEqual(FIRST_VIEW_REQUESTS);
    expect(requests.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(FIRST_VIEW_BYTES);
  },
  'stands still when its fonts come': ({ page }) => expectStill(page),
  async 'has something to press on every two screens of a phone'({ page, path }) {
    // An article and a legal text are for reading.
    if (isRunningText(path)) return;
    expect(await farthestPress(page)).toBeLessThanOrEqual(2 * PHONE.height);
  },
  async 'has something filled to press within two screens of a phone'({ page, path }) {
    const filled = isRunningText(path) || path === NO_PAGE ? '.header-call' : 'main .btn-primary';
    const box = await page.locator(filled).first().boundingBox();
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(2 * PHONE.height);
  },
  async 'tells search engines and share cards what it is'({ page, path, firm: { site, url, articles } }) {
    await page.setViewportSize(DESK);
    expect(await page.locator('html').getAttribute('lang')).toBe('en-GB');
    const head = await headOf(page);
    expect(head.title?.endsWith(` | ${site.name}`)).toBe(true);
    expect(head.description?.length).toBeGreaterThan(49);
    expect(head['theme-color']).toBe('#8B5CF6');
    if (path === NO_PAGE) {
      expect([head.robots, head.canonical, head['og:url']]).toEqual(['noindex', undefined, undefined]);
      return;
    }
    expect(head).toMatchObject({
      robots: 'index, follow',
      canonical: site.url + path,
      'og:url': site.url + path,
      'og:title': head.title?.slice(0, -` | ${site.name}`.length),
      'og:description': head.description,
      'og:site_name': site.name,
      'og:type': path.startsWith(`${routes.blog}/`) ? 'article' : 'website',
      'twitter:card': expect.stringMatching(/^summary(_large_image)?$/),
    });
    const picture = new URL(head['og:image'] ?? '');
    expect(picture.origin).toBe(site.url);
    const answer = await fetch(url + picture.pathname);
    expect([answer.status, answer.headers.get('content-type')?.split('/')[0]]).toEqual([200, 'image']);
    const article = articles().find(({ id }) => articlePath(id) === path);
    if (article)
      expect(head['og:image:alt']).toBe(article.data.coverAlt ?? `${site.name}: ${article.data.title}`);
    else expect(head['og:image:alt']).toContain(site.name);
  },
  async 'tells search engines nothing that it does not show'({ page, path, firm }) {
    await page.setViewportSize(DESK);
    const messages = await readPageData(page);
    if (path === NO_PAGE) return expect(messages.blocks).toEqual([]);
    expectWhole(messages);
    expectShown(messages);
    expectDescribed(messages, path, firm.site.name);
    expectTrail(messages, path);
    await expectAddresses(messages, path, firm);
  },
  async 'has the landmarks, and its header marks it where it is one of its own'({ page, path }) {
    for (const landmark of ['banner', 'main', 'contentinfo'] as const)
      expect(await page.getByRole(landmark).count(), landmark).toBe(1);
    const marked = await page
      .getByRole('banner')
      .getByRole('navigation')
      .locator('[aria-current=page]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    const { home, about, services, contact, caseStudies, faq } = routes;
    const inHeader: string[] = [home, about, services, contact, caseStudies, faq];
    expect(marked).toEqual(inHeader.includes(path) ? [path] : []);
  },
  async 'leaves no part empty'({ page }) {
    expect(await emptyParts(page)).toEqual([]);
  },
  'has links that say where they lead, and lead there': expectLinks,
  async 'is HTML as it should be'({ path, firm }) {
    expect(await mistakesIn(firm.html(path === NO_PAGE ? '/404' : path))).toEqual([]);
  },
  async 'pleases axe'({ page, isOneOfItsKind }) {
    // Its colours are those of its kind, and by our own measure they are asked of every page below.
    expect(await violations(page, isOneOfItsKind)).toEqual([]);
  },
  'has enough contrast': ({ page }) => expectContrast(page),
  async 'breaks at no width: no scrolling sideways, no text over another'({ page }) {
    for (const width of WIDTHS) await expectIntact(page, width);
  },
  async 'sets no text over a drawing at any width'({ page }) {
    for (const width of MORE_WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      expect(await textOnDrawings(page), `at ${width} px`).toEqual([]);
    }
  },
};

/** What is the same whatever the content; the page is changed by it. */
const ofDesign: Record<string, Question> = {
  async 'is used with the keyboard alone: all is reached in turn, and the focus is seen'({ page, firm }) {
    await page.setViewportSize(DESK);
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: firm.wordsOf('shared').skip });
    expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
    expect((await skip.boundingBox())?.height).toBeGreaterThan(20);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('main');
    await page.reload();
    await waitForPaint(page);
    expect(await missedByKeyboard(page)).toEqual([]);
  },
  async 'holds a name of 40 letters and words that never end'({ page, firm }) {
    await writeEndlessWords(page, firm.site.name);
    await expectIntact(page, 320);
  },
};

/** Asked on a phone whose fonts come after the page was painted, and therefore stay away. */
const inDark: Record<string, Question> = {
  'is quiet': ofContent['is quiet'] as Question,
  'stands still when its fonts come late': ({ page }) => expectStill(page),
  'has enough contrast': ({ page }) => expectContrast(page),
  async 'breaks at no width in a fallback font'({ page }) {
    for (const width of WIDTHS) await expectIntact(page, width);
  },
  async 'keeps its text and its focus visible in forced colours'({ page }) {
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ forcedColors: 'active' });
    await page.keyboard.press('Tab');
    const outline = await page.evaluate(
      () => getComputedStyle(document.activeElement ?? document.body).outlineStyle,
    );
    expect(outline).not.toBe('none');
    expect(await invisibleTexts(page)).toEqual([]);
    const current = await textPairs(page, '[aria-current], [aria-pressed="true"]');
    expect(current.filter(({ ratio }) => ratio < LEAST.text)).toEqual([]);
  },
  async 'reads the same without JavaScript'({ page, path, firm }) {
    const words = await readable(page);
    expect(words.length).toBeGreaterThan(60);
    const context = await page.context().browser()?.newContext({ javaScriptEnabled: false, viewport: PHONE });
    const plain = await context?.newPage();
    if (!plain) throw new Error('The browser is gone.');
    await plain.goto(firm.url + path);
    expect(await readable(plain)).toBe(words);
    await context?.close();
  },
};

/** By our own measure every page has enough contrast in dark (above); axe is asked of each kind of page. */
const inDarkOfKinds: Record<string, Question> = {
  async 'pleases axe, of which only the colours are others'({ page }) {
    expect(await violationsOfColour(page)).toEqual([]);
  },
  ...inDark,
};

/** In light, the fonts come once the words are there; in dark, once the page was painted. */
const fontsWaitFor = {
  light: (page: Page) => page.waitForSelector('footer', { state: 'attached' }),
  dark: waitForPaint,
};
type Scheme = keyof typeof fontsWaitFor;
function waitForPaint(page: Page): Promise<unknown> {
  return page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
}

/** Opens every page once in each scheme and asks all of its questions there, those of design once for each kind of page. */
export function askEveryPage(firm: Firm & BuiltFirm): void {
  const paths = [...firm.everyRoute(), NO_PAGE];
  const kinds = oneOfEachKind(paths);
  askPages(firm, paths, kinds, (path) => [
    ['light', kinds.includes(path) ? { ...ofContent, ...ofDesign } : ofContent],
    ['dark', kinds.includes(path) ? inDarkOfKinds : inDark],
  ]);
}

/** For a firm with other content: neither colours nor keys depend on it. */
export const askOfContent = (firm: Firm & BuiltFirm, paths: string[]) =>
  askPages(firm, paths, [], () => [['light', ofContent]]);

function askPages(
  firm: Firm & BuiltFirm,
  paths: string[],
  kinds: string[],
  waysOf: (path: string) => [Scheme, Record<string, Question>][],
): void {
  const browser = browserForTests();

  it('each page has a title and a description of its own', () => {
    const heads = paths.filter((path) => path !== NO_PAGE).map((path) => firm.html(path));
    expect(heads.length).toBeGreaterThan(1);
    for (const tag of [/<title>([^<]+)</, /name="description" content="([^"]+)"/])
      expect(new Set(heads.map((html) => tag.exec(html)?.[1])).size).toBe(heads.length);
  });

  describe.each(paths)('%s', (path) => {
    describe.each(waysOf(path))('in %s', (colorScheme, questions) => {
      let visit: Visit;
      beforeAll(async () => {
        const options = { baseURL: firm.url, reducedMotion: 'reduce', viewport: PHONE, colorScheme } as const;
        const page = await browser.newPage(options);
        await page.route('**/*.woff2', async (route) => {
          await fontsWaitFor[colorScheme](page);
          await route.continue();
        });
        visit = { ...(await open(page, path)), firm, isOneOfItsKind: kinds.includes(path) };
        return () => page.context().close();
      });
      it.each(Object.entries(questions))('%s', (_, ask) => ask(visit));
    });
  });
}

async function open(page: Page, path: string) {
  const messages: string[] = [];
  const cookies: string[] = [];
  page.on('console', (message) =>
    messages.push(`${message.type()}: ${message.text()} ${message.location().url}`),
  );
  page.on('pageerror', (error) => messages.push(String(error)));
  page.on('response', (response) => {
    const cookie = response.headers()['set-cookie'];
    if (cookie !== undefined) cookies.push(cookie);
  });
  const requests = await recordRequests(page);
  await page.addInitScript(watchShifts);
  const response = await page.goto(path);
  return { path, page, response, messages, requests, cookies };
}

function saidBeyond(html: string): number {
  const main = /<main.*<\/main>/s.exec(html)?.[0] ?? '';
  const text = main.replace(/<(script|style|svg).*?<\/\1>/gs, '').replace(/<[^>]+>/g, ' ');
  return Math.max(0, brotliCompressSync(text).length - TEXT_BYTES);
}

/** Articles are built alike, and so are the legal texts. */
export function oneOfEachKind(paths: string[]): string[] {
  const kindOf = (path: string) => (isRunningText(path) ? path.startsWith(`${routes.blog}/`) : path);
  return [...new Map(paths.toReversed().map((path) => [kindOf(path), path])).values()];
}

const isRunningText = (path: string) =>
  path.startsWith(`${routes.blog}/`) || legalPaths.some((legal) => legal === path);

/**
 * What main says to the eye, without the day of the visit, the link to an answer, which a script can copy, and the bar for the thumb, which comes and goes with the scroll.
 */
async function readable(page: Page): Promise<string> {
  const hide = (isHidden: boolean) =>
    page
      .locator('main :is([data-today], .action-bar, .answer a)')
      .evaluateAll((parts: HTMLElement[], value) => {
        for (const part of parts) part.style.display = value ? 'none' : '';
      }, isHidden);
  await hide(true);
  const [text = ''] = await page.getByRole('main').allInnerTexts();
  await hide(false);
  return text;
}

export async function expectStill(page: Page): Promise<void> {
  const shifts = await page.evaluate(readShifts);
  const total = shifts.reduce((sum, { value }) => sum + value, 0);
  expect(total.toFixed(2), JSON.stringify(shifts)).toBe('0.00');
}

export async function expectIntact(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  const where = `at ${width} px`;
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over, `${where} it scrolls sideways`).toBeLessThanOrEqual(0);
  expect(await overlappingTexts(page), `${where}: texts that overlap`).toEqual([]);
}

export async function expectContrast(page: Page): Promise<void> {
  const pairs = [...(await textPairs(page)), ...(await controlPairs(page))];
  expect(pairs.length).toBeGreaterThan(3);
  expect(pairs.filter(({ ratio, kind }) => ratio < LEAST[kind])).toEqual([]);
}

/** No source but our own files and the hashes of what was built into the page. */
function expectStrict(header: string): void {
  const policy = readPolicy(header);
  for (const directive of ['default-src', 'frame-ancestors', 'base-uri'])
    expect(policy.get(directive), directive).toEqual(["'none'"]);
  for (const directive of ['script-src', 'style-src']) {
    const sources = policy.get(directive) ?? [];
    expect(sources.length, directive).toBeGreaterThan(0);
    for (const source of sources) expect(source).toMatch(/^'(self|sha256-[\w+/]+=*)'$/);
  }
}

async function headOf(page: Page): Promise<Record<string, string | undefined>> {
  const [title, canonical, metas] = await Promise.all([
    page.title(),
    page.locator('link[rel=canonical]').evaluateAll(([link]) => link?.getAttribute('href') ?? undefined),
    page
      .locator('meta')
      .evaluateAll((all) =>
        all.map((meta) => [
          meta.getAttribute('name') ?? meta.getAttribute('property'),
          meta.getAttribute('content'),
        ]),
      ),
  ]);
  return { ...Object.fromEntries(metas), title, canonical };
}

/** Whether an address of the site answers, and which ids its page has; asked once for all pages that lead there. */
const answers = new Map<string, Promise<{ status: number; ids: Set<string> }>>();
const answerOf = (address: string) => {
  const known = answers.get(address) ?? ask(address);
  answers.set(address, known);
  return known;
};
async function ask(address: string) {
  const response = await fetch(address);
  const html = await response.text();
  return {
    status: response.status,
    ids: new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)),
  };
}

async function expectLinks({ page, path, firm }: Visit): Promise<void> {
  const { site, articles, content, wordsOf } = firm;
  const links = await linksOn(page);
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter(({ heard }) => heard === '')).toEqual([]);
  const named = [site.bookingUrl, site.companyUrl, site.linkedInUrl, site.xUrl].filter(
    (url) => url !== undefined,
  );
  const written = articles().flatMap(({ body = '' }) => body.match(/https:\/\/[^\s)]+/g) ?? []);
  const ofPeople = content.people.flatMap(({ data }) => data.linkedInUrl ?? []);
  const hosts = new Set(
    [site.url, ...named, ...site.sisterSites.map(({ url }) => url), ...written, ...ofPeople].map(
      (url) => new URL(url).host,
    ),
  );
  const mailboxes = JSON.stringify(site).match(/[\w.+-]+@[\w.-]+\w/g) ?? [];
  for (const { href, text, heard, target, rel } of links) {
    const where = `${text}: ${href}`;
    if (/^[/#](?!\/)/.test(href)) {
      const { pathname, hash, search } = new URL(href, firm.url + path);
      const { status, ids } = await answerOf(firm.url + pathname + search);
      if (pathname !== NO_PAGE) expect(status, where).toBe(200);
      if (hash) expect(ids.has(decodeURIComponent(hash.slice(1))), `${where} names a place`).toBe(true);
    } else if (href.startsWith('mailto:')) {
      const { pathname, search, searchParams } = new URL(href);
      expect(mailboxes, where).toContain(pathname);
      // An address that stands in running text becomes a link by itself, and that link has no subject.
      if (isRunningText(path) && search === '') expect(text).toBe(pathname);
      else expect(searchParams.get('subject')?.trim(), where).toBeTruthy();
      // A plus sign stays a plus sign in a mail link.
      expect(search, where).not.toContain('+');
    } else if (href.startsWith('tel:')) expect(href, where).toMatch(/^tel:\+?\d+$/);
    else {
      const { protocol, host } = new URL(href);
      expect(protocol, where).toBe('https:');
      // Where an article is shared.
      if (host !== 'www.linkedin.com') expect([...hosts], where).toContain(host);
      expect([target, rel.split(' ').includes('noopener')], where).toEqual(['_blank', true]);
    }
    if (target !== '') expect(heard, where).toContain(`(${wordsOf('shared').newTab})`);
  }
}
