import { describe, expect, it } from 'vitest';
import { Mistake } from '../../lib/mistake.ts';
import { readYaml } from '../yaml.ts';
import { checkTargets, mistakesInRedirects, parseRedirects } from './redirects.ts';

const FILE = 'content/redirects.yaml';
const origin = 'https://www.firm.example';
const pages = new Set(['/', '/services']);
/** Two pages, one with a place on it, and a picture. */
const built = {
  has: (path: string) => pages.has(path) || path === '/icons/icon-64.png',
  hasPlace: (path: string, id: string) => path === '/services' && id === 'growth',
};

function beforeBuild(text: string) {
  const table = parseRedirects(readYaml(FILE, text), new Map());
  const mistakes = mistakesInRedirects(table, { taken: pages, open: pages }, origin);
  if (mistakes.length > 0) throw new Mistake(mistakes.join('\n'));
  return table;
}
function afterBuild(text: string) {
  const table = beforeBuild(text);
  checkTargets(table, built);
  return table.map(({ redirect }) => redirect);
}

/** Each mistake without the name of the file. */
function mistakesIn(text: string, read: (text: string) => unknown = afterBuild): string[] {
  try {
    read(text);
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    return error.message.split('\n').map((sentence) => {
      expect(sentence).toContain(`${FILE}: `);
      return sentence.slice(FILE.length + 2);
    });
  }
  return [];
}

const entry = (from: string, to = '/services') => `- from: ${from}\n  to: ${to}\n`;
const gone = (from: string) => `- from: ${from}\n  gone: true\n`;

it('a table comes back as it was written', () => {
  const text = [
    entry('/old', '/'),
    entry('/old.html', '/services#growth'),
    entry('/a/b_c~d', '"https://shop.example:8443/A/b%20c#d"'),
    entry('/picture', '/icons/icon-64.png'),
    gone('/blog/gone'),
  ].join('');
  expect(afterBuild(text)).toEqual([
    { from: '/old', to: '/' },
    { from: '/old.html', to: '/services#growth' },
    { from: '/a/b_c~d', to: 'https://shop.example:8443/A/b%20c#d' },
    { from: '/picture', to: '/icons/icon-64.png' },
    { from: '/blog/gone', gone: true },
  ]);
});

it.each(['', '[]\n', '---\n# only a comment\n'])('a table may be empty: %j', (text) =>
  expect(afterBuild(text)).toEqual([]),
);

