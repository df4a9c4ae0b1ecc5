import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { site } from '../config/site.ts';
import { Mistake } from '../lib/mistake.ts';
import { type CollectionName, type Entry, readContent } from './read.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'content-'));
  cpSync('content', join(root, 'content'), { recursive: true });
  mkdirSync(join(root, 'content/case-studies'), { recursive: true });
  restore(study);
});
afterEach(() => rmSync(root, { recursive: true }));

const collections = [
  'claims',
  'pages',
  'posts',
  'services',
  'case-studies',
  'people',
  'faq',
  'legal',
] as const;
const filesOf = (folder: string, below = '') =>
  readdirSync(join(below, folder)).map((name) => `${folder}/${name}`);
const posts = filesOf('content/posts');
const isFeatured = (file: string) => /^featured: true$/m.test(readFileSync(file, 'utf8'));
const [featured = '', plain = ''] = [posts.find(isFeatured), posts.find((file) => !isFeatured(file))];
const [service = ''] = filesOf('content/services');
/** A firm may have none. */
const study = 'content/case-studies/0-a-study.yaml';
const [legal = ''] = filesOf('content/legal');
const question = readContent('.', site).faq()[0]?.id;

describe('the content as it stands', () => {
  it.each(collections)('%s is right', (collection) => {
    const entries = readContent(root, site)[collection]();
    expect(entries.length).toBeGreaterThan(0);
    for (const { id, file } of entries) {
      expect(id).toMatch(/^[a-z0-9-]+$/);
      expect(existsSync(join(root, file))).toBe(true);
    }
  });

  it('is the same behind a byte order mark and behind blank lines', () => {
    const read = () =>
      collections.map((name) =>
        readContent(root, site)
          [name]()
          .map(({ id, data, body }) => ({ id, data, body })),
      );
    const before = read();
    for (const file of [...posts, legal]) edit(file, (text) => `\uFEFF\n\n${text}`);
    for (const file of [service, 'content/faq.yaml']) edit(file, (text) => `\uFEFF${text}`);
    expect(read()).toEqual(before);
  });

  it('is the same with the line ends of Windows', () => {
    const before = collections.map((name) => readContent(root, site)[name]());
    for (const file of [...posts, service, study, legal, 'content/faq.yaml', 'content/pages/home.yaml'])
      edit(file, (text) => text.replaceAll('\n', '\r\n'));
    expect(collections.map((name) => readContent(root, site)[name]())).toEqual(before);
  });

  it('takes the number in front of a file’s name as its place, not as a part of its id', () => {
    for (const collection of ['services', 'case-studies'] as const) {
      const entries = readContent(root, site)[collection]();
      expect(entries.map(({ file }) => file)).toEqual(filesOf(`content/${collection}`, root).sort());
      for (const { id } of entries) expect(id).not.toMatch(/^\d+-/);
    }
  });

  it('takes the name of an article as its address, with the number it may begin with', () => {
    for (const name of ['2024-review', '2025-review', '10-ways'])
      cpSync(plain, join(root, `content/posts/${name}.md`));
    const ids = readContent(root, site)
      .posts()
      .map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['2024-review', '2025-review', '10-ways']));
  });
});

/** One more of a kind, under another name and title. */
function copyFirst(folder: string, name: string) {
  const [first = ''] = filesOf(`content/${folder}`, root).filter((file) => file.endsWith('.yaml'));
  const copy = join(root, `content/${folder}/${name}.yaml`);
  cpSync(join(root, first), copy);
  if (folder !== 'services') return;
  const text = readFileSync(copy, 'utf8').replace(/^shortTitle: .*\n/m, '');
  writeFileSync(copy, text.replace(/^title: .*$/m, `title: Service ${name}`));
}

it('is of any number', () => {
  for (const folder of ['services', 'case-studies', 'people'] as const) {
    for (let i = 0; i < 9; i++) copyFirst(folder, `9${i}-another-${i}`);
    expect(readContent(root, site)[folder]().length).toBeGreaterThan(9);
  }
  edit(
    'content/faq.yaml',
    (text) => `${text}    - id: one-more\n      question: One?\n      answer: More.\n`,
  );
  expect(readContent(root, site).faq().at(-1)?.id).toBe('one-more');
});

