import { expect, it } from 'vitest';
import { type Enquiry, enquiryFields } from '../../lib/enquiry.ts';
import type { StoredEnquiry } from '../db/enquiries.ts';
import { OTHERS } from '../db/visits.ts';
import { flat } from './export.ts';
import { visitsOf, visitsText, wholeText } from './text.ts';

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

it('shows page views, ten of a list at most, and no control character', () => {
  const counted = {
    days: [{ day: 20_000, views: 500 }],
    pages: Array.from({ length: 12 }, (_, i) => ({ path: `/page-${i}`, views: 60 - i })),
    referrers: [
      { referrer: '', views: 300 },
      { referrer: OTHERS, views: 150 },
      { referrer: 'a\u001b[2J\u202eb.example', views: 50 },
    ],
  };
  const text = visitsText(visitsOf(counted, 20_000, 20_002));
  expect(text).toMatch(/^Day \(UTC\) {3}Views\n2024-10-04 {2}500\n\nPage +Views\n/);
  expect(text).toContain('\n500 page views from 2024-10-04 to 2024-10-06.');
  expect(text.match(/^\/page-\d+ /gm)).toHaveLength(10);
  expect(text).toContain('\nand 2 more: --json has them all\n');
  expect(text).toMatch(/^other hosts +150$/m);
  expect(text).toContain('a�[2J�b.example');
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
});
