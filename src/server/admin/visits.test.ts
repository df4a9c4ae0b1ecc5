import { expect, it } from 'vitest';
import { OTHERS } from '../db/visits.ts';
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

it('shows people each day, ten of a list and how much the others are, and hands nobody the terminal', () => {
  const text = visitsTable(counted, span);
  expect(text.split('\n').slice(0, 4)).toEqual([
    'Day (UTC)   Views',
    `2024-10-04    400  ${'█'.repeat(50)}`,
    '2024-10-05      0',
    `2024-10-06    100  ${'█'.repeat(13)}`,
  ]);
  expect(text).toContain('\n500 page views from 2024-10-04 to 2024-10-06.');
  expect(text.match(/^\/page-\d+ /gm)).toHaveLength(10);
  expect(text).toContain(`\nand 2 more with ${50 + 49} views\n`);
  expect(text).toContain('a�[2J�b.example');
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
});

it('gives a program everything', () => {
  const { pages, referrers, ...rest } = JSON.parse(visitsJson(counted, span, true));
  expect(pages).toHaveLength(12);
  expect(referrers[1]).toEqual({ host: OTHERS, views: 150 });
  expect(rest).toMatchObject({ isCounting: true, first: '2024-10-04', last: '2024-10-06', views: 500 });
  expect(rest.days[1]).toEqual({ day: '2024-10-06', views: 100 });
});