it('is told of all mistakes at once', () => {
  edit(plain, (text) => text.replace(/^title: .*\n/m, '').replace(/^date: .*$/m, 'date: soon'));
  edit(featured, (text) => text.replace(/^category: .*$/m, 'category: Nowhere'));
  const sentences = mistakesOf('posts').split('\n');
  expect(sentences).toHaveLength(3);
  for (const start of [`${plain}: \`title\``, `${plain}: \`date\``, `${featured}: \`category\``])
    expect(sentences.filter((sentence) => withoutLine(sentence).startsWith(start))).toHaveLength(1);
});

it.each(['My Article.md', 'ümlaut.md', 'UPPER.md'])('cannot have a file of the name %s', (name) => {
  cpSync(plain, join(root, 'content/posts', name));
  expect(mistakesOf('posts')).toContain(
    `content/posts/${name}: the name of the file becomes an address; wanted: lower-case words joined by hyphens`,
  );
});

it.each(['services', 'case-studies', 'people'] as const)(
  'stands in the order of its numbers, ten after nine: %s',
  (folder) => {
    for (const number of [901, 9001]) copyFirst(folder, `${number}-of-${number}`);
    const entries: Entry<unknown>[] = readContent(root, site)[folder]();
    expect(entries.slice(-2).map(({ id }) => id)).toEqual(['of-901', 'of-9001']);
  },
);

it.each(['services', 'case-studies', 'people'] as const)(
  'cannot have two files of one name but for the number: %s',
  (folder) => {
    for (const number of [98, 99]) copyFirst(folder, `${number}-twin`);
    expectMistake(
      folder,
      `content/${folder}/99-twin.yaml: but for the number in front it has the name of content/${folder}/98-twin.yaml; wanted: another name.`,
    );
  },
);

