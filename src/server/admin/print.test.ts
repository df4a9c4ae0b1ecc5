import { expect, it } from 'vitest';
import { type Enquiry, enquiryFields } from '../../lib/enquiry.ts';
import type { StoredEnquiry } from '../db/enquiries.ts';
import { flat, whole } from './print.ts';

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
