import { existsSync, readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { z } from 'astro/zod';
import type { Site } from '../config/site-schema.ts';
import { fieldsInWords, requiredFields } from '../lib/enquiry.ts';
import { mapTexts } from '../lib/map-texts.ts';
import { allOf, Mistake } from '../lib/mistake.ts';
import { isPublished } from '../lib/publication.ts';
import { readingTime } from '../lib/reading-time.ts';
import { retention } from '../lib/retention.ts';
import { type CaseStudy, caseStudySchema } from '../schemas/case-study.ts';
import { type Claim, claimSchema } from '../schemas/claim.ts';
import { fieldName, parseOrExplain } from '../schemas/explain.ts';
import { type FaqItem, faqSchema } from '../schemas/faq-item.ts';
import { slug } from '../schemas/fields.ts';
import { type Legal, legalSchema } from '../schemas/legal.ts';
import { type Page, type PageName, pageSchemas } from '../schemas/pages.ts';
import { type Person, personSchema } from '../schemas/person.ts';
import { type Post, postSchema } from '../schemas/post.ts';
import { type Service, serviceSchema } from '../schemas/service.ts';
import { setLedgers } from './ledger.ts';
import { leaveOutMissing } from './legal-blocks.ts';
import { type Outline, outlineOf } from './markdown.ts';
import { mistakeOfText } from './plain-text.ts';
import { readText } from './read-text.ts';
import { type Counts, fillIn, fillInMarkdown, type Vocabulary, vocabularyOf } from './vocabulary.ts';
import { placeOf, readYaml } from './yaml.ts';

/** What every file of content/ holds. */
const WORDS = 'the words of that page';

export interface Entry<Data> {
  id: string;
  /** The file as its author knows it, such as content/faq.yaml. */
  file: string;
  data: Data;
  /** The Markdown below the front matter, where there is any. */
  body?: string;
  /** What that Markdown is made of, by the lines of the file. Only a check takes it apart. */
  readonly outline?: Outline;
}

/**
 * Reads and checks one collection of `content/` below the given root. Its mistakes are thrown as one, a sentence each
 * that names the file and the field. The collections are read on their own, so that each stays fast to reload; one that
 * was read stays as it was.
 */
export function readContent(root: string, site: Site) {
  const claims = once(() => {
    const words = vocabularyOf(site, [], countsIn(root));
    const list = readFields(CLAIMS, readText(root, CLAIMS, WORDS), claimDates(z.array(claimSchema)), words);
    const entries = list.map((data): Entry<Claim> => ({ id: data.id, file: CLAIMS, data }));
    return checkUnique(CLAIMS, entries);
  });
  const claimed = once(() => claimedIn(root));
  const vocabulary = once(() => vocabularyOf(site, claimed(), countsIn(root)));

  return {
    claims,
    pages: once(() => {
      const words = vocabulary();
      const schemas = pageSchemas(claimed().map(({ data }) => data.id));
      return allOf(
        Object.entries(schemas).map(
          ([id, schema]) =>
            () =>
              readEntry<unknown>(root, `content/pages/${id}.yaml`, id, schema, words),
        ),
      );
    }),
    posts: once(() => {
      const schema = postSchema(readCategories(root));
      const words = vocabulary();
      const posts = allOf(
        filesIn(root, 'content/posts', '.md').map(
          (file) => () => readMarkdown<Post>(root, file, schema, words),
        ),
      );
      return checkFeatured(posts).map(withReadTime);
    }),
    services: once(() =>
      checkLabels(readFolder<Service>(root, 'content/services', serviceSchema, vocabulary())),
    ),
    'case-studies': once(() =>
      readFolder<CaseStudy>(root, 'content/case-studies', caseStudySchema, vocabulary(), { least: 0 }),
    ),
    // A person has no address: any name will do for the file.
    people: once(() =>
      readFolder<Person>(root, 'content/people', personSchema, vocabulary(), { id: (name) => name }),
    ),
    faq: once(() => {
      const file = 'content/faq.yaml';
      const groups = readFields(file, readText(root, file, WORDS), faqSchema, vocabulary());
      const items = groups.flatMap(({ heading, items }) =>
        items.map((item): Entry<FaqItem> => ({ id: item.id, file, data: { ...item, group: heading } })),
      );
      return checkUnique(file, items);
    }),
    legal: once(() => {
      const words = new Map([...vocabulary(), ...formWords(root), ...keptWords, countWords(site)]);
      return allOf(
        filesIn(root, 'content/legal', '.md').map(
          (file) => () => readMarkdown<Legal>(root, file, legalSchema, words, leaveOutMissing),
        ),
      );
    }),
  };
}

function once<Value>(read: () => Value): () => Value {
  let value: { is: Value } | undefined;
  return () => {
    value ??= { is: read() };
    return value.is;
  };
}

/** The words of one screen, for whoever needs no other. */
export function readPage<Name extends PageName>(root: string, site: Site, name: Name): Page<Name> {
  const claimed = claimedIn(root);
  const schema = pageSchemas(claimed.map(({ data }) => data.id))[name];
  const words = vocabularyOf(site, claimed, countsIn(root));
  return readEntry<Page<Name>>(root, `content/pages/${name}.yaml`, name, schema, words).data;
}

const CLAIMS = 'content/claims.yaml';

/** The claims by what a text may say of them, right or wrong in the rest: a mistake in one is told once. */
function claimedIn(root: string): { data: { id: string; wording: string } }[] {
  const { value } = readYaml(CLAIMS, readText(root, CLAIMS, WORDS));
  const list: unknown[] = Array.isArray(value) ? value : [];
  return list.flatMap((item) => {
    const { id, wording } = (item ?? {}) as Record<string, unknown>;
    return typeof id === 'string' ? [{ data: { id, wording: String(wording) } }] : [];
  });
}

const countsIn = (root: string): Counts => ({
  people: filesIn(root, 'content/people', '.yaml').length,
  services: filesIn(root, 'content/services', '.yaml').length,
  studies: filesIn(root, 'content/case-studies', '.yaml', 0).length,
});

export type CollectionName = keyof ReturnType<typeof readContent>;

const claimDates = (list: z.ZodArray<typeof claimSchema>) =>
  list.describe('a list of claims').superRefine((claims, context) => {
    claims.forEach((claim: Claim, i) => {
      const { status, asOf, reviewBy } = claim;
      const wants = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: [i, field], message });
      if (status === 'confirmed' && !asOf) wants('asOf', 'the day on which the confirmed claim was checked');
      if (status === 'confirmed' && !reviewBy) wants('reviewBy', 'the day by which it is checked again');
      if (status === 'example' && (asOf || reviewBy))
        wants(asOf ? 'asOf' : 'reviewBy', 'no day, since nobody has checked an example');
      else if (asOf && reviewBy && reviewBy <= asOf) wants('reviewBy', 'a day later than `asOf`');
    });
  });

