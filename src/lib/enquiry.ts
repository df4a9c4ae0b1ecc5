/** The five fields of the contact form and the rules for them, the same in the browser and on the server. */
export const enquiryFields = ['firstName', 'lastName', 'email', 'company', 'message'] as const;
export type EnquiryField = (typeof enquiryFields)[number];
export type Enquiry = Record<EnquiryField, string>;

/** Beside the five: a field that no person sees, which only a program fills in. */
export const TRAP_FIELD = 'website';
/** Beside the five: how many milliseconds after opening the page it was sent. */
export const ELAPSED_FIELD = 'elapsed';

export const limits = { name: 100, email: 254, messageLeast: 10, messageMost: 5000 } as const;

export type EnquiryError =
  | 'emailMissing'
  | 'emailInvalid'
  | 'messageMissing'
  | 'messageShort'
  | 'messageLong'
  | 'tooLong'
  | 'controlCharacters';

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
  const hasControls = !text.isWellFormed() || (field === 'message' ? CONTROLS : LINE_CONTROLS).test(text);
  if (field === 'email') {
    if (text === '') return 'emailMissing';
    return !hasControls && length <= limits.email && EMAIL.test(text) ? undefined : 'emailInvalid';
  }
  if (hasControls) return 'controlCharacters';
  if (field === 'message') {
    if (text === '') return 'messageMissing';
    if (length < limits.messageLeast) return 'messageShort';
    return length > limits.messageMost ? 'messageLong' : undefined;
  }
  return length > limits.name ? 'tooLong' : undefined;
}

const tidy = (value: string) => value.normalize('NFC').replace(/\r\n?/g, '\n').trim();

/** A line break in a name or an address could end a header of a mail; in the message it is text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to refuse
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to refuse
const LINE_CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** Forgiving on purpose: one @ between a name and a dotted host; only the mail itself can tell more. */
const EMAIL = /^[^\s@,;<>"]+@[^\s@,;<>".]+(\.[^\s@,;<>".]+)+$/u;

/** The enquiry as the text of a mail. */
export function enquiryText(enquiry: Enquiry): string {
  const name = `${enquiry.firstName} ${enquiry.lastName}`.trim();
  const sender = [name, enquiry.company, enquiry.email].filter(Boolean).join('\n');
  return `${enquiry.message}\n\n${sender}`;
}
