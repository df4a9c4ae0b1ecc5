import { type Enquiry, type EnquiryField, enquiryFields } from '../../lib/enquiry.ts';

/** firstName is stored in first_name. */
export const columnOf = (field: EnquiryField) =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const fieldColumns = enquiryFields.map(columnOf);

export const enquiryOf = (row: Record<string, unknown>) =>
  Object.fromEntries(enquiryFields.map((field) => [field, String(row[columnOf(field)])])) as Enquiry;
