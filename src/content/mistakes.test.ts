import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { parseSite, site } from '../config/site.ts';
import { Mistake } from '../lib/mistake.ts';
import { checkContent } from './check.ts';
import { readContent } from './read.ts';

/**
 * What people who write for the site do wrong on an ordinary day: each is told in one sentence that names the file, the
 * line where there is one, and what is wanted; or it is simply right.
 */

const ARTICLE = 'content/posts/an-article.md';
const STUDY = 'content/case-studies/0-a-study.yaml';
const SERVICE = 'content/services/0-a-service.yaml';
const PERSON = 'content/people/0-a-person.yaml';
const { categories } = parse(readFileSync('content/pages/blog.yaml', 'utf8')) as { categories: string[] };
const [category = ''] = categories;

let folder: string;
let root: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mistakes-'));
  root = join(folder, 'site');
});
afterAll(() => rmSync(folder, { recursive: true }));

const write = (file: string, text: string | Buffer) => writeFileSync(join(root, file), text);
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const edit = (file: string, from: string | RegExp, to: string) => {
  const text = read(file);
  expect(text.replace(from, to)).not.toBe(text);
  write(file, text.replace(from, to));
};

const fields = {
  title: 'A title',
  excerpt: 'What the card says.',
  description: 'A description that is long enough for search engines to show it.',
  category,
  date: '2026-01-10',
};
/** An article whose front matter takes seven lines, so that its text begins in line 9. */
const article = (body = 'A text.\n', front: Record<string, unknown> = {}) =>
  write(ARTICLE, `---\n${stringify({ ...fields, ...front })}---\n\n${body}`);
const service = {
  title: 'A service of its own',
  subtitle: 'A line under it',
  summary: 'One sentence on it.',
  description: 'What we do.',
  outcomes: ['One', 'Two', 'Three'],
  color: 'teal',
  icon: 'growth',
};
const person = { name: 'Ada Example', role: 'Adviser', status: 'confirmed' };
const redirects = (entries: unknown) => write('content/redirects.yaml', stringify(entries));
const claim = {
  id: 'a-claim',
  wording: 'a claim',
  basis: 'What it rests on.',
  status: 'confirmed',
  asOf: '2026-01-01',
  reviewBy: '2999-01-01',
};
const claims = (changed: Record<string, unknown>) =>
  write(
    'content/claims.yaml',
    stringify([...(parse(read('content/claims.yaml')) as unknown[]), { ...claim, ...changed }]),
  );

beforeEach(() => {
  rmSync(root, { recursive: true, force: true });
  cpSync('content', join(root, 'content'), { recursive: true });
  mkdirSync(join(root, 'content/case-studies'), { recursive: true });
  cpSync('tests/support/a-case-study.yaml', join(root, STUDY));
  edit(STUDY, 'any-service', 'a-service');
  write(SERVICE, stringify(service));
  write(PERSON, stringify(person));
  article();
  // Nothing is wrong but what a test puts in.
  for (const page of ['about', 'services', 'contact', 'blog']) {
    const words = parse(read(`content/pages/${page}.yaml`)) as Record<string, unknown>;
    const withStudy = (doors: unknown) => ({ ...(doors as object), study: 'a-study', result: 1 });
    const inner = words.article as { doors: unknown } | undefined;
    write(
      `content/pages/${page}.yaml`,
      stringify({
        ...words,
        doors: withStudy(words.doors),
        ...(inner && { article: { ...inner, doors: withStudy(inner.doors) } }),
      }),
    );
  }
});

const told = (): string[] => {
  try {
    checkContent(root, site);
    return [];
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    return error.message.split('\n');
  }
};

it('the content that they are made in is right', () => expect(told()).toEqual([]));

const AT = (line: number, what: string) => `${ARTICLE}: line ${line}: ${what}`;