describe('a mistake in the shape of a file is one sentence', () => {
  it.each([
    ['posts', plain, 'title'],
    ['posts', plain, 'date'],
    ['services', service, 'subtitle'],
    ['case-studies', study, 'timeline'],
    ['legal', legal, 'summary'],
  ] as const)('a missing field: %s, %s, %s', (collection, file, field) => {
    edit(file, (text) => text.replace(new RegExp(`^${field}: .*\\n(?: .*\\n)*`, 'm'), ''));
    expectMistake(collection, `${file}: \`${field}\` is missing; wanted: `);
  });

  it.each([
    ['posts', plain, 'excerpt'],
    ['services', service, 'title'],
    ['legal', legal, 'title'],
  ] as const)('an empty field: %s, %s, %s', (collection, file, field) => {
    edit(file, (text) => text.replace(new RegExp(`^${field}: .*`, 'm'), `${field}:`));
    expectMistake(collection, `${file}: \`${field}\` is empty; wanted: `);
  });

  it.each([
    ['posts', plain, 'titel'],
    ['services', service, 'colour'],
    ['case-studies', study, 'resultz'],
    ['legal', legal, 'effective'],
    ['pages', 'content/pages/faq.yaml', 'heros'],
  ] as const)('a field that nobody knows: %s, %s, %s', (collection, file, field) => {
    edit(file, (text) => addField(text, `${field}: x`));
    expectMistake(collection, `${file}: \`${field}\` is not a known field; the fields are `);
  });

  it('a field that nobody knows deep inside a page', () => {
    const file = 'content/pages/about.yaml';
    edit(file, (text) => withStats(text, 'heading: Figures\n  claim: [x]'));
    expectMistake(
      'pages',
      `${file}: \`claim\` in \`stats\` is not a known field; the fields are heading, claims.`,
    );
  });

  it('front matter that is missing', () => {
    edit(plain, (text) => text.replace(/^---\n[\s\S]*?\n---\n/, ''));
    expectMistake('posts', `${plain}: the front matter is missing; wanted: `);
  });

  it.each([
    ['posts', plain],
    ['legal', legal],
  ] as const)('text that is missing below the front matter: %s', (collection, file) => {
    edit(file, (text) => `${/^---\n[\s\S]*?\n---\n/.exec(text)?.[0]}\n  \n`);
    expectMistake(collection, `${file}: the text is missing; wanted: Markdown below the front matter.`);
  });

  it.each([
    ['pages', 'content/pages/about.yaml', ''],
    ['faq', 'content/faq.yaml', ''],
    ['claims', 'content/claims.yaml', '# only a comment\n'],
    ['services', service, ''],
  ] as const)('a file without anything in it: %s, %s', (collection, file, content) => {
    edit(file, () => content);
    expectMistake(collection, `${file}: the whole file is empty; wanted: `);
  });

  it('YAML that cannot be read, by the line of the file', () => {
    const file = 'content/pages/about.yaml';
    edit(file, (text) => text.replace(/^hero:$/m, 'hero: first: second'));
    expectMistake('pages', `${file}: line ${lineOf(file, 'hero: first')} is not valid YAML`, 'quotes');
  });

  it('front matter that cannot be read, by the line of the file', () => {
    edit(plain, (text) => text.replace(/^category: .*$/m, 'category: one: two'));
    expectMistake('posts', `${plain}: line ${lineOf(plain, 'category: one')} is not valid YAML`, 'quotes');
  });

  it('a field that stands twice, by the line of the second', () => {
    edit(service, (text) => `${text}color: teal\n`);
    expectMistake('services', `${service}: line ${lineOf(service, 'color: teal', 'last')} is not valid YAML`);
  });

  it('a # in a value without quotes, which would be published cut off', () => {
    edit(plain, (text) => text.replace(/^title: .*$/m, 'title: Why C # matters'));
    expectMistake(
      'posts',
      `${plain}: line ${lineOf(plain, 'title: Why')} has a # behind its value`,
      'quotes',
    );
    edit(plain, (text) => text.replace(/^title: .*$/m, "title: 'Why C # matters'\n# A note of its own"));
    const found = readContent(root, site)
      .posts()
      .find(({ file }) => file === plain);
    expect(found?.data.title).toBe('Why C # matters');
  });

  it('letters of an older encoding, by their line', () => {
    edit(plain, (text) => text.replace(/\n---\n/, '\n---\n\nA caf@ in Latin-1.\n'));
    const [before = '', after = ''] = readFileSync(join(root, plain), 'utf8').split('@ in Latin-1');
    const line = lineOf(plain, 'A caf');
    writeFileSync(
      join(root, plain),
      Buffer.concat([Buffer.from(before), Buffer.from([0xe9]), Buffer.from(after)]),
    );
    expectMistake('posts', `${plain}: line ${line} is not in UTF-8`, 'saved as UTF-8');
  });

  it('a value that begins like a reference', () => {
    edit(plain, (text) => text.replace(/^title: .*$/m, 'title: *Really*'));
    expectMistake('posts', `${plain}: line 3 has a value that begins with an asterisk; wanted: `, 'quotes');
  });

  it('a page’s file that is missing', () => {
    rmSync(join(root, 'content/pages/about.yaml'));
    expectMistake('pages', 'content/pages/about.yaml: the file is missing; wanted: the words of that page.');
  });

  it('a page’s file that cannot be read, for the reason there is', () => {
    const file = join(root, 'content/pages/about.yaml');
    rmSync(file);
    mkdirSync(file);
    expectMistake('pages', 'content/pages/about.yaml: this is a folder and not a file; wanted: ');
    rmSync(file, { recursive: true });
    symlinkSync(file, file);
    expectMistake('pages', 'content/pages/about.yaml: the file cannot be read (ELOOP');
  });

  it.each(['posts', 'services', 'people', 'legal'] as const)('a folder that is missing: %s', (collection) => {
    rmSync(join(root, 'content', collection), { recursive: true });
    expectMistake(collection, `content/${collection}: there is no `, 'wanted: one for each entry');
  });
});

