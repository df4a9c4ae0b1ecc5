import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'astro/zod';
import { parse, YAMLParseError } from 'yaml';
import type { Site } from '../config/site-schema.ts';
import { fieldsInWords, requiredFields } from '../lib/enquiry.ts';
import { kept } from '../lib/kept.ts';
import { Mistake } from '../lib/mistake.ts';
import { readingTime } from '../lib/reading-time.ts';
import { caseStudySchema } from '../schemas/case-study.ts';
import { type Claim, claimSchema } from '../schemas/claim.ts';
import { parseOrExplain } from '../schemas/explain.ts';
import { type FaqItem, faqSchema } from '../schemas/faq-item.ts';
import { type Legal, legalSchema } from '../schemas/legal.ts';
import { type Page, type PageName, pageSchemas } from '../schemas/pages.ts';
import { type Person, personSchema } from '../schemas/person.ts';
import { type Post, postSchema } from '../schemas/post.ts';
import { serviceSchema } from '../schemas/service.ts';
import { setLedgers } from './ledger.ts';
import { leaveOutMissing } from './legal-blocks.ts';
import { fillIn, type Vocabulary, vocabularyOf } from './vocabulary.ts';

export interface Entry<Data> {
  id: string;
  /** The file as its author knows it, such as content/faq.yaml. */
  file: string;
  data: Data;
  /** The Markdown below the front matter, where there is any. */
  body?: string;
}

/**
 * Reads and checks one collection of `content/` below the given root. A mistake is thrown as one sentence
 * that names the file and the field. The collections are read on their own, so that each stays fast to reload.
 */
export function readContent(root: string, site: Site) {
  const claims = () =>
    checkUnique('content/claims.yaml', readList(root, 'content/claims.yaml', claimSchema, claimDates));
  const vocabulary = () => vocabularyOf(site, claims(), peopleFiles(root).length);
  const claimIds = () => claims().map(({ id }) => id);

  return {
    claims,
    pages: () => {
      const words = vocabulary();
      const schemas = pageSchemas(claimIds());
      return Object.entries(schemas).map(([id, schema]) =>
        readYaml<unknown>(root, `content/pages/${id}.yaml`, id, schema, words),
      );
    },
    posts: () => {
      const schema = postSchema(readCategories(root));
      const words = vocabulary();
      const posts = filesIn(root, 'content/posts', '.md').map((file) =>
        readMarkdown<Post>(root, file, schema, words),
      );
      return checkFeatured(posts).map(withReadTime);
    },
    services: () => readFolder(root, 'content/services', serviceSchema, vocabulary(), 4),
    'case-studies': () => readFolder(root, 'content/case-studies', caseStudySchema, vocabulary(), 3),
    people: () => {
      const words = vocabulary();
      return peopleFiles(root).map((file) => readYaml<Person>(root, file, idOf(file), personSchema, words));
    },
    faq: () => {
      const file = 'content/faq.yaml';
      const written = fillIn(file, parseYaml(file, readText(root, file)), vocabulary());
      const items = parseOrExplain(file, faqSchema, written).flatMap(({ heading, items }) =>
        items.map((item): Entry<FaqItem> => ({ id: item.id, file, data: { ...item, group: heading } })),
      );
      return checkUnique(file, items);
    },
    legal: () => {
      const words = new Map([...vocabulary(), ...formWords(root), ...keptWords, countWords(site)]);
      return filesIn(root, 'content/legal', '.md').map((file) =>
        readMarkdown<Legal>(root, file, legalSchema, words, leaveOutMissing),
      );
    },
  };
}

/** The words of one screen, for whoever needs no other. */
export function readPage<Name extends PageName>(root: string, site: Site, name: Name): Page<Name> {
  const claims = readContent(root, site).claims();
  const schema = pageSchemas(claims.map(({ id }) => id))[name];
  const words = vocabularyOf(site, claims, peopleFiles(root).length);
  return readYaml<Page<Name>>(root, `content/pages/${name}.yaml`, name, schema, words).data;
}

export type CollectionName = keyof ReturnType<typeof readContent>;

const claimDates = (list: z.ZodArray<typeof claimSchema>) =>
  list.describe('a list of claims').superRefine((claims, context) => {
    claims.forEach((claim: Claim, i) => {
      const { status, asOf, reviewBy } = claim;
      const wants = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: [i, field], message });
      if (status === 'confirmed' && !asOf) wants('asOf', 'the day on which the confirmed claim was checked');
      else if (status === 'confirmed' && !reviewBy) wants('reviewBy', 'the day by which it is checked again');
      else if (status === 'example' && (asOf || reviewBy))
        wants(asOf ? 'asOf' : 'reviewBy', 'no day, since nobody has checked an example');
      else if (asOf && reviewBy && reviewBy <= asOf) wants('reviewBy', 'a day later than `asOf`');
    });
  });

function readFolder<S extends z.ZodType>(
  root: string,
  folder: string,
  schema: S,
  words: Vocabulary,
  count: number,
) {
  const files = filesIn(root, folder, '.yaml');
  if (files.length !== count) {
    throw new Mistake(
      `${folder}: the folder holds ${files.length} files; wanted: exactly ${count}, one each.`,
    );
  }
  return files.map((file) => readYaml<z.output<S>>(root, file, idOf(file), schema, words));
}