describe('is told in one sentence:', () => {
  it.each<[mistake: string, make: () => void, sentence: string | RegExp]>([
    // The front matter of an article.
    [
      'a # in a title',
      () => edit(ARTICLE, 'title: A title', 'title: Top 3 #tips'),
      `${ARTICLE}: line 2 has a #`,
    ],
    [
      'bent quotes round a title',
      () => edit(ARTICLE, 'title: A title', 'title: “A title”'),
      `${ARTICLE}: line 2 has bent quotes`,
    ],
    [
      'bent quotes of another kind',
      () => edit(ARTICLE, 'title: A title', 'title: ‘A title’'),
      `${ARTICLE}: line 2 has bent quotes`,
    ],
    [
      'a colon in a title',
      () => edit(ARTICLE, 'title: A title', 'title: Growth: a title'),
      `${ARTICLE}: line 2 is not valid YAML`,
    ],
    [
      'a tab before a field',
      () => edit(ARTICLE, 'title:', '\ttitle:'),
      `${ARTICLE}: line 2 is not valid YAML`,
    ],
    [
      'a quote that is not closed',
      () => edit(ARTICLE, 'title: A title', 'title: "A title'),
      `${ARTICLE}: line `,
    ],
    [
      'an asterisk before a title',
      () => edit(ARTICLE, 'title: A title', 'title: *A title'),
      `${ARTICLE}: line 2`,
    ],
    [
      'a field that stands twice',
      () => edit(ARTICLE, 'excerpt:', 'title: Again\nexcerpt:'),
      `${ARTICLE}: line 3 is not valid YAML`,
    ],
    [
      'a title that is missing',
      () => edit(ARTICLE, 'title: A title\n', ''),
      `${ARTICLE}: \`title\` is missing`,
    ],
    ['a title that is empty', () => edit(ARTICLE, 'title: A title', 'title:'), AT(2, '`title` is empty')],
    [
      'a title that is a number',
      () => edit(ARTICLE, 'title: A title', 'title: 2026'),
      AT(2, '`title` is ‘2026’'),
    ],
    [
      'a title that is too long',
      () => article('Text.\n', { title: 'x'.repeat(91) }),
      AT(2, '`title` is ‘xxx'),
    ],
    [
      'an excerpt that is too long',
      () => article('Text.\n', { excerpt: 'x '.repeat(80) }),
      '`excerpt` is ‘x x',
    ],
    [
      'a description that is too short',
      () => article('Text.\n', { description: 'Short.' }),
      AT(4, '`description` is ‘Short.’'),
    ],
    [
      'a field of another spelling',
      () => edit(ARTICLE, 'excerpt:', 'exerpt:'),
      AT(3, '`exerpt` is not a known field'),
    ],
    [
      'a category that there is not',
      () => article('Text.\n', { category: 'Nowhere' }),
      AT(5, '`category` is ‘Nowhere’'),
    ],
    ['a day that is none', () => article('Text.\n', { date: '2026-02-30' }), AT(6, '`date` is ‘2026-02-30’')],
    [
      'a day in another order',
      () => article('Text.\n', { date: '10/01/2026' }),
      AT(6, '`date` is ‘10/01/2026’'),
    ],
    [
      'a time without a zone',
      () => article('Text.\n', { date: '2026-01-10T09:00' }),
      AT(6, '`date` is ‘2026-01-10T09:00’'),
    ],
    [
      'yes for true',
      () => article('Text.\n', { draft: 'yes' }),
      AT(7, '`draft` is ‘yes’; wanted: true or false'),
    ],
    [
      'an author who is nobody',
      () => article('Text.\n', { author: 'nobody' }),
      AT(7, '`author` is ‘nobody’; wanted: the name of one in content/people'),
    ],
    ['TODO in a title', () => article('Text.\n', { title: 'TODO' }), AT(2, '`title` holds ‘TODO’')],
    [
      'HTML in a title',
      () => article('Text.\n', { title: 'A <font color="red">title</font>' }),
      AT(2, '`title` holds ‘<font color="red">’'),
    ],
    [
      'Markdown in a title',
      () => article('Text.\n', { title: 'A **bold** title' }),
      AT(2, '`title` holds ‘**bold**’'),
    ],
    [
      'front matter without an end',
      () => edit(ARTICLE, '---\n\n', '\n'),
      `${ARTICLE}: the front matter is missing`,
    ],
    ['no text', () => article(''), `${ARTICLE}: the text is missing`],
    [
      'Latin-1',
      () => write(ARTICLE, Buffer.from(`---\n${stringify(fields)}---\n\nCafé.\n`, 'latin1')),
      `${ARTICLE}: line 9 is not in UTF-8`,
    ],
    [
      'a name with a capital',
      () => renameSync(join(root, ARTICLE), join(root, 'content/posts/My Article.md')),
      'content/posts/My Article.md: the name of the file becomes an address',
    ],
    [
      'a Word file',
      () => write('content/posts/draft.docx', 'x'),
      'content/posts/draft.docx: nothing reads a file of that name',
    ],
    // Its text.
    [
      'a link to a page that there is not',
      () => article('See [this](/servces).\n'),
      AT(9, 'there is no page /servces'),
    ],
    [
      'a link to a place that there is not',
      () => article('See [this](/services#no).\n'),
      AT(9, 'the page /services has no place #no'),
    ],
    [
      'a link without its slash',
      () => article('See [this](services).\n'),
      AT(9, 'the link ‘services’ leads nowhere'),
    ],
    [
      'a link without https',
      () => article('See [this](www.firm.example).\n'),
      AT(9, 'the link ‘www.firm.example’ leads nowhere'),
    ],
    [
      'a link that runs code',
      () => article('See [this](javascript:x).\n'),
      AT(9, 'the link ‘javascript:x’ leads nowhere'),
    ],
    [
      'a picture that is not there',
      () => article('![A field](field.jpg)\n'),
      AT(9, 'there is no picture field.jpg'),
    ],
    [
      'a picture on another site',
      () => article('![A field](https://a.example/field.jpg)\n'),
      AT(9, 'the picture https://a.example/field.jpg lies on another site'),
    ],
    [
      'a picture without words',
      () => article('![](field.jpg)\n'),
      AT(9, 'the picture field.jpg has no words'),
    ],
    [
      'a heading of the first level',
      () => article('# A heading\n'),
      AT(9, '‘A heading’ is a heading of the first level'),
    ],
    ['a heading that skips a level', () => article('## One\n\n#### Two\n'), AT(11, '‘Two’ skips a level')],
    ['a note without text', () => article('Text[^1].\n'), AT(9, 'the note [^1] has no text')],
    [
      'a note that nothing leads to',
      () => article('Text.\n\n[^1]: A note.\n'),
      AT(11, 'nothing in the text leads to the note [^1]'),
    ],
    [
      'an element that is not closed',
      () => article('Text.\n\n<div>\n\nMore.\n'),
      AT(11, '<div> is never closed'),
    ],
    [
      'an element within a line that is not closed',
      () => article('Text <b>bold.\n'),
      AT(9, '<b> is never closed'),
    ],
    ['an end without a beginning', () => article('Text.\n\n</div>\n'), AT(11, '</div> closes nothing')],
    [
      'code that is not closed',
      () => article('Text.\n\n```js\nx();\n\nMore text.\n'),
      AT(11, 'the code that begins here has no end'),
    ],
    [
      'an element of another age',
      () => article('A <font color="red">text</font>.\n'),
      AT(9, 'HTML holds ‘<font’'),
    ],
    ['a script', () => article('<script>x()</script>\n'), AT(9, 'HTML holds ‘<script’')],
    ['a frame', () => article('<iframe src="https://a.example"></iframe>\n'), AT(9, 'HTML holds ‘<iframe’')],
    ['a style', () => article('A <span style="color:red">word</span>.\n'), AT(9, 'HTML holds ‘style=’')],
    ['TODO in the text', () => article('Text.\n\nTODO: more.\n'), AT(11, 'the text holds ‘TODO’')],
    ['lorem ipsum', () => article('Lorem ipsum dolor sit amet.\n'), AT(9, 'the text holds ‘Lorem ipsum’')],
    [
      'a token that means nothing',
      () => article('By {site.nmae}.\n'),
      `${ARTICLE}: line 9 holds the token {site.nmae}`,
    ],
    [
      'a claim that nobody registered',
      () => article('In {claim.nothing}.\n'),
      `${ARTICLE}: line 9 holds the token {claim.nothing}; wanted: a claim registered`,
    ],
    [
      'a sum that is wrong',
      () => article('```ledger One\nA | $2\n= All | $3\n```\n'),
      `${ARTICLE}: line 11 is a total of $3; wanted: 2.00`,
    ],
    // The other files.
    [
      'two services of one short name',
      () => write('content/services/99-twin.yaml', stringify(service)),
      'content/services/99-twin.yaml: the footer would name it ‘A service of its own’',
    ],
    [
      'two files of one name',
      () => write('content/services/99-a-service.yaml', stringify({ ...service, title: 'Another' })),
      'content/services/99-a-service.yaml: but for the number in front it has the name',
    ],
    [
      'a colour that there is not',
      () => write(SERVICE, stringify({ ...service, color: 'green' })),
      `${SERVICE}: line 9: \`color\` is ‘green’`,
    ],
    [
      'two outcomes',
      () => write(SERVICE, stringify({ ...service, outcomes: ['One', 'Two'] })),
      `${SERVICE}: line 6: \`outcomes\` is a list of 2`,
    ],
    [
      'a practice that there is not',
      () => edit(STUDY, 'practice: a-service', 'practice: nothing'),
      /a-study\.yaml: line \d+: `practice` is ‘nothing’/,
    ],
    [
      'a result that got worse',
      () => edit(STUDY, 'after: 40', 'after: 4'),
      /a-study\.yaml: line \d+: `results\[1\]\.after` is ‘4’/,
    ],
    [
      'a number with its unit',
      () => edit(STUDY, 'before: 30', 'before: 30 orders'),
      /a-study\.yaml: line \d+: `results\[1\]\.before` is ‘30 orders’/,
    ],
    [
      'three results',
      () => edit(STUDY, /( {2}- metric: .*\n(?: {4}.*\n)+)/, ''),
      /a-study\.yaml: line \d+: `results` is a list of \d+/,
    ],
    [
      'a portrait that is not there',
      () => write(PERSON, stringify({ ...person, portrait: 'ada.jpg' })),
      `${PERSON}: line 4: \`portrait\` is ‘ada.jpg’`,
    ],
    [
      'a profile without https',
      () => write(PERSON, stringify({ ...person, linkedInUrl: 'linkedin.com/in/ada' })),
      `${PERSON}: line 4: \`linkedInUrl\` is`,
    ],
    [
      'a status of another name',
      () => write(PERSON, stringify({ ...person, status: 'done' })),
      `${PERSON}: line 3: \`status\` is ‘done’; wanted: example, or confirmed`,
    ],
    [
      'a claim without its days',
      () => claims({ asOf: undefined, reviewBy: undefined }),
      '`[a-claim].asOf` is missing',
    ],
    [
      'a claim that is reviewed before it was checked',
      () => claims({ reviewBy: '2025-01-01' }),
      '`[a-claim].reviewBy` is ‘2025-01-01’',
    ],
    [
      'two claims of one id',
      () => claims({ id: (parse(read('content/claims.yaml')) as { id: string }[])[0]?.id }),
      'content/claims.yaml: the `id` ‘',
    ],
    [
      'a page without one of its words',
      () => edit('content/pages/about.yaml', /^ {2}lead: .*\n(?: {4}.*\n)*/m, ''),
      /content\/pages\/about\.yaml: line \d+: `hero\.lead` is missing/,
    ],
    [
      'a page with a word more',
      () => edit('content/pages/about.yaml', /^hero:\n/m, 'hero:\n  extra: x\n'),
      '`extra` in `hero` is not a known field',
    ],
    [
      'a page whose file is gone',
      () => rmSync(join(root, 'content/pages/about.yaml')),
      'content/pages/about.yaml: the file is missing',
    ],
    [
      'a door to no question',
      () => edit('content/pages/about.yaml', /^ {2}question: .*$/m, '  question: nothing'),
      '`doors.question` is ‘nothing’',
    ],
    [
      'a redirect from a page that there is',
      () => redirects([{ from: '/about', to: '/services' }]),
      'content/redirects.yaml: line 1: `from` is ‘/about’, which exists',
    ],
    [
      'a redirect to nowhere',
      () => redirects([{ from: '/old', to: '/nowhere' }]),
      'content/redirects.yaml: line 1: `to` is ‘/nowhere’',
    ],
    [
      'a redirect without a slash',
      () => redirects([{ from: 'old', to: '/about' }]),
      'content/redirects.yaml: line 1: `from` is ‘old’',
    ],
    [
      'a chain of redirects',
      () =>
        redirects([
          { from: '/a', to: '/b' },
          { from: '/b', to: '/about' },
        ]),
      'content/redirects.yaml: line 1: `to` is ‘/b’, which leads on (line 3)',
    ],
  ])('%s', (_, make, sentence) => {
    make();
    const sentences = told();
    const isIt = (line: string) =>
      typeof sentence === 'string' ? line.includes(sentence) : sentence.test(line);
    expect(sentences.filter(isIt), sentences.join('\n')).toHaveLength(1);
    for (const line of sentences) expect(line).toMatch(/^content\/.+; (wanted: |the fields are ).+\.$/);
    expect(sentences.join('\n')).not.toMatch(/invalid_|too_small|too_big|unrecognized|BLOCK_|\bat .*\.ts:/);
  });
});

