import { expect, it } from 'vitest';
import { dayOf, OTHERS, type Views } from '../enquiries/store/visits.ts';
import { createCounter } from './counter.ts';

const noon = Date.UTC(2026, 0, 15, 12);
const today = dayOf(noon);
const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' };
const from = (host: string) => ({ ...browser, referer: `https://${host}/` });
const sum = (views: Views[]) => views.reduce((total, { views }) => total + views, 0);

it('adds up by page and by host, and leaves out who is not to be counted', () => {
  const counter = createCounter(() => noon);
  for (let i = 0; i < 3; i++) counter.count('/', from('search.example'));
  counter.count('/', browser);
  counter.count('/about', browser);
  counter.count('/', { ...browser, dnt: '1' });
  for (let i = 0; i < 2; i++) counter.count('/', { 'user-agent': 'curl/8.14.1' });
  counter.count('/', {});
  expect(counter.take().views).toEqual([
    { day: today, path: '/', referrer: 'search.example', views: 3 },
    { day: today, path: '/', referrer: '', views: 1 },
    { day: today, path: '/about', referrer: '', views: 1 },
  ]);
});

it('counts for the day on which it was taken to the store, however long that took', () => {
  let now = Date.UTC(2026, 0, 15) - 1;
  const counter = createCounter(() => now);
  counter.count('/', browser);
  counter.giveBack(counter.take().views);
  now += 1;
  counter.count('/', browser);
  expect(counter.take().views).toEqual([
    { day: today - 1, path: '/', referrer: '', views: 1 },
    { day: today, path: '/', referrer: '', views: 1 },
  ]);
});

it('knows our own pages by what the browser says, or by the host', () => {
  const counter = createCounter(() => noon);
  const asked = (host: string, referer: string, site?: string) =>
    counter.count('/', { ...browser, host, referer, 'sec-fetch-site': site });
  asked('www.firm.test', 'https://www.firm.test/about');
  asked('127.0.0.1:4321', 'https://www.firm.test/about', 'same-origin');
  // The same link is somebody else's at another host.
  asked('other.test', 'https://www.firm.test/about');
  asked('www.firm.test', 'https://www.firm.test/about');
  expect(counter.take().views.map(({ referrer, views }) => [referrer, views])).toEqual([
    ['', 3],
    ['www.firm.test', 1],
  ]);
});

it('hands everything over once, and takes back what could not be stored', () => {
  const counter = createCounter(() => noon);
  counter.count('/', from('news.example'));
  counter.count('/about', browser);
  const { views } = counter.take();
  expect(counter.take().views).toEqual([]);
  counter.count('/', from('news.example'));
  counter.giveBack(views);
  expect(counter.take().views).toEqual([
    { day: today, path: '/', referrer: 'news.example', views: 2 },
    { day: today, path: '/about', referrer: '', views: 1 },
  ]);
  expect(counter.held()).toBe(0);
});

it('holds a bounded number of 100,000 made-up hosts, and loses no view', () => {
  const counter = createCounter(() => noon);
  const flood = (first: number) => {
    for (let i = first; i < first + 100_000; i++)
      counter.count(i % 2 ? '/' : '/about', from(`h${i}.example`));
  };
  flood(0);
  expect(counter.held()).toBeLessThan(2 * 2000 + 2 * 500 + 10);
  // A page of ours that nobody had opened yet still has room.
  counter.count('/faq', from('late.example'));
  counter.count('/faq', browser);
  const { views } = counter.take();
  expect([views.length, sum(views)]).toEqual([2004, 100_002]);
  for (const referrer of [OTHERS, ''])
    expect(views).toContainEqual({ day: today, path: '/faq', referrer, views: 1 });
  // While the store is away, the bound holds for all that it is owed.
  counter.giveBack(views);
  flood(100_000);
  const again = counter.take().views;
  expect([again.length, sum(again)]).toEqual([2004, 200_002]);
  // Once it is there again, so is room for names.
  counter.count('/', from('new.example'));
  expect(counter.take().views).toEqual([{ day: today, path: '/', referrer: 'new.example', views: 1 }]);
});

it('holds a bounded number of pages that few hosts lead to', () => {
  const counter = createCounter(() => noon);
  for (let i = 0; i < 100_000; i++) counter.count(`/${i % 4000}`, from(`h${i % 3}.example`));
  expect(counter.held()).toBeLessThan(2000 + 4000 + 2 * 500 + 10);
  expect(sum(counter.take().views)).toBe(100_000);
});

it('stops growing while a store is away for years, and tells how much it left out', () => {
  const counter = createCounter(() => noon);
  counter.giveBack(Array.from({ length: 12_000 }, (_, i) => ({ day: i, path: '/', referrer: '', views: 3 })));
  counter.giveBack([{ day: 0, path: '/', referrer: '', views: 1 }]);
  const { views, leftOut } = counter.take();
  expect([views.length, sum(views), leftOut]).toEqual([10_000, 30_001, 6000]);
  expect(counter.take()).toEqual({ views: [], leftOut: 0 });
});

it('judges as before when more names were sent than it remembers', () => {
  const counter = createCounter(() => noon);
  for (let i = 0; i < 2000; i++) counter.count('/', { 'user-agent': `Mozilla/5.0 Odd/${i}` });
  counter.count('/', { 'user-agent': 'curl/8.14.1' });
  counter.count('/', { 'user-agent': 'Mozilla/5.0 Odd/1999' });
  expect(sum(counter.take().views)).toBe(2001);
});
