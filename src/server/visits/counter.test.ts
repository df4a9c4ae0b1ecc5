import { expect, it } from 'vitest';
import { dayOf, OTHERS } from '../enquiries/store/visits.ts';
import { createCounter } from './counter.ts';

const noon = Date.UTC(2026, 0, 15, 12);
const today = dayOf(noon);
const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' };
const from = (host: string) => ({ ...browser, referer: `https://${host}/` });
const sum = (counter: ReturnType<typeof createCounter>) =>
  counter.waiting().reduce((total, { views }) => total + views, 0);

it('adds up by page and by host, and leaves out who is not to be counted', () => {
  const counter = createCounter(() => noon);
  for (let i = 0; i < 3; i++) counter.count('/', from('search.example'));
  counter.count('/', browser);
  counter.count('/about', browser);
  counter.count('/', { ...browser, dnt: '1' });
  for (let i = 0; i < 2; i++) counter.count('/', { 'user-agent': 'curl/8.14.1' });
  counter.count('/', {});
  expect(counter.waiting()).toEqual([
    { day: today, path: '/', referrer: 'search.example', views: 3 },
    { day: today, path: '/', referrer: '', views: 1 },
    { day: today, path: '/about', referrer: '', views: 1 },
  ]);
});

it('counts for the day on which a page was sent, whenever it is stored', () => {
  let now = Date.UTC(2026, 0, 15) - 1;
  const counter = createCounter(() => now);
  counter.count('/', browser);
  now += 1;
  counter.count('/', browser);
  expect(counter.waiting().map(({ day }) => day)).toEqual([today - 1, today]);
});

it('keeps what was counted while the store was at work', () => {
  const counter = createCounter(() => noon);
  counter.count('/', browser);
  counter.count('/about', browser);
  const taken = counter.waiting();
  counter.count('/', browser);
  counter.settle(taken);
  expect(counter.waiting()).toEqual([{ day: today, path: '/', referrer: '', views: 1 }]);
});

it('holds a bounded number of 100,000 made-up hosts, and loses no view', () => {
  const counter = createCounter(() => noon);
  for (let i = 0; i < 100_000; i++) counter.count(i % 2 ? '/' : '/about', from(`h${i}.example`));
  expect(counter.waiting()).toHaveLength(2002);
  expect(sum(counter)).toBe(100_000);
  // A page of ours that nobody had opened yet still has room.
  counter.count('/faq', from('late.example'));
  counter.count('/faq', browser);
  expect(counter.waiting().slice(-2)).toEqual([
    { day: today, path: '/faq', referrer: OTHERS, views: 1 },
    { day: today, path: '/faq', referrer: '', views: 1 },
  ]);
});

it('stops growing while a store is away for years, and tells how much it left out', () => {
  let now = noon;
  const counter = createCounter(() => now);
  for (let i = 0; i < 12_000; i++) {
    counter.count('/', browser);
    now += 24 * 60 * 60_000;
  }
  expect(counter.waiting()).toHaveLength(10_000);
  expect([counter.clear(), counter.clear()]).toEqual([2000, 0]);
});

it('judges as before when more names were sent than it remembers', () => {
  const counter = createCounter(() => noon);
  for (let i = 0; i < 2000; i++) counter.count('/', { 'user-agent': `Mozilla/5.0 Odd/${i}` });
  counter.count('/', { 'user-agent': 'curl/8.14.1' });
  counter.count('/', { 'user-agent': 'Mozilla/5.0 Odd/1999' });
  expect(sum(counter)).toBe(2001);
});