describe('is told in one sentence, in site.config.ts:', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['a name that is empty', { name: '' }, '`name` is empty'],
    [
      'an address with a slash at its end',
      { bookingUrl: 'https://a.example/' },
      '`bookingUrl` is ‘https://a.example/’',
    ],
    ['an address without https', { companyUrl: 'www.a.example' }, '`companyUrl` is ‘www.a.example’'],
    [
      'an address that was emptied',
      { linkedInUrl: '' },
      '`linkedInUrl` is empty; wanted: the LinkedIn page, beginning with https:// and without a slash at its end; leave the line out if there is none',
    ],
    ['an e-mail address without its host', { contactEmail: 'hello@' }, '`contactEmail` is ‘hello@’'],
    ['a field of another spelling', { bookingURL: 'x' }, '`bookingURL` is not a known field'],
    ['words for a number', { retentionMonths: 'two years' }, '`retentionMonths` is ‘two years’'],
    [
      'yes for true',
      { countVisits: 'yes' },
      '`countVisits` is ‘yes’; wanted: whether page views are counted by day and referring site: true or false',
    ],
  ])('%s', (_, changed, sentence) => {
    expect(() => parseSite({ ...site, ...changed })).toThrow(sentence);
  });
});

describe('is right:', () => {
  it.each<[what: string, make: () => void]>([
    ['a byte order mark', () => write(ARTICLE, `\uFEFF${read(ARTICLE)}`)],
    ['a blank line before the front matter', () => write(ARTICLE, `\n\n${read(ARTICLE)}`)],
    ['the line ends of Windows', () => write(ARTICLE, read(ARTICLE).replaceAll('\n', '\r\n'))],
    ['TODO in a draft', () => article('TODO: more.\n', { draft: true, title: 'TODO' })],
    ['TODO in code', () => article('```js\n// TODO\n```\n\nAnd `TODO`.\n')],
    ['a quotation within a title', () => article('Text.\n', { title: 'What ‘done’ means' })],
    ['a note that is used twice', () => article('One[^1], two[^1].\n\n[^1]: A note.\n')],
    [
      'elements that are closed',
      () => article('<details>\n<summary>More</summary>\n\nText.\n\n</details>\n'),
    ],
    ['a person who wrote an article', () => article('Text.\n', { author: 'a-person' })],
    ['a firm without case studies', () => rmSync(join(root, 'content/case-studies'), { recursive: true })],
    ['a redirect to a place', () => redirects([{ from: '/old', to: '/services#a-service' }])],
    ['a count in a text', () => article('{services.count} practices, {studies.count} studies.\n')],
    [
      'a picture beside its article, whatever its name',
      async () => {
        const picture = sharp({ create: { width: 800, height: 400, channels: 3, background: '#8b5cf6' } });
        await picture.jpeg().toFile(join(root, 'content/posts/My field (1).JPG'));
        article('![A field](<My field (1).JPG>)\n');
      },
    ],
  ])('%s', async (_, make) => {
    await make();
    expect(told()).toEqual([]);
  });
});