describe('is reported in one sentence with its line:', () => {
  it.each([
    ...['old', '/', '/old/', '/old?x=1', '"/old#place"', '/Old', '/old page', '/ol%64', '/öld', '//old'],
    ...['/a/../b', '/old$uri', '"/old{path}"', '"/old;"', '"/old\\n/x"', 'https://www.firm.example/old'],
  ])('an old address that is none: %s', (from) => {
    expect(mistakesIn(`# first\n${entry(from)}`)).toEqual([
      expect.stringMatching(
        /^line 2: `\[1\]\.from` is ‘.*’; wanted: the old address as a path such as \/old-page: /,
      ),
    ]);
  });

  it.each([
    ...['services', '/services/', '/services?x=1', '"/services#"', '//evil.example', 'http://shop.example'],
    ...['https://shop.example/?x=1', 'https://user@shop.example/', 'https://shop'],
    ...['"https://shop.example/$uri"', '"https://shop.example/{path}"', '"https://shop.example/\\""'],
    ...['"https://shop.example/:splat"', '"javascript:alert(1)"'],
  ])('a new address that is none: %s', (to) => {
    expect(mistakesIn(`# first\n${entry('/old', to)}`)).toEqual([
      expect.stringMatching(
        /^line 3: `\[1\]\.to` is ‘.*’; wanted: the new address: a path such as \/services /,
      ),
    ]);
  });

  it.each([
    ['- to: /services\n', 'line 3: `[1].from` is missing; wanted: the old address as a path'],
    ['- from: /old\n', 'line 3: `[1].to` is missing; wanted: the new address, or `gone: true` where there'],
    [
      `${entry('/old')}  gone: true\n`,
      'line 5: `[1].gone` is ‘true’; wanted: either `to` or `gone`, not both.',
    ],
    ['- from: /old\n  gone: false\n', 'line 4: `[1].gone` is ‘false’; wanted: true, where the page was'],
    [
      `${entry('/old')}  status: 302\n`,
      'line 5: `status` in `[1]` is not a known field; the fields are from, to, gone.',
    ],
    ['- /old\n', 'line 3: `[1]` is ‘/old’; wanted: an entry with `from`, and `to` or `gone`.'],
    ['- from: *old\n  to: /\n', 'line 3 has a value that begins with an asterisk; wanted: `field: value`'],
    ['- from: "/old\n', 'is not valid YAML; wanted: `field: value`'],
    [
      'from: /old\nto: /services\n',
      'the whole file is a group of fields; wanted: a list of entries that begin',
    ],
  ])('%j: %s', (text, sentence) => {
    expect(mistakesIn(`# first\n\n${text}`)).toEqual([expect.stringContaining(sentence)]);
  });

  it.each([
    [entry('/404'), '`from` is ‘/404’; wanted: an address that the site does not use for itself.'],
    [entry('/healthz'), 'wanted: an address that the site does not use for itself.'],
    [
      gone('/services'),
      '‘/services’, which exists; wanted: an address that has no page and no file any more.',
    ],
    [gone('/icons/icon-64.png'), '`from` is ‘/icons/icon-64.png’, which exists'],
    [entry('/old', '/nothing'), '`to` is ‘/nothing’; wanted: an address of this site that exists, or one'],
    [entry('/old', '/services.html'), '`to` is ‘/services.html’; wanted: an address of this site that'],
    [entry('/old', '/services#x'), '‘/services#x’; wanted: an id that is on the page /services, or no #.'],
    [entry('/old', `${origin}/x#y`), `‘${origin}/x#y’, an address of this site; wanted: /x#y.`],
    [entry('/a', '/a'), '`to` is ‘/a’, which leads back; wanted: an address that does not lead on.'],
  ])('%j: %s', (text, sentence) => {
    expect(mistakesIn(`# first\n\n${text}`)).toEqual([expect.stringMatching(/^line 3: /)]);
    expect(mistakesIn(text)[0]).toContain(sentence);
  });

  it('redirects to redirects, to pages that are gone, and in a circle', () => {
    expect(mistakesIn(entry('/a', '/b#place') + entry('/b', '/c') + entry('/c', '/services#growth'))).toEqual(
      [
        'line 1: `to` is ‘/b#place’, which leads on (line 3); wanted: /services#growth, where it ends.',
        'line 3: `to` is ‘/c’, which leads on (line 5); wanted: /services#growth, where it ends.',
      ],
    );
    expect(mistakesIn(entry('/a', '/b') + entry('/b', '/c') + gone('/c'))).toEqual([
      'line 1: `to` is ‘/b’, which is gone (line 5); wanted: an address that exists.',
      'line 3: `to` is ‘/c’, which is gone (line 5); wanted: an address that exists.',
    ]);
    const round = mistakesIn(entry('/a', '/b') + entry('/b', '/c') + entry('/c', '/b'));
    expect(round.map((sentence) => sentence.split(';')[0])).toEqual([
      'line 1: `to` is ‘/b’, which leads back',
      'line 3: `to` is ‘/c’, which leads back',
      'line 5: `to` is ‘/b’, which leads back',
    ]);
  });
});

it('a host whose name begins like ours is another host', () =>
  expect(mistakesIn(entry('/old', `${origin}.evil.example/`))).toEqual([]));

it('before a build, only pages are checked, not files and places', () => {
  const text = entry('/old', '/feed.xml') + entry('/other', '/services#any') + gone('/icons/icon-64.png');
  expect(mistakesIn(text, beforeBuild)).toEqual([]);
  expect(mistakesIn(entry('/services', '/services.html') + entry('/old', '/nothing'), beforeBuild)).toEqual([
    expect.stringContaining('line 1: `from` is ‘/services’, which exists'),
    expect.stringContaining('line 1: `to` is ‘/services.html’; wanted'),
    expect.stringContaining('line 3: `to` is ‘/nothing’; wanted'),
  ]);
});
