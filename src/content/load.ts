import { basename, extname } from 'node:path';
import { z } from 'astro/zod';
import type { Site } from '../config/site-schema.ts';
import { Mistake } from '../lib/mistake.ts';
import { readingTime } from '../lib/reading-time.ts';
import { type CaseStudy, caseStudySchema } from '../schemas/case-study.ts';
import { type Claim, claimsSchema } from '../schemas/claim.ts';
import { type FaqItem, faqSchema } from '../schemas/faq-item.ts';
import { type Legal, legalSchema } from '../schemas/legal.ts';
import { type Pages, pageSchemas } from '../schemas/pages.ts';
import { type Person, personSchema } from '../schemas/person.ts';
import { type Post, postSchema } from '../schemas/post.ts';
import { type Service, serviceSchema } from '../schemas/service.ts';
import { addressesOf } from './check/addresses.ts';
import { picturesIn, unreadablePictures, unreadFiles } from './check/files.ts';
import { idOf, noneFeatured, repeatedIds, repeatedLabels, repeatedNames } from './check/names.ts';
import { type Listed, mistakesInRedirects, parseRedirects, REDIRECTS } from './check/redirects.ts';
import { missingReferences } from './check/references.ts';
import { mistakesInTexts } from './check/texts.ts';
import type { Collected, CollectedTexts, Entry, TextEntry } from './entries.ts';
import { parseFields } from './fields.ts';
import { leaveOutMissing } from './legal-blocks.ts';
import { outlineOf } from './markdown/outline.ts';
import { type Memory, remembered } from './memory.ts';
import { Mistakes } from './mistakes.ts';
import { type ContentFiles, openFiles } from './read-files.ts';
import { fillInMarkdown, legalWords, type Vocabulary, vocabularyOf } from './vocabulary.ts';

