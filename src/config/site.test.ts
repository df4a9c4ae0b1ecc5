import { describe, expect, it } from 'vitest';
import input from '../../site.config.ts';
import { parseSite, site } from './site.ts';

const text = { empty: '', long: 'x'.repeat(300), number: 7, none: null };
const notEmail = ['somebody', 'a@b', 'a@firm.test,b@firm.test', 'a b@firm.test', 'mailto:a@firm.test', ''];
const notAddress = [
  'firm.test',
  'http://firm.test',
  'https:firm.test',
  'https:///firm.test',
  'https://firm.test/',
  'https://firm.test/a b',
  'javascript:alert(1)//https://firm.test',
  'nonsense',
  '',
];

describe('site.config.ts', () => {
  it('is right as it stands', () => expect(site).toMatchObject(input));

  it.each(['name', 'legalName', 'description'] as const)('wants `%s` as a text', (field) => {
    for (const value of Object.values(text))
      expectSentence({ [field]: value }, field, value, 'characters long');
    expectSentence({ [field]: undefined }, field, undefined, 'characters long');
  });

  it.each(['partnershipsEmail', 'contactEmail'] as const)('wants `%s` as one e-mail address', (field) => {
    for (const value of notEmail)
      expectSentence({ [field]: value }, field, value, 'such as hello@firm.example');
    expectSentence({ [field]: undefined }, field, undefined, 'e-mail address');
  });

  it.each(['bookingUrl', 'companyUrl', 'linkedInUrl', 'xUrl'] as const)(
    'wants `%s` as an address, or not at all',
    (field) => {
      for (const value of notAddress)
        expectSentence({ [field]: value }, field, value, 'beginning with https://');
      expectSentence({ [field]: '' }, field, '', 'leave the line out if there is none');
      for (const right of [undefined, 'https://firm.test', 'https://firm.test/a/b?c=d'])
        expect(parseSite({ ...input, [field]: right })[field]).toBe(right);
    },
  );

  it('wants `url` as an address without a path', () => {
    const wrong = [
      'https://firm.test/a',
      'https://firm.test?a',
      'https://firm.test#a',
      'https://me@firm.test',
    ];
    const ours = notAddress.filter((value) => value !== 'http://firm.test');
    for (const value of [...ours, ...wrong]) expectSentence({ url: value }, 'url', value, 'without a path');
    expectSentence({ url: undefined }, 'url', undefined, 'without a path');
    for (const right of ['https://firm.test', 'https://www.firm.test', 'http://localhost:4321'])
      expect(parseSite({ ...input, url: right }).url).toBe(right);
  });

  it('wants up to twelve sister sites, each with a name and an address', () => {
    const [first, second] = [1, 2].map((i) => ({ name: `Sister ${i}`, url: `https://sister-${i}.test` }));
    for (const count of [0, 1, 12])
      expect(parseSite({ ...input, sisterSites: Array(count).fill(first) }).sisterSites).toHaveLength(count);
    const wanted = 'up to twelve sister sites';
    expectSentence({ sisterSites: Array(13).fill(first) }, 'sisterSites', 'a list of 13', wanted);
    expect(parseSite({ ...input, sisterSites: undefined }).sisterSites).toEqual([]);
    expectSentence({ sisterSites: [first, 'x'] }, 'sisterSites[2]', 'x', 'a name and an address');
    for (const value of Object.values(text)) {
      const sisterSites = [first, { ...second, name: value }];
      expectSentence({ sisterSites }, 'sisterSites[2].name', value, 'the sister site’s name');
    }
    for (const value of notAddress) {
      const sisterSites = [{ ...first, url: value }, second];
      expectSentence({ sisterSites }, 'sisterSites[1].url', value, 'the sister site’s address');
    }
  });

  it('wants the founder’s name and role', () => {
    expectSentence({ founder: undefined }, 'founder', undefined, 'the founder’s name and role');
    for (const field of ['name', 'role']) {
      for (const value of [...Object.values(text), undefined]) {
        const founder = { ...input.founder, [field]: value };
        expectSentence(
          { founder },
          `founder.${field}`,
          value,
          field === 'name' ? 'the founder’s name' : 'what they are in the firm',
        );
      }
    }
  });

  it('counts page views only where it is told to', () => {
    const { countVisits: _, ...silent } = input;
    expect(parseSite(silent).countVisits).toBe(false);
    expect(parseSite({ ...input, countVisits: true }).countVisits).toBe(true);
    for (const value of ['yes', 1, null])
      expectSentence({ countVisits: value }, 'countVisits', value, 'true or false');
  });

  it('has no other fields', () => {
    expect(() => parseSite({ ...input, bookingURL: 'x' })).toThrow(
      /^site\.config\.ts: `bookingURL` is not a known field; the fields are name, .*bookingUrl.*\.$/,
    );
    expect(() => parseSite({ ...input, founder: { ...input.founder, title: 'x' } })).toThrow(
      'site.config.ts: `title` in `founder` is not a known field; the fields are name, role.',
    );
  });

  it('is a group of fields', () => {
    for (const value of [undefined, null, 'text', []])
      expect(() => parseSite(value)).toThrow(/^site\.config\.ts: the whole file .*identity\.$/);
  });
});

/** One line that names the file, the field, what was found and what is wanted. */
function expectSentence(change: Record<string, unknown>, field: string, found: unknown, wanted: string) {
  let message = '';
  try {
    parseSite({ ...input, ...change });
  } catch (error) {
    message = error instanceof Error ? error.message : '';
  }
  const [start = '', end = ''] = message.split('; wanted: ');
  expect(start).toMatch(new RegExp(`^site\\.config\\.ts: \`${field.replace(/[[\].]/g, '\\$&')}\` is `));
  expect(start).toContain(shown(found));
  expect(end).toContain(wanted);
  expect(message).toMatch(/^[^\n]+\.$/);
}

function shown(found: unknown): string {
  if (found === undefined) return 'missing';
  if (found === null || found === '') return 'empty';
  return String(found).slice(0, 60);
}
