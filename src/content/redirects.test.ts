import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { site } from '../config/site.ts';
import { Mistake } from '../lib/mistake.ts';
import { contactAnswerPath, healthPath, readyPath, routes } from '../routes.ts';
import { pageAddresses } from './addresses.ts';
import { type Known, knownBefore, parseRedirects, readRedirects } from './redirects.ts';

const FILE = 'content/redirects.yaml';
const origin = 'https://www.firm.example';
/** As after a build: a page with one place on it, and a picture. */
const known: Known = {
  has: (path) => [routes.home, routes.services, '/icons/icon-64.png'].includes(path),
  hasPlace: (path, id) => path === routes.services && id === 'growth',
  origin,
};

/** Each mistake without the name of the file. */
function mistakesIn(text: string, against = known): string[] {
  try {
    parseRedirects(text, against);
  } catch (error) {
    expect(error).toBeInstanceOf(Mistake);
    return (error as Mistake).message.split('\n').map((sentence) => {
      expect(sentence.slice(0, FILE.length + 2)).toBe(`${FILE}: `);
      return sentence.slice(FILE.length + 2);
    });
  }
  return [];
}

const entry = (from: string, to = '/services') => `- from: ${from}\n  to: ${to}\n`;
const gone = (from: string) => `- from: ${from}\n  gone: true\n`;

describe('a table', () => {
  it('comes back as it was written', () => {
    const text = [
      entry('/old', '/'),
      entry('/old.html', '/services#growth'),
      entry('/a/b_c~d', '"https://shop.example:8443/A/b%20c#d"'),
      entry('/picture', '/icons/icon-64.png'),
      gone('/blog/gone'),
    ].join('');
    expect(parseRedirects(text, known)).toEqual([
      { from: '/old', to: '/' },
      { from: '/old.html', to: '/services#growth' },
      { from: '/a/b_c~d', to: 'https://shop.example:8443/A/b%20c#d' },
      { from: '/picture', to: '/icons/icon-64.png' },
      { from: '/blog/gone', gone: true },
    ]);
  });

  it.each(['', '# only a comment\n', '[]\n', '---\n# only a comment\n', '~\n', '\r\n# x\r\n'])(
    'may be empty: %j',
    (text) => expect(parseRedirects(text, known)).toEqual([]),
  );

  it('that ships with the project is right', () => {
    const root = process.cwd();
    const pages = knownBefore(() => pageAddresses(root, site), site.url);
    expect(readRedirects(root, pages)).toEqual(expect.any(Array));
  });

  it('has a file, and its absence is a mistake', () => {
    const root = mkdtempSync(join(tmpdir(), 'redirects-'));
    expect(() => readRedirects(root, known)).toThrow(
      new Mistake(
        `${FILE}: the file is missing; wanted: a list of addresses that changed, or nothing but comments.`,
      ),
    );
    mkdirSync(join(root, 'content'));
    writeFileSync(join(root, FILE), gone('/old'));
    expect(readRedirects(root, known)).toEqual([{ from: '/old', gone: true }]);
    rmSync(root, { recursive: true });
  });
});

