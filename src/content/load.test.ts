import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'astro/zod';
import { beforeEach, describe, expect, it } from 'vitest';
import { firm, writeSmallContent } from '../../tests/support/small-content.ts';
import { Mistake } from '../lib/mistake.ts';
import type { Entry } from './entries.ts';
import { loadContent, readContent } from './load.ts';

/**
 * Common mistakes of people who write for the site: each is reported in one sentence that names the file, the
 * line where there is one, and what is wanted. What a Markdown text may hold is asked in check/text.test.ts, the
 * table of redirects in check/redirects.test.ts.
 */

const ARTICLE = 'content/posts/an-article.md';
const STUDY = 'content/case-studies/1-a-study.yaml';
const SERVICE = 'content/services/1-a-service.yaml';
const PERSON = 'content/people/1-a-person.yaml';
const LEGAL = 'content/legal/terms-of-service.md';
const CLAIMS = 'content/claims.yaml';
const FAQ = 'content/faq.yaml';
const REDIRECTS = 'content/redirects.yaml';
const BLOG = 'content/pages/blog.yaml';
const ABOUT = 'content/pages/about.yaml';

// Every check creates its schemas again: compiling them would take longer than using them.
z.config({ jitless: true });

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mistakes-'));
  writeSmallContent(root);
});
const path = (file: string) => join(root, file);
/** A change that changes nothing would prove nothing. */
function edit(file: string, from: string | RegExp, to: string) {
  const text = readFileSync(path(file), 'utf8');
  expect(text.replace(from, to)).not.toBe(text);
  writeFileSync(path(file), text.replace(from, to));
}
function reported(): string[] {
  try {
    loadContent(root, firm);
    return [];
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    expect(error.stack).toBe('');
    return error.message.split('\n');
  }
}
function expectOne(sentence: string) {
  const sentences = reported();
  expect(sentences).toHaveLength(1);
  expect(sentences[0]).toContain(sentence);
  expect(sentences[0]).toMatch(/^content\/.+; (wanted: |the fields are ).+\.$/);
}

it('nothing is reported for valid content', () => expect(reported()).toEqual([]));