describe('a mistake in an article is one sentence', () => {
  it('a category that the blog page does not have', () => {
    edit(plain, (text) => text.replace(/^category: .*$/m, 'category: Reflexion Core'));
    const { categories } = blogPage();
    expect(categories.length).toBeGreaterThan(1);
    expectMistake(
      'posts',
      `${plain}: \`category\` is ‘Reflexion Core’; wanted: one of the categories in content/pages/blog.yaml (${categories.join(', ')}).`,
    );
  });

  it('a category that the blog page has lost', () => {
    const category = readContent(root, site).posts()[0]?.data.category ?? '';
    edit('content/pages/blog.yaml', (text) => text.replace(`  - ${category}\n`, ''));
    expectMistake('posts', `\`category\` is ‘${category}’; wanted: one of the categories`);
  });

  it('a description that is longer than check:copy allows', () => {
    const write = (length: number) => {
      restore(plain);
      edit(plain, (text) =>
        text.replace(/^description: .*\n(?: .*\n)*/m, `description: ${'x'.repeat(length)}\n`),
      );
    };
    write(160);
    expect(mistakesOf('posts')).toBe('');
    write(161);
    expectMistake('posts', `${plain}: \`description\` is ‘x`, '50 to 160 characters long');
  });

  it('no featured article', () => {
    for (const file of posts.filter(isFeatured)) edit(file, (text) => text.replace(/^featured: true\n/m, ''));
    expectMistake(
      'posts',
      'content/posts: `featured` is true in no article that is published; wanted: one at least.',
    );
  });

  it('`featured` that is neither true nor false', () => {
    edit(plain, (text) => addField(text, 'featured: yes please'));
    expectMistake('posts', `${plain}: \`featured\` is ‘yes please’; wanted: true or false: whether `);
  });

  it('a cover without what it shows, and the other way round', () => {
    edit(plain, (text) => addField(text, 'cover: market.jpg'));
    expectMistake('posts', `${plain}: \`coverAlt\` is missing; wanted: what the cover shows, for those who`);
    restore(plain);
    edit(plain, (text) => addField(text, 'coverAlt: A market'));
    expectMistake('posts', `${plain}: \`cover\` is missing; wanted: the name of the picture that`);
  });

  it.each(['2025-02-30', 'soon', '2025-2-1', '2025-13-01', '01/02/2025', '2025', '2025-02-01T10:00'])(
    'a date that is no date: %s',
    (date) => {
      edit(plain, (text) => text.replace(/^date: .*$/m, `date: ${date}`));
      expectMistake(
        'posts',
        `${plain}: \`date\` is ‘${date}’; wanted: the day of publication, as YYYY-MM-DD, or the moment`,
      );
    },
  );
});

it('may feature several articles: when the day of one comes, nobody edits the one before', () => {
  edit(plain, (text) => addField(text, 'featured: true'));
  expect(mistakesOf('posts')).toBe('');
});

describe('a place that a link may name', () => {
  it.each([
    ['posts', plain],
    ['legal', legal],
  ] as const)('has the words that its heading has on the page: %s', (collection, file) => {
    edit(file, (text) => `${text}\n## Kept for {site.retentionMonths} months\n`);
    const entries: Entry<unknown>[] = readContent(root, site)[collection]();
    const anchors = entries.find((entry) => entry.file === file)?.outline?.anchors;
    expect(anchors?.at(-1)).toBe(`kept-for-${site.retentionMonths}-months`);
  });
});

describe('code in a text', () => {
  it.each([
    ['posts', plain],
    ['legal', legal],
  ] as const)('holds no tokens: %s', (collection, file) => {
    const code =
      'By {site.name}: `{{product.title}}`\n\n~~~jsx\n<b>{props.name}</b>\n~~~\n\n- A point\n\n      {site.name}\n';
    edit(file, (text) => `${text}\n${code}`);
    const entries: Entry<unknown>[] = readContent(root, site)[collection]();
    const body = entries.find((entry) => entry.file === file)?.body;
    expect(body?.trimEnd().endsWith(code.replace('{site.name}', site.name).trimEnd())).toBe(true);
  });
});

describe('a slip in a ledger of an article', () => {
  it('is named by its line in the file', () => {
    edit(plain, (text) => `${text}\n\`\`\`ledger A sum\nGoods $20\n= All | $20\n\`\`\`\n`);
    expectMistake('posts', `${plain}: line ${lineOf(plain, 'Goods $20')} is ‘Goods $20’; wanted: `);
  });
});