describe('a mistake in the shape is one sentence with its line:', () => {
  it.each([
    'old',
    '/',
    '/old/',
    '/old?x=1',
    '"/old#place"',
    '/Old',
    '/old page',
    '/ol%64',
    '/öld',
    '//old',
    '/a//b',
    '/a/../b',
    '/.',
    '/old$uri',
    '"/old{path}"',
    '"/old;"',
    '"/old\\n/x"',
    'https://www.firm.example/old',
  ])('an old address %s', (from) => {
    const [sentence, ...others] = mistakesIn(`# first\n${entry(from)}`);
    expect(sentence).toMatch(
      /^line 2: `from` is ‘.*’; wanted: the old address as a path such as \/old-page: /,
    );
    expect(others).toEqual([]);
  });

  it.each([
    'services',
    '/services/',
    '/services?x=1',
    '"/services#"',
    '//evil.example',
    'http://shop.example',
    'https://shop.example/?x=1',
    'https://user@shop.example/',
    'https://shop',
    'https://shop.example/a b',
    '"https://shop.example/$uri"',
    '"https://shop.example/{path}"',
    '"https://shop.example/\\""',
    '"https://shop.example/:splat"',
    '"javascript:alert(1)"',
  ])('a new address %s', (to) => {
    const [sentence, ...others] = mistakesIn(`# first\n${entry('/old', to)}`);
    expect(sentence).toMatch(/^line 2: `to` is ‘.*’; wanted: the new address: a path such as \/services /);
    expect(others).toEqual([]);
  });

  it.each([
    ['no old address', '- to: /services\n', '`from` is missing; wanted: the old address as a path'],
    [
      'neither',
      '- from: /old\n',
      '`to` is missing; wanted: the new address, or `gone: true` where there is none.',
    ],
    ['both', `${entry('/old')}  gone: true\n`, '`gone` is ‘true’; wanted: either `to` or `gone`, not both.'],
    [
      'gone that is not',
      '- from: /old\n  gone: false\n',
      '`gone` is ‘false’; wanted: true, where the page was',
    ],
    [
      'a field that nobody knows',
      `${entry('/old')}  status: 302\n`,
      '`status` is not a known field; the fields are from, to, gone.',
    ],
    ['an entry without fields', '- /old\n', 'the entry has no fields; wanted: `from`, and `to` or `gone`.'],
    [
      'an asterisk',
      '- from: *old\n  to: /\n',
      'a value begins with an asterisk; wanted: an address that begins',
    ],
    [
      'no list',
      'from: /old\nto: /services\n',
      'the file is no list; wanted: entries that begin with `- from:`.',
    ],
    ['no YAML', '- from: "/old\n', 'not valid YAML; wanted: `- from: /old`, and `to: /new` below `from`.'],
  ])('%s', (_, text, sentence) => {
    const [first = '', ...others] = mistakesIn(`# first\n\n${text}`);
    expect(first.replace(/^line \d: /, '')).toContain(sentence);
    expect(first).toMatch(/^line [34]: /);
    expect(others).toEqual([]);
  });
});

