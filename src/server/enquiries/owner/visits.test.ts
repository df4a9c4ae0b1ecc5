import { expect, it } from 'vitest';
import { OTHERS } from '../store/visits.ts';
import { visitsJson, visitsTable } from './visits.ts';

const span = { first: 20_000, last: 20_002 };
const counted = {
  days: [
    { day: 20_000, views: 400 },
    { day: 20_002, views: 100 },
  ],
  pages: Array.from({ length: 12 }, (_, i) => ({ path: `/page-${i}`, views: 60 - i })),
  referrers: [
    { referrer: '', views: 300 },
    { referrer: OTHERS, views: 150 },
    { referrer: 'a\u001b[2J\u202eb.example', views: 50 },
  ],
};

it('plots each day, also those without a view', () => {
  const lines = visitsTable(counted, span).split('\n');
  expect(lines.slice(0, 4)).toEqual([
    'Day (UTC)   Views',
    `2024-10-04    400  ${'█'.repeat(50)}`,
    '2024-10-05      0',
    `2024-10-06    100  ${'█'.repeat(13)}`,
  ]);
  expect(visitsTable(counted, span)).toContain('\n500 page views from 2024-10-04 to 2024-10-06.');
});

it('shows ten of a list, and how much the others are', () => {
  const text = visitsTable(counted, span);
  expect(text.match(/^\/page-\d+ /gm)).toHaveLength(10);
  expect(text).toContain(`\nand 2 more with ${50 + 49} views\n`);
});

it('hands no terminal to whoever made up a host', () => {
  const text = visitsTable(counted, span);
  expect(text).toContain('a�[2J�b.example');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that must not be there
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
});

it('gives a program everything', () => {
  const { pages, referrers, ...rest } = JSON.parse(visitsJson(counted, span, true));
  expect(pages).toHaveLength(12);
  expect(referrers[1]).toEqual({ host: OTHERS, views: 150 });
  expect(rest).toEqual({
    isCounting: true,
    first: '2024-10-04',
    last: '2024-10-06',
    views: 500,
    days: [
      { day: '2024-10-04', views: 400 },
      { day: '2024-10-06', views: 100 },
    ],
  });
});