describe('a mistake in a case study or a service is one sentence', () => {
  it('three results, or five', () => {
    const wanted = 'wanted: exactly four results.';
    edit(study, (text) => text.replace(/ {2}- metric: [\s\S]*?(?= {2}- metric: )/, ''));
    expectMistake('case-studies', `${study}: \`results\` is a list of 3; ${wanted}`);
    restore(study);
    edit(study, (text) => text.replace(/( {2}- metric: [\s\S]*?)(?= {2}- metric: )/, '$1$1'));
    expectMistake('case-studies', `${study}: \`results\` is a list of 5; ${wanted}`);
  });

  it('an `after` on the wrong side of `before`, or equal to it', () => {
    const wanted = 'wanted: an `after` that is on the `better` side of `before`.';
    const put = (before: number, after: number, better: string) => {
      restore(study);
      edit(study, (text) =>
        text
          .replace(/before: [\d.]+/, `before: ${before}`)
          .replace(/after: [\d.]+/, `after: ${after}`)
          .replace(/better: \w+/, `better: ${better}`),
      );
    };
    put(10, 20, 'higher');
    expect(readContent(root, site)['case-studies']().length).toBeGreaterThan(0);
    put(10, 20, 'lower');
    expectMistake('case-studies', `${study}: \`results[1].after\` is ‘20’; ${wanted}`);
    put(20, 10, 'higher');
    expectMistake('case-studies', `${study}: \`results[1].after\` is ‘10’; ${wanted}`);
    put(20, 20, 'higher');
    expectMistake('case-studies', `${study}: \`results[1].after\` is ‘20’; ${wanted}`);
  });

  it('a measurement with its unit', () => {
    edit(study, (text) => text.replace(/before: [\d.]+/, 'before: 180 orders'));
    expectMistake(
      'case-studies',
      `${study}: \`results[1].before\` is ‘180 orders’; wanted: `,
      'a plain number',
    );
  });

  it('two outcomes, or four', () => {
    edit(service, (text) => text.replace(/^outcomes:\n {2}- .*\n/m, 'outcomes:\n'));
    expectMistake('services', `${service}: \`outcomes\` is a list of 2; wanted: exactly three key outcomes.`);
    restore(service);
    edit(service, (text) => text.replace(/^outcomes:\n/m, 'outcomes:\n  - One more\n'));
    expectMistake('services', `${service}: \`outcomes\` is a list of 4; wanted: exactly three key outcomes.`);
  });

  it('a colour that does not exist', () => {
    edit(service, (text) => text.replace(/^color: .*$/m, 'color: turquoise'));
    expectMistake('services', `${service}: \`color\` is ‘turquoise’; wanted: lavender, teal or peach.`);
  });
});