function readFolder<Data>(
  root: string,
  folder: string,
  schema: z.ZodType,
  words: Vocabulary,
  { id = idOf, least = 1 } = {},
): Entry<Data>[] {
  const entries = allOf(
    filesIn(root, folder, '.yaml', least).map(
      (file) => () => readEntry<Data>(root, file, id(nameOf(file).replace(NUMBER, ''), file), schema, words),
    ),
  );
  return checkNames(entries);
}

function readEntry<Data>(
  root: string,
  file: string,
  id: string,
  schema: z.ZodType,
  words: Vocabulary,
): Entry<Data> {
  return { id, file, data: readFields(file, readText(root, file, WORDS), schema, words) as Data };
}

/** The fields of a text in YAML with their tokens filled in, or every mistake in them. */
function readFields<S extends z.ZodType>(
  file: string,
  text: string,
  schema: S,
  words?: Vocabulary,
  firstLine = 1,
): z.output<S> {
  const { value, lineOf } = readYaml(file, text, firstLine);
  const place = (path: readonly PropertyKey[]) => placeOf(file, lineOf(path));
  const sentences: string[] = [];
  const isDraft = (value as { draft?: unknown } | null)?.draft === true;
  const filled = mapTexts(value, (written, path) => {
    const refuse = (found: string) =>
      sentences.push(`${place(path)}: \`${fieldName(path, value)}\` ${found}`);
    const mistake = mistakeOfText(written, isDraft);
    if (mistake) refuse(mistake);
    return words ? fillIn(written, words, refuse) : written;
  });
  let data: z.output<S> | undefined;
  try {
    data = parseOrExplain(file, schema, filled, place);
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    sentences.unshift(error.message);
  }
  // Not by allOf: what it could read of one file is no entry of a list.
  if (sentences.length > 0) throw new Mistake(sentences.join('\n'));
  return data as z.output<S>;
}

/** A text in its two parts, each with the line that it begins in. */
function partsIn(root: string, file: string) {
  const whole = readText(root, file, WORDS);
  const [, above = '', front, body = ''] = /^(\s*)---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(whole) ?? [];
  if (front === undefined)
    throw new Mistake(
      `${file}: the front matter is missing; wanted: fields between two lines of ---, then the text.`,
    );
  const lineAt = (offset: number) => whole.slice(0, offset).split('\n').length;
  return { front, frontLine: lineAt(above.length) + 1, body, firstLine: lineAt(whole.length - body.length) };
}

/** The place of a field in a file that was read before. */
export function placeIn(root: string, file: string, path: PropertyKey[]): string {
  if (!file.endsWith('.md')) return placeOf(file, readYaml(file, readText(root, file, WORDS)).lineOf(path));
  const { front, frontLine } = partsIn(root, file);
  return placeOf(file, readYaml(file, front, frontLine).lineOf(path));
}

/** What a text is made of, whatever is wrong with its fields. */
export function outlineIn(root: string, file: string): Outline {
  const { body, firstLine } = partsIn(root, file);
  return outlineOf(body, firstLine);
}

