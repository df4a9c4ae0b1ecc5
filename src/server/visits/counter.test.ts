import { expect, it } from 'vitest';
import { dayOf, OTHERS, type Views } from '../db/visits.ts';
import { createCounter } from './counter.ts';

const noon = Date.UTC(2026, 0, 15, 12);
const today = dayOf(noon);
const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' };
const from = (host: string) => ({ ...browser, referer: `https://${host}/` });
const sum = (views: Views[]) => views.reduce((total, { views }) => total + views, 0);

it('adds up by page and by host, leaves out who is not to be counted, and hands everything over once', () => {
  const counter = createCounter(() => noon);
  for (let i = 0; i < 3; i++) counter.count('/', from('search.example'));
  counter.count('/', browser);
  counter.count('/about', browser);
  counter.count('/', { ...browser, dnt: '1' });
  counter.count('/', { 'user-agent': 'curl/8.14.1' });
  counter.count('/', {});
  expect(counter.take().views).toEqual([
    { day: today, path: '/', referrer: 'search.example', views: 3 },
    { day: today, path: '/', referrer: '', views: 1 },
    { day: today, path: '/about', referrer: '', views: 1 },
  ]);
  expect(counter.take().views).toEqual([]);
});

it('counts for the day on which a page was opened, also what could not be stored on it', () => {
  let now = Date.UTC(2026, 0, 15) - 1;
  const counter = createCounter(() => now);
  counter.count('/', browser);
  counter.giveBack(counter.take().views);
  now += 1;
  counter.count('/', browser);
  expect(counter.take().views.map(({ day, views }) => [day, views])).toEqual([
    [today - 1, 1],
    [today, 1],
  ]);
});

it('knows our own pages by what the browser says, or by the host', () => {
  const counter = createCounter(() => noon);
  const asked = (host: string, site?: string) =>
    counter.count('/', { ...browser, host, referer: 'https://www.firm.test/about', 'sec-fetch-site': site });
  asked('www.firm.test');
  asked('127.0.0.1:4321', 'same-origin');
  asked('other.test');
  expect(counter.take().views.map(({ referrer, views }) => [referrer, views])).toEqual([
    ['', 2],
    ['www.firm.test', 1],
  ]);
});

it('holds a bounded number of made-up hosts, and loses no view', () => {
  const counter = createCounter(() => noon);
  const flood = (first: number) => {
    for (let i = first; i < first + 20_000; i++) counter.count(i % 2 ? '/' : '/about', from(`h${i}.example`));
  };
  flood(0);
  // A page of ours that nobody had opened yet still has room.
  counter.count('/faq', from('late.example'));
  const { views } = counter.take();
  expect([views.length, sum(views)]).toEqual([2003, 20_001]);
  expect(views).toContainEqual({ day: today, path: '/faq', referrer: OTHERS, views: 1 });
  // While the store is away, the bound holds for all that it is owed; once it is there again, so is room for names.
  counter.giveBack(views);
  flood(20_000);
  const again = counter.take().views;
  expect([again.length, sum(again)]).toEqual([2003, 40_001]);
  counter.count('/', from('new.example'));
  expect(counter.take().views).toEqual([{ day: today, path: '/', referrer: 'new.example', views: 1 }]);
});

it('stops growing while a store is away for years, and tells how much it left out', () => {
  const counter = createCounter(() => noon);
  counter.giveBack(Array.from({ length: 12_000 }, (_, i) => ({ day: i, path: '/', referrer: '', views: 3 })));
  const { views, leftOut } = counter.take();
  expect([views.length, sum(views), leftOut]).toEqual([10_000, 30_000, 6000]);
});