function readYaml<Data>(
  root: string,
  file: string,
  id: string,
  schema: z.ZodType,
  words: Vocabulary,
): Entry<Data> {
  const data = fillIn(file, parseYaml(file, readText(root, file)), words);
  return { id, file, data: parseOrExplain(file, schema, data) as Data };
}

function readMarkdown<Data>(
  root: string,
  file: string,
  schema: z.ZodType,
  words: Vocabulary,
  prepare = (body: string, _words: Vocabulary) => body,
): Entry<Data> {
  const whole = readText(root, file);
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(whole);
  if (!match) {
    throw new Mistake(
      `${file}: the front matter is missing; wanted: fields between two lines of ---, then the text.`,
    );
  }
  const [, front = '', body = ''] = match;
  const data = fillIn(file, parseYaml(file, front, 2), words);
  if (body.trim() === '')
    throw new Mistake(`${file}: the text is missing; wanted: Markdown below the front matter.`);
  const { text } = fillIn(file, { text: prepare(body, words) }, words);
  setLedgers(file, text, whole.slice(0, -body.length).split('\n').length);
  return { id: idOf(file), file, data: parseOrExplain(file, schema, data) as Data, body: text };
}

function readList<S extends z.ZodType<{ id: string }>>(
  root: string,
  file: string,
  item: S,
  bounds: (list: z.ZodArray<S>) => z.ZodType,
): Entry<z.output<S>>[] {
  const list = parseOrExplain(file, bounds(z.array(item)), parseYaml(file, readText(root, file)));
  return (list as z.output<S>[]).map((data) => ({ id: data.id, file, data }));
}

const MOST_PEOPLE = 6;

function peopleFiles(root: string): string[] {
  const folder = 'content/people';
  const files = filesIn(root, folder, '.yaml');
  if (files.length >= 1 && files.length <= MOST_PEOPLE) return files;
  throw new Mistake(
    `${folder}: the folder holds ${files.length} people; wanted: one to ${MOST_PEOPLE}, a file each.`,
  );
}

/** The one place where categories are typed is the blog page; articles are held against it. */
function readCategories(root: string): string[] {
  const file = 'content/pages/blog.yaml';
  const { categories } = pageSchemas([]).blog.shape;
  return parseOrExplain(file, z.object({ categories }), parseYaml(file, readText(root, file))).categories;
}

/** What the legal texts say of the form is taken from the form: a new field is in the privacy policy by itself. */
function formWords(root: string): [token: string, words: string][] {
  const file = 'content/pages/contact.yaml';
  const { fields } = pageSchemas([]).contact.shape.form.shape;
  const { form } = parseOrExplain(
    file,
    z.object({ form: z.object({ fields }) }),
    parseYaml(file, readText(root, file)),
  );
  return [
    ['form.fields', fieldsInWords(form.fields)],
    ['form.required', fieldsInWords(form.fields, requiredFields)],
  ];
}

/** Empty where page views are not counted: what names it is left out. */
const countWords = ({ countVisits }: Site) =>
  ['count.days', countVisits ? String(kept.countDays) : ''] as const;

/** How long the server remembers is said as the server has it. */
const keptWords = Object.entries(kept).map(([key, value]) => [`kept.${key}`, String(value)] as const);

function checkUnique<E extends Entry<unknown>>(file: string, entries: E[]): E[] {
  const twice = entries.find(({ id }, i) => entries.findIndex((other) => other.id === id) !== i);
  if (twice)
    throw new Mistake(
      `${file}: the \`id\` ‘${twice.id}’ stands twice; wanted: an id of its own for each item.`,
    );
  return entries;
}

function checkFeatured(posts: Entry<Post>[]): Entry<Post>[] {
  const [first, second] = posts.filter(({ data }) => data.featured);
  if (second && first) {
    throw new Mistake(
      `${second.file}: \`featured\` is true, and so it is in ${first.file}; wanted: one featured article.`,
    );
  }
  if (!first)
    throw new Mistake('content/posts: `featured` is true in no article; wanted: one featured article.');
  return posts;
}

const withReadTime = ({ data, ...post }: Entry<Post>) => ({
  ...post,
  data: { ...data, readTime: readingTime(post.body ?? '') },
});

function filesIn(root: string, folder: string, extension: string): string[] {
  if (!existsSync(join(root, folder)))
    throw new Mistake(`${folder}: the folder is missing; wanted: one ${extension} file for each entry.`);
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(extension))
    .sort()
    .map((name) => `${folder}/${name}`);
}

/** A number in front of a file's name gives its place in the order and is no part of its id. */
const idOf = (file: string) => file.replace(/^.*\/(\d+-)?/, '').replace(/\.\w+$/, '');

function readText(root: string, file: string): string {
  try {
    return readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n');
  } catch {
    throw new Mistake(`${file}: the file is missing; wanted: the words of that page.`);
  }
}

function parseYaml(file: string, text: string, firstLine = 1): unknown {
  try {
    return parse(text);
  } catch (error) {
    const wanted =
      'wanted: `field: value`, with quotes around a value that holds a colon or begins with a sign';
    if (error instanceof YAMLParseError) {
      const line = firstLine + (error.linePos?.[0].line ?? 1) - 1;
      throw new Mistake(`${file}: line ${line} is not valid YAML (${error.code}); ${wanted}.`);
    }
    // An asterisk in front of a word makes it a reference to something that was never named.
    if (error instanceof ReferenceError)
      throw new Mistake(`${file}: a value begins with an asterisk; ${wanted}.`);
    throw error;
  }
}
