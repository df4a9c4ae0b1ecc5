import { legalFields, type Site } from '../config/site-schema.ts';
import { fieldsInWords, requiredFields } from '../lib/enquiry.ts';
import { Mistake } from '../lib/mistake.ts';
import { retention } from '../lib/retention.ts';
import type { Claim } from '../schemas/claim.ts';
import type { Page } from '../schemas/pages.ts';
import { codeIn } from './markdown/outline.ts';

/** The words for each {token} in the copy: {site.name}, {founder.role}, {claim.onboarding}… */
export type Vocabulary = ReadonlyMap<string, string>;

/** The counts that a text may name. */
export type Counts = Record<'people' | 'services' | 'studies', number>;

export function vocabularyOf(
  site: Site,
  claims: Pick<Claim, 'id' | 'wording'>[],
  counts: Counts,
): Vocabulary {
  const words = new Map<string, string>();
  for (const [key, value] of Object.entries(site)) {
    if (typeof value !== 'object') words.set(`site.${key}`, String(value));
  }
  words.set('founder.name', site.founder.name).set('founder.role', site.founder.role);
  for (const field of legalFields) words.set(`legal.${field}`, site.legal[field] ?? '');
  words
    .set('people.count', `${inWords(counts.people)} ${counts.people === 1 ? 'person' : 'people'}`)
    .set('services.count', inWords(counts.services))
    .set('studies.count', inWords(counts.studies));
  for (const { id, wording } of claims) words.set(`claim.${id}`, wording);
  return words;
}

/** Further tokens of legal texts. A new field of the form appears in the privacy policy automatically. */
export function legalWords(site: Site, contact?: Page<'contact'>): [token: string, words: string][] {
  // While the contact page is invalid, the policy is not rendered.
  const fields = contact?.form.fields;
  return [
    ['form.fields', fields ? fieldsInWords(fields) : ''],
    ['form.required', fields ? fieldsInWords(fields, requiredFields) : ''],
    // The periods that the server itself uses.
    ...Object.entries(retention).map(([key, value]): [string, string] => [`kept.${key}`, String(value)]),
    // Empty where page views are not counted: passages with this token are left out.
    ['count.days', site.countVisits ? String(retention.countDays) : ''],
  ];
}

const numbers = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');
const inWords = (count: number) => numbers[count] ?? String(count);

/** Replaces every token in a text. An unknown one is reported and stays. */
export const fillIn = (text: string, words: Vocabulary, refuse: (found: string) => void): string =>
  text.replace(TOKEN, (token, name: string, at: number) => {
    const word = words.get(name);
    if (word === undefined) refuse(unknownToken(token, name, words));
    return word === undefined ? token : inPlace(word, name, text.slice(0, at));
  });

/** The same for Markdown, except for code, which is shown as written. */
export function fillInMarkdown(file: string, text: string, words: Vocabulary, firstLine: number): string {
  // Most texts hold no token and need not be parsed.
  if (text.search(TOKEN) < 0) return text;
  const code = codeIn(text);
  const sentences: string[] = [];
  const filled = text.replace(TOKEN, (token, name: string, at: number) => {
    if (code.some(({ start, end }) => start <= at && at < end)) return token;
    const word = words.get(name);
    const before = text.slice(0, at);
    if (word === undefined)
      sentences.push(
        `${file}: line ${firstLine + before.split('\n').length - 1} ${unknownToken(token, name, words)}`,
      );
    // A filled-in word is text, never HTML.
    return inPlace(word ?? token, name, before).replace(/<(?=[a-z/!?])/gi, '&lt;');
  });
  if (sentences.length > 0) throw new Mistake(sentences.join('\n'));
  return filled;
}

const TOKEN = /\{(\w+\.[\w-]+)\}/g;

/** A count at the start of a sentence begins with a capital letter. */
const inPlace = (word: string, name: string, before: string) =>
  name.endsWith('.count') && /(?:(?:^|\n)[#>*\s-]*|[.!?]\s+)$/.test(before)
    ? word.charAt(0).toUpperCase() + word.slice(1)
    : word;

function unknownToken(token: string, name: string, words: Vocabulary): string {
  const kind = name.startsWith('claim.')
    ? 'a claim registered in content/claims.yaml'
    : `one of ${[...words.keys()].filter((key) => !key.startsWith('claim.')).join(', ')}`;
  return `holds the token ${token}; wanted: ${kind}.`;
}