/** All that `content/` holds, checked, in the order of its authors. */
export interface Content {
  claims: Entry<Claim>[];
  pages: Pages;
  posts: TextEntry<Post & { readTime: string }>[];
  services: Entry<Service>[];
  'case-studies': Entry<CaseStudy>[];
  people: Entry<Person>[];
  faq: Entry<FaqItem>[];
  legal: TextEntry<Legal>[];
  redirects: Listed[];
  /** Every page that a build makes, today or later, with the places on it that a link may name. */
  addresses: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The content that could be read: whatever has a mistake is missing. */
type Readable = Omit<Content, 'pages'> & { pages: Partial<Pages> };

interface Options {
  /** Texts that are not saved yet, by file: each is read in place of the saved one. */
  drafts?: ReadonlyMap<string, string>;
  /** Results of earlier readings. */
  memory?: Memory;
  /** The moment that decides what is published. */
  asOf?: number;
}

/** Reads and checks the content below this root, or throws every mistake in it: a sentence each, with file and line. */
export function loadContent(root: string, site: Site): Content {
  const { content, mistakes } = readContent(root, site);
  return withoutMistakes(content, mistakes);
}

/** The same, and opens every picture. */
export async function loadContentAndPictures(root: string, site: Site, options?: Options): Promise<Content> {
  const { content, mistakes } = readContent(root, site, options);
  mistakes.add(await unreadablePictures(root));
  return withoutMistakes(content, mistakes);
}

function withoutMistakes(content: Readable, mistakes: Mistakes): Content {
  mistakes.throwAny();
  // Without a mistake, no page is missing.
  return content as Content;
}

/** The content that can be read, and all mistakes. Each file is parsed once and checked once. */
export function readContent(root: string, site: Site, { drafts, memory, asOf = Date.now() }: Options = {}) {
  const files = openFiles(root, drafts, memory);
  const mistakes = new Mistakes();
  mistakes.add(unreadFiles(root));
  const claimed = mistakes.attempt(() => claimWordings(files));
  // Any text may name a claim.
  if (!claimed) return { content: NOTHING, mistakes };

  const counts = countsIn(files);
  const words = vocabularyOf(site, claimed, counts);
  const reader: Reader = { files, mistakes, words, memory };
  // A claim may not refer to another.
  const claims = readClaims({ ...reader, words: vocabularyOf(site, [], counts) });
  const pages = readPages(
    reader,
    claimed.map(({ id }) => id),
  );
  const categories = pages.words.blog?.categories ?? categoriesIn(files);
  const posts = readPosts(reader, categories, asOf);
  const services = compared(
    reader,
    readFolder(reader, 'content/services', serviceSchema),
    repeatedNames,
    repeatedLabels,
  );
  const studies = compared(
    reader,
    readFolder(reader, 'content/case-studies', caseStudySchema, { least: 0 }),
    repeatedNames,
  );
  // A person has no address, so the file may have any name.
  const people = compared(
    reader,
    readFolder(reader, 'content/people', personSchema, { id: (name) => name }),
    repeatedNames,
  );
  const faq = readFaq(reader);
  const legalVocabulary = new Map([...words, ...legalWords(site, pages.words.contact)]);
  const legal = readTexts(
    { ...reader, words: legalVocabulary },
    'content/legal',
    legalSchema,
    leaveOutMissing,
  );

  const read = { pages, claims, posts, services, 'case-studies': studies, people, faq, legal };
  mistakes.add(missingReferences(read, files, (folder) => picturesIn(root, folder)));
  const known = { ...read, categories };
  mistakes.add(mistakesInTexts(known, site, asOf, picturesIn(root, 'content/posts')));
  const addresses = addressesOf(known, Number.POSITIVE_INFINITY);
  const redirects = mistakes.attempt(() => parseRedirects(files.yaml(REDIRECTS), words));
  // Whether an address exists is known once all pages and files are valid.
  if (redirects && Object.values(read).every(({ isWhole }) => isWhole))
    mistakes.add(
      mistakesInRedirects(redirects, { taken: addresses, open: addressesOf(known, asOf) }, site.url),
    );
  const content: Readable = {
    claims: claims.entries,
    pages: pages.words,
    posts: posts.entries,
    services: services.entries,
    'case-studies': studies.entries,
    people: people.entries,
    faq: faq.entries,
    legal: legal.entries,
    redirects: redirects ?? [],
    addresses,
  };
  return { content, mistakes };
}

const NOTHING: Readable = {
  ...{ claims: [], pages: {}, posts: [], services: [], 'case-studies': [], people: [], faq: [], legal: [] },
  ...{ redirects: [], addresses: new Map() },
};

interface Reader {
  files: ContentFiles;
  mistakes: Mistakes;
  words: Vocabulary;
  memory?: Memory | undefined;
}

/** Checks that compare all entries of a collection; skipped while one of them could not be read. */
function compared<E>(
  { mistakes }: Reader,
  { entries, isWhole }: Collected<E>,
  ...checks: ((entries: E[]) => string[])[]
): Collected<E> {
  const sentences = isWhole ? checks.flatMap((check) => check(entries)) : [];
  mistakes.add(sentences);
  return { entries, isWhole: isWhole && sentences.length === 0 };
}

/** The id and wording of each claim, also of those whose other fields are wrong. */
function claimWordings(files: ContentFiles): { id: string; wording: string }[] {
  const { value } = files.yaml(CLAIMS);
  const list: unknown[] = Array.isArray(value) ? value : [];
  return list.flatMap((item) => {
    const { id, wording } = (item ?? {}) as Record<string, unknown>;
    return typeof id === 'string' ? [{ id, wording: String(wording) }] : [];
  });
}

const CLAIMS = 'content/claims.yaml';

const countsIn = ({ namesIn }: ContentFiles) => ({
  people: namesIn('content/people', '.yaml').length,
  services: namesIn('content/services', '.yaml').length,
  studies: namesIn('content/case-studies', '.yaml').length,
});

function readClaims(reader: Reader): Collected<Entry<Claim>> {
  const claims = readFields(reader, CLAIMS, claimsSchema);
  const entries = claims?.map((data) => ({ id: data.id, file: CLAIMS, data }));
  return compared(reader, { entries: entries ?? [], isWhole: entries !== undefined }, repeatedIds);
}

function readFaq(reader: Reader): Collected<Entry<FaqItem>> {
  const file = 'content/faq.yaml';
  const entries = readFields(reader, file, faqSchema)?.flatMap(({ heading, items }) =>
    items.map((item) => ({ id: item.id, file, data: { ...item, group: heading } })),
  );
  return compared(reader, { entries: entries ?? [], isWhole: entries !== undefined }, repeatedIds);
}

/** The words of each screen by its name, and as entries. */
function readPages(reader: Reader, claimIds: string[]) {
  const { values, isWhole } = reader.mistakes.attemptEach(
    Object.entries(pageSchemas(claimIds)),
    ([id, schema]) => {
      const file = `content/pages/${id}.yaml`;
      return { id, file, data: parseFields(file, reader.files.yaml(file), schema, reader.words) };
    },
  );
  // Each was read with the schema of its own name, which fromEntries forgets.
  const words = Object.fromEntries(values.map(({ id, data }) => [id, data])) as Partial<Pages>;
  return { entries: values, isWhole, words };
}

/** The categories of the blog page, also while its other fields are wrong. */
function categoriesIn(files: ContentFiles): string[] {
  const { categories } = (new Mistakes().attempt(() => files.yaml('content/pages/blog.yaml').value) ??
    {}) as Record<string, unknown>;
  return Array.isArray(categories) ? categories.filter((name) => typeof name === 'string') : [];
}

function readPosts(reader: Reader, categories: string[], asOf: number) {
  // Missing categories are reported with the blog page; no article can be checked without them.
  const schema = categories.length > 0 ? postSchema(categories) : undefined;
  const posts = readTexts(reader, 'content/posts', schema);
  const { isWhole } = compared(reader, posts, (entries) => noneFeatured(entries, asOf));
  const entries = posts.entries.map((post) => {
    const readTime = remembered(reader.memory, `${post.file} to read`, post.body, () =>
      readingTime(post.body),
    );
    return { ...post, data: { ...post.data, readTime } };
  });
  return { ...posts, entries, isWhole };
}

const readFields = <S extends z.ZodType>({ files, mistakes, words }: Reader, file: string, schema: S) =>
  mistakes.attempt(() => parseFields(file, files.yaml(file), schema, words));

function readFolder<S extends z.ZodType>(
  { files, mistakes, words }: Reader,
  folder: string,
  schema: S,
  { id = idOf, least = 1 } = {},
): Collected<Entry<z.output<S>>> {
  const names = mistakes.attempt(() => filesIn(files, folder, '.yaml', least));
  const { values, isWhole } = mistakes.attemptEach(names ?? [], (file) => ({
    id: id(nameOf(file).replace(NUMBER, ''), file),
    file,
    data: parseFields(file, files.yaml(file), schema, words),
  }));
  return { entries: values, isWhole: isWhole && names !== undefined };
}

function readTexts<S extends z.ZodType>(
  { files, mistakes, words, memory }: Reader,
  folder: string,
  schema: S | undefined,
  prepare = (body: string, _words: Vocabulary) => body,
): CollectedTexts<TextEntry<z.output<S>>> {
  const names = mistakes.attempt(() => filesIn(files, folder, '.md')) ?? [];
  const about =
    memory && JSON.stringify([...words, schema && z.toJSONSchema(schema, { unrepresentable: 'any' })]);
  const { values } = mistakes.attemptEach(names, (file) =>
    remembered(memory, file, `${about}${memory && files.text(file)}`, () => {
      const own = new Mistakes();
      const { fields, body, firstLine } = files.markdown(file);
      const text = own.attempt(() => {
        if (body.trim() === '')
          throw new Mistake(`${file}: the text is missing; wanted: Markdown below the front matter.`);
        // Tokens are checked in the text as written, because only its lines are those of the file.
        const filled = fillInMarkdown(file, body, words, firstLine);
        const prepared = prepare(body, words);
        return prepared === body ? filled : fillInMarkdown(file, prepared, words, firstLine);
      });
      const data = schema && own.attempt(() => parseFields(file, fields(), schema, words));
      const id = own.attempt(() => idOf(nameOf(file), file));
      const outline = outlineOf(body, firstLine);
      // Anchors are made from headings whose tokens are filled in.
      if (text !== undefined && text !== body) outline.anchors = outlineOf(text).anchors;
      const isRight = data !== undefined && text !== undefined && id !== undefined;
      const entry = isRight ? { id, file, data, body: text } : undefined;
      return { sentences: own.sentences, text: { file, name: nameOf(file), outline, entry } };
    }),
  );
  for (const { sentences } of values) mistakes.add(sentences);
  const texts = values.map(({ text }) => text);
  const entries = texts.flatMap(({ entry }) => entry ?? []);
  return { texts, entries, isWhole: names.length > 0 && entries.length === names.length };
}

function filesIn({ namesIn }: ContentFiles, folder: string, ending: string, least = 1): string[] {
  const names = namesIn(folder, ending);
  if (names.length >= least) return names;
  throw new Mistake(`${folder}: there is no ${ending} file; wanted: at least one, and one for each entry.`);
}

/** The number in front of a YAML file's name sets its order and is not part of its id. */
const NUMBER = /^\d+-/;

const nameOf = (file: string) => basename(file, extname(file));
