import { expect, it } from 'vitest';
import { type Enquiry, enquiryFields } from '../../../lib/enquiry.ts';
import type { StoredEnquiry } from '../store/enquiries.ts';
import { flat, mondayOf, plot, whole } from './print.ts';

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

it('shows and exports every field of the form', () => {
  const text = whole({ enquiry, history: [], notes: [] });
  for (const field of enquiryFields) {
    expect(text).toContain(`<${field}>`);
    expect(flat(enquiry)).toHaveProperty(field, `<${field}>`);
  }
  expect(text).toMatch(/^First name: <firstName>$[\s\S]*^E-mail: <email>$/m);
  expect(text).toMatch(/^Doubt: sent in a second$/m);
});

it('plots each week from its Monday, into the future too', () => {
  expect(mondayOf(new Date('2026-02-01T23:00:00Z')).toISOString()).toBe('2026-01-26T00:00:00.000Z');
  const weeks = [true, false].map((isSpam) => ({ week: 0, isSpam, count: isSpam ? 1 : 2 }));
  expect(plot(weeks, mondayOf(new Date()))).toMatch(/\n2 enquiries \(█\), 1 set aside as spam \(░\)$/);
  expect(plot([], new Date('2099-01-05'))).toContain('0 enquiries');
});