describe('is reported in one sentence:', () => {
  it.each<[file: string, from: string | RegExp, to: string, sentence: string]>([
    // What YAML makes of it.
    [ARTICLE, 'A title', 'Top 3 #tips', 'line 2 has a # after its value'],
    [ARTICLE, 'A title', '“A title”', 'line 2 has curly quotes'],
    [ARTICLE, 'A title', 'Growth: a title', 'line 2 is not valid YAML'],
    [ARTICLE, 'A title', '*Really*', 'line 2 has a value that begins with an asterisk'],
    [ARTICLE, 'excerpt:', 'title: Again\nexcerpt:', 'line 3 is not valid YAML'],
    // A field.
    [ARTICLE, 'title: A title\n', '', '`title` is missing'],
    [ARTICLE, 'title: A title', 'title:', 'line 2: `title` is empty'],
    [ARTICLE, 'A title', 'x'.repeat(91), 'line 2: `title` is ‘xxx'],
    [ARTICLE, 'excerpt:', 'exerpt: x\nexcerpt:', 'line 3: `exerpt` is not a known field; the fields are'],
    [ARTICLE, 'A title', 'TODO', 'line 2: `title` holds ‘TODO’'],
    [ARTICLE, 'A title', 'A <b>title</b>', 'line 2: `title` holds ‘<b>’'],
    [ARTICLE, 'A title', 'A **title**', 'line 2: `title` holds ‘**title**’'],
    [ARTICLE, 'A title', 'By {site.nmae}', 'line 2: `title` holds the token {site.nmae}; wanted: one of'],
    [ARTICLE, 'A title', 'In {claim.x}', 'line 2: `title` holds the token {claim.x}; wanted: a claim'],
    [ABOUT, 'lead: lead', 'lead: By {site.nmae}', 'line 6: `hero.lead` holds the token {site.nmae}'],
    [ABOUT, /[\s\S]+/, '', 'the whole file is empty'],
    // An article.
    [ARTICLE, /description: .*/, 'description: Short.', 'line 4: `description` is ‘Short.’'],
    [ARTICLE, /description: .*/, `description: ${'x'.repeat(161)}`, '50 to 160 characters long'],
    [ARTICLE, 'Essays', 'Nowhere', 'line 5: `category` is ‘Nowhere’; wanted: one of the categories in'],
    [ARTICLE, '2026-01-10', '2026-02-30', 'line 6: `date` is ‘2026-02-30’; wanted: the day of publication'],
    [ARTICLE, '2026-01-10', '2026-01-10T09:00', '`date` is ‘2026-01-10T09:00’'],
    [ARTICLE, 'featured: true', 'featured: yes', 'line 7: `featured` is ‘yes’; wanted: true or false'],
    [ARTICLE, 'featured: true\n', '', 'content/posts: no published article has `featured: true`'],
    [ARTICLE, 'date:', 'author: x\ndate:', '`author` is ‘x’; wanted: the name of one in content/people'],
    [ARTICLE, 'date:', 'cover: a.jpg\ncoverAlt: A\ndate:', '`cover` is ‘a.jpg’'],
    [ARTICLE, 'date:', 'cover: a.jpg\ndate:', '`coverAlt` is missing'],
    [ARTICLE, '---\n\n', '\n', 'the front matter is missing'],
    [ARTICLE, 'A text.', '', 'the text is missing; wanted: Markdown below the front matter'],
    [ARTICLE, 'A text.', 'By {site.nmae}.', 'line 10 holds the token {site.nmae}'],
    [ARTICLE, 'A text.', '[A](/servces)', 'line 10: there is no page /servces'],
    [ARTICLE, 'A text.', '[A](/services#no)', 'line 10: the page /services has no place #no'],
    [ARTICLE, 'A text.', '![A](a.jpg)', 'line 10: there is no picture a.jpg'],
    [ARTICLE, 'A text.', '```ledger A\nB | $2\n= C | $3\n```', 'line 12 is a total of $3; wanted: 2.00'],
    // The others.
    [SERVICE, 'teal', 'green', 'line 9: `color` is ‘green’; wanted: lavender, teal or peach'],
    [SERVICE, '  - One\n', '', '`outcomes` is a list of 2; wanted: exactly three key outcomes'],
    [STUDY, 'a-service', 'x', 'line 40: `practice` is ‘x’; wanted: the name of one in content/services'],
    [STUDY, 'after: 40', 'after: 4', 'line 13: `results[1].after` is ‘4’; wanted: an `after` that is on'],
    [STUDY, 'before: 30', 'before: 30 orders', '`results[1].before` is ‘30 orders’'],
    [STUDY, /(?<=results:\n)(?:.*\n){7}/, '', '`results` is a list of 3; wanted: exactly four results'],
    [PERSON, 'role:', 'portrait: a.jpg\nrole:', 'line 2: `portrait` is ‘a.jpg’'],
    [PERSON, 'role:', 'linkedInUrl: a.example\nrole:', 'line 2: `linkedInUrl` is ‘a.example’'],
    [PERSON, 'confirmed', 'done', 'line 3: `status` is ‘done’; wanted: example, or confirmed'],
    [CLAIMS, '  basis: A log.\n', '', '`[a-claim].basis` is missing'],
    [CLAIMS, '2999-01-01', '2026-01-01', '`[a-claim].reviewBy` is ‘2026-01-01’; wanted: a day later'],
    [CLAIMS, 'confirmed', 'example', '`[a-claim].asOf` is ‘2026-01-01’; wanted: no day'],
    [CLAIMS, /^([\s\S]*)$/, '$1$1', 'the `id` ‘a-claim’ is used twice'],
    [FAQ, /( {4}- [\s\S]*)$/, '$1$1', 'the `id` ‘a-question’ is used twice'],
    [FAQ, /items:[\s\S]*$/, 'items: []\n', '`[1].items` is a list of 0'],
    [ABOUT, 'a-question', 'x', 'line 25: `doors.question` is ‘x’; wanted: the name of one in'],
    [ABOUT, 'people:', 'stats: { heading: x, claims: [x] }\npeople:', '`stats.claims[1]` is ‘x’'],
    [BLOG, '  - Essays\n', '', '`categories` is'],
    [REDIRECTS, '[]', '- { from: /old, to: /x }', 'line 1: `to` is ‘/x’; wanted: an address of this site'],
  ])('%s: %j as %j: %s', (file, from, to, sentence) => {
    edit(file, from, to);
    expectOne(sentence);
  });

  const copy = (file: string, to: string) => writeFileSync(path(to), readFileSync(path(file)));

  it.each<[make: () => void, sentence: string]>([
    [
      () => renameSync(path(ARTICLE), path('content/posts/My A.md')),
      'content/posts/My A.md: the name of the file',
    ],
    [
      () => copy(PERSON, 'content/people/2-a-person.yaml'),
      '2-a-person.yaml: apart from the number in front, it has',
    ],
    [
      () => copy(SERVICE, 'content/services/2-twin.yaml'),
      '2-twin.yaml: its name in the footer is ‘A service’',
    ],
    [
      () => copy(ABOUT, 'content/pages/abuot.yaml'),
      'content/pages/abuot.yaml: nothing reads a file of that name',
    ],
    [() => rmSync(path(ABOUT)), `${ABOUT}: the file is missing`],
    [
      () => rmSync(path('content/legal'), { recursive: true }),
      'content/legal: there is no .md file; wanted: at least one',
    ],
  ])('%s: %s', (make, sentence) => {
    make();
    expect(reported().filter((line) => line.includes(sentence))).toHaveLength(1);
  });

  it('a folder instead of a file, and an older encoding', () => {
    rmSync(path(ABOUT));
    mkdirSync(path(ABOUT));
    writeFileSync(path(LEGAL), readFileSync(path(LEGAL), 'utf8').replace('text', 'café'), 'latin1');
    expect(reported()).toEqual([
      expect.stringContaining(`${ABOUT}: nothing reads a folder of that name`),
      expect.stringContaining(`${ABOUT}: this is a folder and not a file`),
      expect.stringContaining(`${LEGAL}: line 8 is not in UTF-8`),
    ]);
  });
});