describe('a mistake in the FAQ or the claims is one sentence', () => {
  const firstItem = /^- [\s\S]*?(?=^- )/m;

  it('no groups, or a group without a heading or without questions', () => {
    const file = 'content/faq.yaml';
    edit(file, () => '[]\n');
    expectMistake('faq', `${file}: the whole file is a list of 0; wanted: groups of questions`);
    restore(file);
    edit(file, (text) => text.replace(/^- heading: .*/m, '- heading:'));
    expectMistake(
      'faq',
      `${file}: \`[1].heading\` is empty; wanted: what the questions of a group are about`,
    );
    restore(file);
    edit(file, (text) => text.replace(/^ {2}items:\n( {4}.*\n)*/m, '  items: []\n'));
    expectMistake('faq', `${file}: \`[1].items\` is a list of 0; wanted: questions, each with`);
  });

  it('two items with one id', () => {
    const file = 'content/faq.yaml';
    const [first, second] = readContent(root, site).faq();
    edit(file, (text) => text.replace(`id: ${second?.id}\n`, `id: ${first?.id}\n`));
    expectMistake(
      'faq',
      `${file}: the \`id\` ‘${first?.id}’ stands twice; wanted: an id of its own for each item.`,
    );
  });

  it('two claims with one id', () => {
    const file = 'content/claims.yaml';
    const [first] = readContent(root, site).claims();
    edit(file, (text) => text + (firstItem.exec(text)?.[0] ?? ''));
    expectMistake(
      'claims',
      `${file}: the \`id\` ‘${first?.id}’ stands twice; wanted: an id of its own for each item.`,
    );
  });

  const claims = 'content/claims.yaml';
  const [, firstClaim] = /id: (\S+)/.exec(readFileSync(claims, 'utf8')) ?? [];
  /** The first claim, with these lines instead of what it says of its status. */
  const setStatus = (...lines: string[]) =>
    edit(claims, (text) =>
      text.replace(/^ {2}status: .*\n(?: {2}\w+: .*\n)*/m, lines.map((line) => `  ${line}\n`).join('')),
    );

  it.each(['2024-01-01', '2026-01-01'])('a claim to be reviewed before it was found true (%s)', (day) => {
    setStatus('status: confirmed', 'asOf: 2026-01-01', `reviewBy: ${day}`);
    expectMistake(
      'claims',
      `${claims}: \`[${firstClaim}].reviewBy\` is ‘${day}’; wanted: a day later than \`asOf\`.`,
    );
  });

  it.each([
    ['asOf', '1 May'],
    ['reviewBy', 'next year'],
  ])('`%s` that is no day', (field, text) => {
    const days = { asOf: '2026-01-01', reviewBy: '2027-01-01', [field]: text };
    setStatus('status: confirmed', `asOf: ${days.asOf}`, `reviewBy: ${days.reviewBy}`);
    expectMistake(
      'claims',
      `${claims}: \`[${firstClaim}].${field}\` is ‘${text}’; wanted: the day `,
      'YYYY-MM-DD',
    );
  });

  it('a confirmed claim without the days of its review', () => {
    setStatus('status: confirmed');
    expectMistake(
      'claims',
      `${claims}: \`[${firstClaim}].asOf\` is missing; wanted: the day on which the confirmed claim`,
      // Both in one round.
      `${claims}: \`[${firstClaim}].reviewBy\` is missing; wanted: the day by which`,
    );
    setStatus('status: confirmed', 'asOf: 2026-01-01');
    expectMistake('claims', `${claims}: \`[${firstClaim}].reviewBy\` is missing; wanted: the day by which`);
  });

  it('an example that was checked on some day', () => {
    setStatus('status: example', 'asOf: 2026-01-01');
    expectMistake(
      'claims',
      `${claims}: \`[${firstClaim}].asOf\` is ‘2026-01-01’; wanted: no day, since nobody has checked`,
    );
  });

  it('a status that is neither', () => {
    setStatus('status: checked');
    expectMistake(
      'claims',
      `${claims}: \`[${firstClaim}].status\` is ‘checked’; wanted: example, or confirmed`,
    );
  });

  it('a claim without a basis', () => {
    edit('content/claims.yaml', (text) => text.replace(/ {2}basis: .*\n/, ''));
    expectMistake(
      'claims',
      `content/claims.yaml: \`[${firstClaim}].basis\` is missing; wanted: one sentence on what the claim rests on`,
    );
  });
});