function readMarkdown<Data>(
  root: string,
  file: string,
  schema: z.ZodType,
  words: Vocabulary,
  prepare?: (body: string, words: Vocabulary) => string,
): Entry<Data> {
  const { front, frontLine, body, firstLine } = partsIn(root, file);
  const [text, fields] = allOf<unknown>([
    () => {
      if (body.trim() === '')
        throw new Mistake(`${file}: the text is missing; wanted: Markdown below the front matter.`);
      // First as it was written: only that has the lines of the file.
      const filled = fillInMarkdown(file, body, words, firstLine);
      return prepare ? fillInMarkdown(file, prepare(body, words), words, firstLine) : filled;
    },
    () => readFields(file, front, schema, words, frontLine),
    () => setLedgers(file, body, firstLine),
  ]);
  // By the lines of the file; only the names of places need the text as the page has it.
  const outline = once(() => ({
    ...outlineOf(body, firstLine),
    ...(text !== body && { anchors: outlineOf(text as string).anchors }),
  }));
  return {
    id: idOf(nameOf(file), file),
    file,
    // In the order of the list above.
    data: fields as Data,
    body: text as string,
    get outline() {
      return outline();
    },
  };
}

/** The one place where categories are typed is the blog page; articles are held against it. */
export function readCategories(root: string): string[] {
  const file = 'content/pages/blog.yaml';
  const { categories } = pageSchemas([]).blog.shape;
  return readFields(file, readText(root, file, WORDS), z.object({ categories })).categories;
}

/** What the legal texts say of the form is taken from the form: a new field is in the privacy policy by itself. */
function formWords(root: string): [token: string, words: string][] {
  const file = 'content/pages/contact.yaml';
  const { fields } = pageSchemas([]).contact.shape.form.shape;
  const { form } = readFields(file, readText(root, file, WORDS), z.object({ form: z.object({ fields }) }));
  return [
    ['form.fields', fieldsInWords(form.fields)],
    ['form.required', fieldsInWords(form.fields, requiredFields)],
  ];
}

/** Empty where page views are not counted: what names it is left out. */
const countWords = ({ countVisits }: Site) =>
  ['count.days', countVisits ? String(retention.countDays) : ''] as const;

/** How long the server remembers is said as the server has it. */
const keptWords = Object.entries(retention).map(([key, value]) => [`kept.${key}`, String(value)] as const);

function checkUnique<E extends Entry<unknown>>(file: string, entries: E[]): E[] {
  const twice = entries.find(({ id }, i) => entries.findIndex((other) => other.id === id) !== i);
  if (twice)
    throw new Mistake(
      `${file}: the \`id\` ‘${twice.id}’ stands twice; wanted: an id of its own for each item.`,
    );
  return entries;
}

function checkNames<E extends Entry<unknown>>(entries: E[]): E[] {
  const first = new Map<string, string>();
  for (const { id, file } of entries) {
    const other = first.get(id);
    if (other)
      throw new Mistake(
        `${file}: but for the number in front it has the name of ${other}; wanted: another name.`,
      );
    first.set(id, file);
  }
  return entries;
}

/** The footer names each service by its short name: two of one name would lead to two places. */
function checkLabels(services: Entry<Service>[]): Entry<Service>[] {
  const first = new Map<string, string>();
  const sentences = services.flatMap(({ file, data }) => {
    const label = data.shortTitle ?? data.title;
    const other = first.get(label);
    first.set(label, other ?? file);
    return other
      ? [
          `${file}: the footer would name it ‘${label}’, as it does ${other}; wanted: a \`title\` or \`shortTitle\` of its own.`,
        ]
      : [];
  });
  if (sentences.length > 0) throw new Mistake(sentences.join('\n'));
  return services;
}

/** One article opens the list: the newest of them, so that one to come takes over from the one before by itself. */
function checkFeatured(posts: Entry<Post>[]): Entry<Post>[] {
  if (!posts.some(({ data }) => data.featured && isPublished(data, Date.now())))
    throw new Mistake(
      'content/posts: `featured` is true in no article that is published; wanted: one at least.',
    );
  return posts;
}

/** In place: a copy would take the text apart. */
const withReadTime = (post: Entry<Post>) =>
  Object.assign(post, { data: { ...post.data, readTime: readingTime(post.body ?? '') } });

function filesIn(root: string, folder: string, extension: string, least = 1): string[] {
  const names = existsSync(join(root, folder))
    ? readdirSync(join(root, folder)).filter((name) => name.endsWith(extension) && name !== 'README.md')
    : [];
  if (names.length < least)
    throw new Mistake(
      `${folder}: there is no ${extension} file; wanted: one for each entry, and one at least.`,
    );
  // Ten comes after nine.
  return names.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).map((name) => `${folder}/${name}`);
}

/** In front of a YAML file's name it gives its place in the order, and is no part of its id. Texts are in no order. */
const NUMBER = /^\d+-/;

const nameOf = (file: string) => basename(file, extname(file));

function idOf(id: string, file: string): string {
  if (slug.safeParse(id).success) return id;
  const likely = id
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const example = likely ? `, such as ${likely}${extname(file)}` : '';
  throw new Mistake(
    `${file}: the name of the file becomes an address; wanted: ${slug.description}${example}.`,
  );
}