describe('nothing is reported for', () => {
  it.each<[file: string, from: string | RegExp, to: string]>([
    [ARTICLE, /^/, '\uFEFF\n\n'],
    [SERVICE, /^/, '\uFEFF'],
    [ARTICLE, /\n/g, '\r\n'],
    [FAQ, /\n/g, '\r\n'],
    [ARTICLE, 'A title', '"Why C # matters"\n# A note of its own'],
    [ARTICLE, 'A title', 'What ‘done’ means'],
    [ARTICLE, 'A text.', '{services.count} practices, {studies.count} study, `TODO`'],
    [ARTICLE, 'date:', 'author: a-person\ndate:'],
    [ARTICLE, 'A text.', '[A](/services#a-service), [B](/faq#a-question), [C](/terms-of-service)'],
    [REDIRECTS, '[]', '- { from: /old, to: "/services#a-service" }'],
  ])('%s: %j as %j', (file, from, to) => {
    edit(file, from, to);
    expect(reported()).toEqual([]);
  });

  it('placeholders in a draft, and a link to one of its own headings', () => {
    writeFileSync(path('content/posts/a-draft.md'), readFileSync(path(ARTICLE)));
    edit(
      'content/posts/a-draft.md',
      /A title([\s\S]*)A text/,
      'TODO\ndraft: true$1TODO, see [below](#there).\n\n## There',
    );
    expect(reported()).toEqual([]);
  });

  it('a picture beside its article, whatever its name', () => {
    writeFileSync(path('content/posts/My field (1).JPG'), '');
    edit(ARTICLE, 'A text.', '![A field](<My field (1).JPG>)');
    expect(reported()).toEqual([]);
  });

  it('a firm without case studies, and several articles that are featured', () => {
    rmSync(path('content/case-studies'), { recursive: true });
    writeFileSync(path('content/posts/another.md'), readFileSync(path(ARTICLE)));
    expect(reported()).toEqual([]);
  });
});