describe('what nobody registered is one sentence', () => {
  it('a claim in the list of a page', () => {
    const file = 'content/pages/about.yaml';
    edit(file, (text) => withStats(text, 'heading: Figures\n  claims: [made-up]'));
    expectMistake(
      'pages',
      `${file}: \`stats.claims[1]\` is ‘made-up’; wanted: the id of a claim registered in content/claims.yaml (`,
    );
  });

  it('a claim that left the register while a page still shows it', () => {
    const [first] = readContent(root, site).claims();
    edit('content/pages/about.yaml', (text) => withStats(text, `heading: Figures\n  claims: [${first?.id}]`));
    edit('content/claims.yaml', (text) => text.replace(`id: ${first?.id}\n`, 'id: renamed\n'));
    expectMistake(
      'pages',
      `is ‘${first?.id}’; wanted: the id of a claim registered in content/claims.yaml (renamed, `,
    );
  });

  it('a claim as a token in an article, in its text or above it', () => {
    edit(plain, (text) => `${text}\nIn {claim.made-up}.\n`);
    expectMistake(
      'posts',
      `${plain}: line ${lineOf(plain, 'In {claim')} holds the token {claim.made-up}; wanted: a claim registered in content/claims.yaml.`,
    );
    restore(plain);
    edit(plain, (text) => text.replace(/^excerpt: .*$/m, 'excerpt: "In {claim.made-up}."'));
    expectMistake(
      'posts',
      `${plain}: \`excerpt\` holds the token {claim.made-up}; wanted: a claim registered`,
    );
  });

  it('a claim as a token in the FAQ', () => {
    edit('content/faq.yaml', (text) => text.replace(/question: .*/, 'question: In {claim.made-up}?'));
    expectMistake(
      'faq',
      `content/faq.yaml: \`[1].items[${question}].question\` holds the token {claim.made-up}; wanted: a claim registered in content/claims.yaml.`,
    );
  });

  it('a word of the site', () => {
    const wanted = 'wanted: one of site.name, ';
    edit('content/faq.yaml', (text) => text.replace(/question: .*/, 'question: Who is {site.nmae}?'));
    expectMistake(
      'faq',
      `content/faq.yaml: \`[1].items[${question}].question\` holds the token {site.nmae}; `,
      wanted,
    );
    edit(legal, (text) => `${text}\n{site.nmae}\n`);
    const line = lineOf(legal, '{site.nmae}');
    expectMistake('legal', `${legal}: line ${line} holds the token {site.nmae}; `, wanted);
    edit('content/pages/about.yaml', (text) => text.replace(/^( {2}lead: ).*$/m, '$1Who is {site.nmae}?'));
    expectMistake('pages', 'content/pages/about.yaml: `hero.lead` holds the token {site.nmae}; ', wanted);
  });
});

function mistakesOf(collection: CollectionName): string {
  try {
    readContent(root, site)[collection]();
  } catch (error) {
    expect(error).toBeInstanceOf(Mistake);
    return (error as Mistake).message;
  }
  return '';
}

/** Changes one file of the copy; a change that changes nothing would prove nothing. */
function edit(file: string, change: (text: string) => string) {
  const before = readFileSync(join(root, file), 'utf8');
  const after = change(before);
  expect(after).not.toBe(before);
  writeFileSync(join(root, file), after);
}

const restore = (file: string) =>
  cpSync(file === study ? 'tests/support/a-case-study.yaml' : file, join(root, file));

/** Most tests are about the field; in which line it stands is asked in `yaml.test.ts`. */
const withoutLine = (message: string) => message.replace(/: line \d+(?=: `)/g, '');

/** A page with statistics of its own, whether or not the firm shows any. */
const withStats = (text: string, stats: string) =>
  `${text.replace(/^stats:\n(?: .*\n)+/m, '')}stats:\n  ${stats}\n`;

/** Puts a field first, in a YAML file or in front matter. */
const addField = (text: string, field: string) =>
  text.startsWith('---\n') ? text.replace('---\n', `---\n${field}\n`) : `${field}\n${text}`;

function lineOf(file: string, words: string, which: 'first' | 'last' = 'first'): number {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const starts = (line: string) => line.startsWith(words);
  return (which === 'first' ? lines.findIndex(starts) : lines.findLastIndex(starts)) + 1;
}

function blogPage() {
  const page = readContent(root, site)
    .pages()
    .find(({ id }) => id === 'blog');
  return page?.data as { categories: string[] };
}

function expectMistake(collection: CollectionName, ...parts: string[]) {
  let mistake: unknown;
  try {
    readContent(root, site)[collection]();
  } catch (error) {
    mistake = error;
  }
  expect(mistake).toBeInstanceOf(Mistake);
  const { message, stack } = mistake as Mistake;
  for (const part of parts) expect(part.includes(': line ') ? message : withoutLine(message)).toContain(part);
  for (const sentence of message.split('\n')) expect(sentence).toMatch(/^content\/.+\.$/);
  expect(message).not.toContain(root);
  expect(stack).toBe('');
}