it('all of them are told in one round, whatever else is wrong', () => {
  claims({ asOf: undefined, reviewBy: undefined });
  write(PERSON, stringify({ ...person, portrait: 'ada.jpg' }));
  write(SERVICE, stringify({ ...service, color: 'green', summary: 'By {site.nmae}.' }));
  article('See [this](/servces)[^1] by {site.nmae}.\n\n```js\n', {
    title: '',
    category: 'Nowhere',
    date: 'soon',
  });
  edit('content/pages/about.yaml', /^ {2}question: .*$/m, '  question: nothing');
  edit('content/pages/faq.yaml', /^ {2}heading: .*$/m, '  heading:');
  const sentences = told();
  for (const part of [
    '`[a-claim].asOf` is missing',
    '`[a-claim].reviewBy` is missing',
    '`portrait` is ‘ada.jpg’',
    '`color` is ‘green’',
    '`summary` holds the token {site.nmae}',
    '`title` is empty',
    '`category` is ‘Nowhere’',
    '`date` is ‘soon’',
    'line 9 holds the token {site.nmae}',
    'the code that begins here has no end',
    'there is no page /servces',
    'the note [^1] has no text',
    '`doors.question` is ‘nothing’',
    '`hero.heading` is empty',
  ])
    expect(
      sentences.filter((sentence) => sentence.includes(part)),
      part,
    ).toHaveLength(1);
  expect(sentences).toHaveLength(14);
});

it('who wrote an article is the person whom it names', () => {
  article('Text.\n', { author: 'a-person' });
  expect(
    readContent(root, site)
      .posts()
      .find(({ file }) => file === ARTICLE)?.data.author,
  ).toBe('a-person');
});
