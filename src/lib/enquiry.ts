/**
 * The one list of the form's fields. The form, its check, the store, the mails, the webhook, the export and the privacy
 * policy follow it, in this order: a new field is a line here and its label in content/pages/contact.yaml.
 */
const rules = {
  firstName: { kind: 'line', most: 100, autoComplete: 'given-name' },
  lastName: { kind: 'line', most: 100, autoComplete: 'family-name' },
  email: { kind: 'email', most: 254, autoComplete: 'email', isRequired: true },
  company: { kind: 'line', most: 100, autoComplete: 'organization' },
  message: { kind: 'text', least: 10, most: 5000, isRequired: true },
} as const satisfies Record<string, FieldRule>;

export interface FieldRule {
  kind: 'line' | 'email' | 'text';
  /** Characters, as people count them. */
  most: number;
  least?: number;
  isRequired?: boolean;
  /** The value of the `autocomplete` attribute. */
  autoComplete?: string;
}

export type EnquiryField = keyof typeof rules;
export type Enquiry = Record<EnquiryField, string>;

export const fieldRules: Record<EnquiryField, FieldRule> = rules;
export const enquiryFields = Object.keys(rules) as EnquiryField[];

/** The name of the trap: a field that no person sees. */
export const TRAP_FIELD = 'website';
/** Milliseconds from opening the page to sending. */
export const ELAPSED_FIELD = 'elapsed';

/** The mistakes in a field. Each has its sentence in content/pages/contact.yaml. */
export const enquiryErrors = [
  'missing',
  'emailMissing',
  'emailInvalid',
  'messageMissing',
  'messageShort',
  'messageLong',
  'tooLong',
  'controlCharacters',
] as const;
export type EnquiryError = (typeof enquiryErrors)[number];
export type EnquiryErrors = Partial<Record<EnquiryField, EnquiryError>>;

/** Reads the known fields and ignores others. */
export function readEnquiry(data: { get(name: string): unknown }): Enquiry {
  const text = (name: EnquiryField) => {
    const value = data.get(name);
    return typeof value === 'string' ? tidy(name, value) : '';
  };
  return Object.fromEntries(enquiryFields.map((name) => [name, text(name)])) as Enquiry;
}

/** Every field empty. */
export const emptyEnquiry = readEnquiry(new Map());

export function checkEnquiry(enquiry: Enquiry): EnquiryErrors {
  const errors: EnquiryErrors = {};
  for (const field of enquiryFields) {
    const error = checkField(field, enquiry[field]);
    if (error) errors[field] = error;
  }
  return errors;
}

export function checkField(field: EnquiryField, value: string): EnquiryError | undefined {
  const { kind, most, least = 0, isRequired = false } = fieldRules[field];
  const tooLong = kind === 'email' ? 'emailInvalid' : kind === 'text' ? 'messageLong' : 'tooLong';
  const text = tidy(field, value);
  // First, because the checks below take longer for longer text.
  if (bytesOf(text) > most * BYTES_PER_CHARACTER) return tooLong;
  const isMissing = isRequired && text.trim() === '';
  // Missing in some browsers; the server checks it too.
  const isHalved = text.isWellFormed?.() === false;
  const hasControls = isHalved || MARKS.test(text) || (kind === 'text' ? CONTROLS : LINE_CONTROLS).test(text);
  if (hasControls) return kind === 'email' ? tooLong : 'controlCharacters';
  if (isMissing) return MISSING[kind];
  const length = lengthOf(text);
  if (length > most) return tooLong;
  if (kind === 'email') return text === '' || EMAIL.test(text) ? undefined : 'emailInvalid';
  const blanks = text.length - text.trim().length;
  return isRequired && length - blanks < least ? 'messageShort' : undefined;
}

const MISSING = { email: 'emailMissing', text: 'messageMissing', line: 'missing' } as const;

/** The sentence for a mistake, with the numbers that hold for its field. */
export function errorSentence(
  words: Record<EnquiryError, string>,
  field: EnquiryField,
  error: EnquiryError,
): string {
  const { most, least = 0 } = fieldRules[field];
  return words[error].replace('{most}', inThousands(most)).replace('{least}', inThousands(least));
}

/** No Intl: its first call takes a tenth of a second on a slow phone. */
const inThousands = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

export const errorSentences = (
  words: Record<EnquiryError, string>,
  errors: EnquiryErrors,
): Partial<Record<EnquiryField, string>> =>
  Object.fromEntries(
    Object.entries(errors).map(([field, error]) => [
      field,
      errorSentence(words, field as EnquiryField, error),
    ]),
  );

/** A field's error for the summary: the label, then the sentence. */
export const labelled = (label: string, sentence: string) =>
  `${label}: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;

/**
 * Keeps the message as written, with CRLF (posted form) and LF (script) as LF. Trims names and addresses, and removes
 * invisible characters from an address: direction marks get there by copying, and mail servers treat them differently.
 */
function tidy(field: EnquiryField, value: string): string {
  const { kind } = fieldRules[field];
  if (kind === 'text') return value.replace(/\r\n?/g, '\n');
  return (kind === 'email' ? withoutUnseen(value) : value).trim();
}

export const withoutUnseen = (text: string) => text.replace(/\p{Default_Ignorable_Code_Point}+/gu, '');

/** UTF-8 needs at most four; decomposed letters may need up to nine. */
const BYTES_PER_CHARACTER = 4;
const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** More marks on a letter than any script has (Unicode's stream-safe format): normalising them takes quadratic time. */
const MARKS = /(?:^|\P{M})\p{M}{31}/u;

/** Counts a letter and its accent as one character, however they were typed. */
const lengthOf = (text: string) => [...text.normalize('NFC')].length;

/** A line break in a name or an address could end a mail header; in the message it is allowed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to refuse
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to refuse
const LINE_CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/**
 * Lenient: one @ between a name and a dotted host; only a mail can prove more. The host must not hold characters that
 * delimit parts of a URL: some programs cut the address there, and would write to another host.
 */
const EMAIL = /^[^\s@,;<>"]+@[^\s@,;<>".#/:?[\\\]^|%]+(\.[^\s@,;<>".#/:?[\\\]^|%]+)+$/u;

/** The enquiry as the text of a mail: what was written, then who wrote it. */
export function enquiryText(enquiry: Enquiry): string {
  const { firstName, lastName, email, message } = enquiry;
  const name = `${firstName} ${lastName}`.trim();
  // A stored enquiry has more properties than its fields.
  const others = enquiryFields
    .filter((field) => !['firstName', 'lastName', 'email', 'message'].includes(field))
    .map((field) => enquiry[field]);
  return `${message}\n\n${[name, ...others, email].filter(Boolean).join('\n')}`;
}

/** The labels as a list in a sentence: ‘first name, last name and message’. */
export function fieldsInWords(
  labels: Record<EnquiryField, string>,
  which: readonly EnquiryField[] = enquiryFields,
): string {
  const names = which.map((field) => labels[field].toLowerCase().replace(/^your /, ''));
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
export const requiredFields = enquiryFields.filter((field) => fieldRules[field].isRequired);
