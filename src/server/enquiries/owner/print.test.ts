import { expect, it } from 'vitest';
import { type Enquiry, enquiryFields } from '../../../lib/enquiry.ts';
import type { StoredEnquiry } from '../store/enquiries.ts';
import { flat, mondayOf, plot, table, whole } from './print.ts';

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
const looked = { enquiry, history: [], notes: [] };

it('shows and exports every field of the form', () => {
  for (const field of enquiryFields) {
    expect(whole(looked)).toContain(`<${field}>`);
    expect(flat(enquiry)).toHaveProperty(field, `<${field}>`);
  }
  expect(whole(looked)).toMatch(/^First name: <firstName>$/m);
  expect(whole(looked)).toMatch(/^E-mail: <email>$/m);
  expect(whole(looked)).toMatch(/^Doubt: sent in a second$/m);
});

it('aligns any number of rows', () => {
  const rows = table(Array.from({ length: 150_000 }, () => enquiry)).split('\n');
  expect(rows).toHaveLength(150_001);
  expect(rows[1]).toContain('BCDF-2345  2026-01-31 12:30');
});

it('plots each week from its Monday, into the future too', () => {
  expect(mondayOf(new Date('2026-02-01T23:00:00Z')).toISOString()).toBe('2026-01-26T00:00:00.000Z');
  const monday = mondayOf(new Date());
  expect(
    plot(
      [
        { week: 0, isSpam: false, count: 2 },
        { week: 0, isSpam: true, count: 1 },
      ],
      monday,
    ),
  ).toMatch(/\n2 enquiries \(█\), 1 set aside as spam \(░\)$/);
  expect(plot([], new Date('2099-01-05'))).toContain('0 enquiries');
});
