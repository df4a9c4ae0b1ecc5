/** The five fields of the contact form and the rules for them, the same in the browser and on the server. */
export const enquiryFields = ['firstName', 'lastName', 'email', 'company', 'message'] as const;
export type EnquiryField = (typeof enquiryFields)[number];
export type Enquiry = Record<EnquiryField, string>;

export const limits = { name: 100, email: 254, messageLeast: 10, messageMost: 5000 } as const;

export type EnquiryError =
  | 'emailMissing'
  | 'emailInvalid'
  | 'messageMissing'
  | 'messageShort'
  | 'messageLong'
  | 'tooLong';

export type EnquiryErrors = Partial<Record<EnquiryField, EnquiryError>>;

/**
 * Reads the five fields, whatever else was sent, as their author typed them apart from the ends. A posted form
 * writes a line break as CRLF and a script reads it as LF; both are one character here.
 */
export function readEnquiry(data: { get(name: string): unknown }): Enquiry {
  const text = (name: EnquiryField) => {
    const value = data.get(name);
    return typeof value === 'string' ? tidy(value) : '';
  };
  return Object.fromEntries(enquiryFields.map((name) => [name, text(name)])) as Enquiry;
}

export function checkEnquiry(enquiry: Enquiry): EnquiryErrors {
  const errors: EnquiryErrors = {};
  for (const field of enquiryFields) {
    const error = checkField(field, enquiry[field]);
    if (error) errors[field] = error;
  }
  return errors;
}

export function checkField(field: EnquiryField, value: string): EnquiryError | undefined {
  const text = tidy(value);
  const length = [...text].length;
  if (field === 'email') {
    if (text === '') return 'emailMissing';
    return length <= limits.email && EMAIL.test(text) ? undefined : 'emailInvalid';
  }
  if (field === 'message') {
    if (text === '') return 'messageMissing';
    if (length < limits.messageLeast) return 'messageShort';
    return length > limits.messageMost ? 'messageLong' : undefined;
  }
  return length > limits.name ? 'tooLong' : undefined;
}

const tidy = (value: string) => value.normalize('NFC').replaceAll('\r\n', '\n').trim();

/** Forgiving on purpose: one @ between a name and a dotted host; only the mail itself can tell more. */
const EMAIL = /^[^\s@,;<>"]+@[^\s@,;<>".]+(\.[^\s@,;<>".]+)+$/u;

/** The enquiry as the text of a mail. */
export function enquiryText(enquiry: Enquiry): string {
  const name = `${enquiry.firstName} ${enquiry.lastName}`.trim();
  const sender = [name, enquiry.company, enquiry.email].filter(Boolean).join('\n');
  return `${enquiry.message}\n\n${sender}`;
}