it('all mistakes are reported at once', () => {
  edit(CLAIMS, /asOf[\s\S]*/, '');
  edit(PERSON, 'role:', 'portrait: ada.jpg\nrole:');
  edit(SERVICE, 'One sentence on it.', 'By {site.nmae}.');
  edit(ARTICLE, 'A title', '""');
  edit(ARTICLE, 'A text.', 'See [this](/servces)[^1].\n\n```js');
  edit(ABOUT, 'a-question', 'nothing');
  const parts = [
    '`[a-claim].asOf` is missing',
    '`[a-claim].reviewBy` is missing',
    '`portrait` is ‘ada.jpg’',
    '`summary` holds the token {site.nmae}',
    '`title` is empty',
    'the code that begins here has no end',
    'there is no page /servces',
    'the note [^1] has no text',
    '`doors.question` is ‘nothing’',
  ];
  const sentences = reported();
  for (const part of parts)
    expect(
      sentences.filter((line) => line.includes(part)),
      part,
    ).toHaveLength(1);
  expect(sentences).toHaveLength(parts.length);
});

const idsOf = (entries: Entry<unknown>[]) => entries.map(({ id }) => id);

it.each([
  ['case-studies', STUDY],
  ['people', PERSON],
] as const)(
  '%s stand in the order of their numbers, ten after nine, which are no part of their ids',
  (name, file) => {
    for (const number of [10, 9])
      copyFileSync(path(file), path(`content/${name}/${number}-of-${number}.yaml`));
    expect(idsOf(loadContent(root, firm)[name])).toEqual([expect.any(String), 'of-9', 'of-10']);
  },
);

it('the name of an article is its address, with the number it may begin with', () => {
  for (const name of ['2024-review', '10-ways'])
    copyFileSync(path(ARTICLE), path(`content/posts/${name}.md`));
  expect(idsOf(loadContent(root, firm).posts).sort()).toEqual(['10-ways', '2024-review', 'an-article']);
});

it.each([
  ['posts', ARTICLE, '/blog/an-article'],
  ['legal', LEGAL, '/terms-of-service'],
] as const)(
  'tokens are filled in outside code, and a link may name a heading as the page has it: %s',
  (name, file, address) => {
    edit(file, /$/, '\n## Kept for {site.retentionMonths} months by {site.name}\n\n`{site.name}`\n');
    const { addresses, ...content } = loadContent(root, firm);
    expect(content[name][0]?.body).toContain('## Kept for 24 months by Small Firm\n\n`{site.name}`');
    expect([...(addresses.get(address) ?? [])]).toEqual(['kept-for-24-months-by-small-firm']);
  },
);

it('valid files can be read beside invalid ones', () => {
  edit(ABOUT, 'lead: lead', 'lead: ""');
  copyFileSync(path(ARTICLE), path('content/posts/another.md'));
  edit('content/posts/another.md', 'A title', 'TODO');
  const { content, mistakes } = readContent(root, firm);
  expect(mistakes.sentences.size).toBe(2);
  expect(idsOf(content.posts)).toEqual(['an-article']);
  expect([content.pages.about, content.pages.faq?.hero.heading]).toEqual([undefined, 'heading']);
});