describe('a mistake between addresses is one sentence with its line:', () => {
  it.each([
    contactAnswerPath,
    healthPath,
    readyPath,
    '/404',
    '/410',
    '/413.html',
    '/500',
    '/503.html',
    '/_astro/app.js',
    '/_headers',
    '/_redirects',
    '/_gallery',
  ])('%s is used by the site itself', (from) => {
    expect(mistakesIn(entry(from))).toEqual([
      `line 1: \`from\` is ‘${from}’; wanted: an address that the site does not use for itself.`,
    ]);
  });

  it('every address that nginx has a rule of its own for is refused', () => {
    const rules = [...readFileSync('deploy/nginx.conf', 'utf8').matchAll(/location = (\S+)/g)];
    expect(rules.length).toBeGreaterThan(5);
    const every = { ...known, has: (path: string) => Object.values<string>(routes).includes(path) };
    for (const [, path = ''] of rules) expect(mistakesIn(gone(path), every), path).toHaveLength(1);
  });

  it.each([routes.services, '/icons/icon-64.png'])('%s has a page or a file', (from) => {
    expect(mistakesIn(gone(from))).toEqual([
      `line 1: \`from\` is ‘${from}’, which exists; wanted: an address that has no page and no file any more.`,
    ]);
  });

  it('an address stands twice', () => {
    expect(mistakesIn(entry('/old') + entry('/other') + gone('/old'))).toEqual([
      'line 5: `from` is ‘/old’, as in line 1; wanted: each address once.',
    ]);
  });

  it.each(['/nothing', '/Services', '/services.html'])('a new address does not exist: %s', (to) => {
    expect(mistakesIn(entry('/old', to))).toEqual([
      `line 1: \`to\` is ‘${to}’; wanted: an address of this site that exists, or one that begins with https://.`,
    ]);
  });

  it('a place is not on its page', () => {
    expect(mistakesIn(entry('/old', '/services#decline'))).toEqual([
      `line 1: \`to\` is ‘/services#decline’; wanted: an id that is on the page ${routes.services}, or no #.`,
    ]);
  });

  it('our own site is written as if it were another', () => {
    expect(mistakesIn(entry('/old', `${origin}/old#place`))).toEqual([
      `line 1: \`to\` is ‘${origin}/old#place’, an address of this site; wanted: /old#place.`,
    ]);
    expect(mistakesIn(entry('/old', `${origin}.evil.example/`))).toEqual([]);
  });

  it('addresses lead on and on', () => {
    const text = entry('/a', '/b#place') + entry('/b', '/c') + entry('/c', '/services#growth');
    expect(mistakesIn(text)).toEqual([
      'line 1: `to` is ‘/b#place’, which leads on (line 3); wanted: /services#growth, where it ends.',
      'line 3: `to` is ‘/c’, which leads on (line 5); wanted: /services#growth, where it ends.',
    ]);
  });

  it('an address leads to one that is gone', () => {
    expect(mistakesIn(entry('/a', '/b') + entry('/b', '/c') + gone('/c'))).toEqual([
      'line 1: `to` is ‘/b’, which is gone (line 5); wanted: an address that exists.',
      'line 3: `to` is ‘/c’, which is gone (line 5); wanted: an address that exists.',
    ]);
  });

  it.each([
    ['itself', entry('/a', '/a'), [1]],
    ['one that leads back', entry('/a', '/b#x') + entry('/b', '/a'), [1, 3]],
    ['a round of others', entry('/a', '/b') + entry('/b', '/c') + entry('/c', '/b'), [1, 3, 5]],
  ])('an address leads to %s', (_, text, lines) => {
    const sentences = mistakesIn(text);
    expect(sentences.map((sentence) => Number(/^line (\d)/.exec(sentence)?.[1]))).toEqual(lines);
    for (const sentence of sentences)
      expect(sentence).toMatch(/’, which leads back; wanted: an address that does not lead on\.$/);
  });
});

it('all mistakes are told in one go, in the order of their lines', () => {
  const entries = [
    entry('/old', '/nothing'),
    entry('Old'),
    entry('/services', '/old'),
    '- x\n',
    gone('/old'),
  ];
  expect(mistakesIn(entries.join('')).map((sentence) => sentence.split(';')[0])).toEqual([
    'line 1: `to` is ‘/nothing’',
    'line 3: `from` is ‘Old’',
    'line 5: `from` is ‘/services’, which exists',
    'line 5: `to` is ‘/old’, which leads on (line 1)',
    'line 7: the entry has no fields',
    'line 8: `from` is ‘/old’, as in line 1',
  ]);
});

describe('before a build', () => {
  const before = knownBefore(() => [routes.services], origin);

  it('files and places may yet be made', () => {
    const text = entry('/old', '/feed.xml') + entry('/other', '/services#any') + gone('/icons/icon-64.png');
    expect(mistakesIn(text, before)).toEqual([]);
  });

  it('pages are known', () => {
    expect(mistakesIn(entry('/services', '/services.html') + entry('/old', '/nothing'), before)).toEqual([
      expect.stringContaining('line 1: `from` is ‘/services’, which exists'),
      expect.stringContaining('line 1: `to` is ‘/services.html’; wanted'),
      expect.stringContaining('line 3: `to` is ‘/nothing’; wanted'),
    ]);
  });

  it('nobody looks for them while the table is empty', () => {
    const never = knownBefore(() => expect.fail('looked'), origin);
    expect(parseRedirects('# none\n', never)).toEqual([]);
  });
});
