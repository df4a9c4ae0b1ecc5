import { legalFields, type Site } from '../config/site-schema.ts';
import { Mistake } from '../lib/mistake.ts';
import type { Claim } from '../schemas/claim.ts';
import { codeIn } from './markdown.ts';

/** What a {token} in the copy stands for: {site.name}, {founder.role}, {claim.onboarding}… */
export type Vocabulary = ReadonlyMap<string, string>;

export function vocabularyOf(site: Site, claims: { data: Claim }[], people: number): Vocabulary {
  const words = new Map<string, string>();
  for (const [key, value] of Object.entries(site)) {
    if (typeof value !== 'object') words.set(`site.${key}`, String(value));
  }
  words.set('founder.name', site.founder.name).set('founder.role', site.founder.role);
  for (const field of legalFields) words.set(`legal.${field}`, site.legal[field] ?? '');
  words.set('people.count', peopleInWords(people));
  for (const { data } of claims) words.set(`claim.${data.id}`, data.wording);
  return words;
}

const numbers = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');

const peopleInWords = (count: number) =>
  `${numbers[count - 1] ?? count} ${count === 1 ? 'person' : 'people'}`;

/** Replaces every token in every string of a value that was read from a file. */
export function fillIn<Value>(file: string, value: Value, words: Vocabulary): Value {
  const walk = (inner: unknown, path: string): unknown => {
    if (typeof inner === 'string') return replace(file, path, inner, words);
    if (Array.isArray(inner)) return inner.map((item, i) => walk(item, `${path}[${i + 1}]`));
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(
      Object.entries(inner).map(([key, item]) => [key, walk(item, path ? `${path}.${key}` : key)]),
    );
  };
  // The walk keeps the shape and only rewrites strings.
  return walk(value, '') as Value;
}

/** In Markdown as well, but for its code: what stands there is shown as it is. */
export function fillInMarkdown(file: string, text: string, words: Vocabulary, firstLine: number): string {
  // Most texts hold none, and need not be taken apart.
  if (text.search(TOKEN) < 0) return text;
  const code = codeIn(text);
  return text.replace(TOKEN, (token, name: string, at: number) => {
    if (code.some(({ start, end }) => start <= at && at < end)) return token;
    const line = firstLine + text.slice(0, at).split('\n').length - 1;
    // A word is text, as it is everywhere else.
    return wordFor(`${file}: line ${line}`, token, name, words).replace(/<(?=[a-z/!?])/gi, '&lt;');
  });
}

const TOKEN = /\{(\w+\.[\w-]+)\}/g;

const replace = (file: string, field: string, text: string, words: Vocabulary) =>
  text.replace(TOKEN, (token, name: string) => wordFor(`${file}: \`${field}\``, token, name, words));

function wordFor(place: string, token: string, name: string, words: Vocabulary): string {
  const word = words.get(name);
  if (word !== undefined) return word;
  const kind = name.startsWith('claim.')
    ? 'a claim registered in content/claims.yaml'
    : `one of ${[...words.keys()].filter((key) => !key.startsWith('claim.')).join(', ')}`;
  throw new Mistake(`${place} holds the token ${token}; wanted: ${kind}.`);
}
