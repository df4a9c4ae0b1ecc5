import { expect, it } from 'vitest';
import { type Enquiry, enquiryFields } from '../../lib/enquiry.ts';
import type { StoredEnquiry } from '../db/enquiries.ts';
import { OTHERS } from '../db/visits.ts';
import { visitsText, wholeText } from './text.ts';
import { flat } from './words.ts';

it('shows and exports every field of the form', () => {
  const enquiry: StoredEnquiry = {
    ...(Object.fromEntries(enquiryFields.map((field) => [field, `<${field}>`])) as Enquiry),
    reference: 'BCDF-2345',
    receivedAt: new Date('2026-01-31T12:30:00Z'),
    spam: null,
    doubt: 'sent in a second',
    deliveries: [],
    handling: 'open',
    notes: 0,
  };
  const text = wholeText({ enquiry, history: [], notes: [] });
  for (const field of enquiryFields) {
    expect(text).toContain(`<${field}>`);
    expect(flat(enquiry)).toHaveProperty(field, `<${field}>`);
  }
  expect(text).toMatch(/^First name: <firstName>$[\s\S]*^E-mail: <email>$/m);
  expect(text).toMatch(/^Doubt: sent in a second$/m);
});

it('shows page views of each day, ten of a list and the sum of the others, and no control character', () => {
  const text = visitsText(
    {
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
    },
    { first: 20_000, last: 20_002 },
  );
  expect(text.split('\n').slice(0, 4)).toEqual([
    'Day (UTC)   Views',
    '2024-10-04  400',
    '2024-10-05  0',
    '2024-10-06  100',
  ]);
  expect(text).toContain('\n500 page views from 2024-10-04 to 2024-10-06.');
  expect(text.match(/^\/page-\d+ /gm)).toHaveLength(10);
  expect(text).toContain(`\nand 2 more with ${50 + 49}\n`);
  expect(text).toContain('a�[2J�b.example');
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
});
