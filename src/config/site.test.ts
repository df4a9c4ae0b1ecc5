import { expect, it } from 'vitest';
import { firm } from '../../tests/support/small-content.ts';
import { parseSite } from './site.ts';

it('optional fields may be left out, and page views are not counted by default', () => {
  expect(parseSite({ ...firm, sisterSites: undefined, countVisits: undefined })).toMatchObject({
    sisterSites: [],
    countVisits: false,
  });
});

const sister = { name: 'Sister', url: 'https://sister.test' };

it.each<[change: Record<string, unknown>]>([
  [{ url: 'https://www.firm.test' }],
  [{ url: 'http://localhost:4321' }],
  [{ linkedInUrl: 'https://www.linkedin.com/company/firm' }],
  [{ bookingUrl: 'https://firm.test/a/b?c=d' }],
  [{ sisterSites: Array(12).fill(sister) }],
  [{ countVisits: true }],
])('%j is right', (change) => expect(parseSite({ ...firm, ...change })).toMatchObject(change));

const ADDRESS = 'beginning with https:// and without a slash at its end; leave the line out if there is none';
const OWN = 'such as https://firm.example, without a path or a slash at its end';
const long = 'x'.repeat(300);

type Case = [change: Record<string, unknown>, field: string, found: string, wanted: string];
it.each<Case>([
  [{ name: undefined }, 'name', 'missing', 'the firm’s name as visitors read it'],
  [{ name: '' }, 'name', 'empty', '1 to 40 characters long'],
  [{ name: 7 }, 'name', '‘7’', '1 to 40 characters long'],
  [{ description: long }, 'description', '‘xxx', '1 to 200 characters long'],
  ...['somebody', 'a@b', 'a@firm.test,b@firm.test', 'a b@firm.test', 'mailto:a@firm.test', 'hello@'].map(
    (value): Case => [{ contactEmail: value }, 'contactEmail', `‘${value}’`, 'such as hello@firm.example'],
  ),
  [{ url: 'firm.test' }, 'url', '‘firm.test’', OWN],
  [{ url: 'https://firm.test/' }, 'url', '‘https://firm.test/’', OWN],
  [{ url: 'https://firm.test/a' }, 'url', '‘https://firm.test/a’', OWN],
  [{ url: 'https://me@firm.test' }, 'url', '‘https://me@firm.test’', OWN],
  [{ bookingUrl: 'https://a.test/' }, 'bookingUrl', '‘https://a.test/’', ADDRESS],
  [{ companyUrl: 'www.a.test' }, 'companyUrl', '‘www.a.test’', ADDRESS],
  [{ companyUrl: 'http://a.test' }, 'companyUrl', '‘http://a.test’', ADDRESS],
  [{ linkedInUrl: '' }, 'linkedInUrl', 'empty', ADDRESS],
  [{ xUrl: 'javascript:alert(1)//https://a.test' }, 'xUrl', '‘javascript', ADDRESS],
  [{ sisterSites: Array(13).fill(sister) }, 'sisterSites', 'a list of 13', 'up to twelve sister sites'],
  [{ sisterSites: [sister, 'x'] }, 'sisterSites[2]', '‘x’', 'a name and an address'],
  [{ sisterSites: [{ ...sister, name: '' }] }, 'sisterSites[1].name', 'empty', 'the sister site’s name'],
  [{ founder: undefined }, 'founder', 'missing', 'the founder’s name and role'],
  [{ founder: { name: 'Ana' } }, 'founder.role', 'missing', 'what they are in the firm'],
  [{ retentionMonths: 'two years' }, 'retentionMonths', '‘two years’', 'a whole number from 1 to 120'],
  [{ countVisits: 'yes' }, 'countVisits', '‘yes’', 'true or false'],
])('%j is reported in one sentence', (change, field, found, wanted) => {
  const [start, end, ...more] = sentenceOf({ ...firm, ...change }).split('; wanted: ');
  expect(start).toContain(`site.config.ts: \`${field}\` is ${found}`);
  expect(end).toContain(wanted);
  expect(more).toEqual([]);
});

it('unknown fields and other values are refused', () => {
  expect(sentenceOf({ ...firm, bookingURL: 'x' })).toMatch(
    /^site\.config\.ts: `bookingURL` is not a known field; the fields are name, .*bookingUrl.*\.$/,
  );
  for (const value of [undefined, null, 'text', []])
    expect(sentenceOf(value)).toMatch(/^site\.config\.ts: the whole file .*identity\.$/);
});

function sentenceOf(value: unknown): string {
  try {
    parseSite(value);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}
