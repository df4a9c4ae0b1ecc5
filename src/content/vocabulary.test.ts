import { describe, expect, it } from 'vitest';
import { site } from '../config/site.ts';
import { mapTexts } from '../lib/map-texts.ts';
import { Mistake } from '../lib/mistake.ts';
import { fillIn, fillInMarkdown, vocabularyOf } from './vocabulary.ts';

const claim = {
  id: 'quick-start',
  wording: '2 days',
  basis: 'A log.',
  status: 'confirmed' as const,
  asOf: '2026-01-01',
  reviewBy: '2027-01-01',
};
const counts = { people: 3, services: 5, studies: 13 };
const words = vocabularyOf(site, [{ data: claim }], counts);
const filled = (text: string, by = words) =>
  fillIn(text, by, (found) => {
    throw new Mistake(found);
  });

describe('the vocabulary', () => {
  it('knows every text of the identity, the founder and the claims', () => {
    const texts = Object.entries(site).filter(([, value]) => typeof value === 'string');
    expect(texts.length).toBeGreaterThan(5);
    for (const [key, value] of texts) expect(words.get(`site.${key}`)).toBe(value);
    expect(words.get('founder.name')).toBe(site.founder.name);
    expect(words.get('founder.role')).toBe(site.founder.role);
    expect(words.get('claim.quick-start')).toBe('2 days');
    expect(words.get('people.count')).toBe('three people');
    expect(words.get('services.count')).toBe('five');
    expect(words.get('studies.count')).toBe('13');
  });
});

describe('filling in', () => {
  it('replaces every token in every text, however deep, and leaves the rest alone', () => {
    const value = {
      title: '{site.name}, again {site.name}',
      list: ['In {claim.quick-start}.', 7, true, null],
      deep: { deeper: [{ by: '{founder.name}' }] },
    };
    expect(mapTexts(value, (text) => filled(text))).toEqual({
      title: `${site.name}, again ${site.name}`,
      list: ['In 2 days.', 7, true, null],
      deep: { deeper: [{ by: site.founder.name }] },
    });
    expect(value.title).toContain('{site.name}');
  });

  it('leaves braces that are no token', () => {
    const text = '{category} Insights, {}, { site.name }, {a b.c} and {{';
    expect(filled(text)).toBe(text);
  });

  it('takes a dollar sign in a word as it is', () => {
    const priced = vocabularyOf(site, [{ data: { ...claim, wording: '$& $1 $10M' } }], counts);
    expect(filled('{claim.quick-start}', priced)).toBe('$& $1 $10M');
  });

  it('begins a sentence with a number in capitals', () => {
    expect(filled('{services.count} in one. {services.count} of {services.count}.')).toBe(
      'Five in one. Five of five.',
    );
    expect(
      fillInMarkdown('file', '## {services.count}\n\n- {services.count}: {services.count}', words, 1),
    ).toBe('## Five\n\n- Five: five');
  });
});

describe('filling in Markdown', () => {
  const fill = (text: string) => fillInMarkdown('content/x.md', text, words, 10);

  it.each([
    'Grüße 👋: `{{product.title}}` and ``{a.`b}``',
    '```liquid\n{{product.title}}\n{site.name}\n```',
    '~~~\n{props.name}\n~~~',
    '- In a list\n\n  ```\n  {props.name}\n  ```',
    '> ```\n> {props.name}\n> ```',
    'Text\n\n    {props.name}',
  ])('leaves code as it is: %s', (text) => expect(fill(text)).toBe(text));

  it('replaces the tokens around it', () => {
    expect(fill('👋 {site.name} `{a.b}` {site.name}\n\n```\n{site.name}\n```\n\n## {founder.name}')).toBe(
      `👋 ${site.name} \`{a.b}\` ${site.name}\n\n\`\`\`\n{site.name}\n\`\`\`\n\n## ${site.founder.name}`,
    );
  });

  it('replaces those of a ledger, which is no code', () => {
    expect(fill('```ledger For {site.name}\n= All | $2\n```')).toBe(
      `\`\`\`ledger For ${site.name}\n= All | $2\n\`\`\``,
    );
  });

  it('takes a word for text, also where it looks like HTML', () => {
    const named = new Map([['claim.a', '<script>x()</script> in < 2 days']]);
    expect(fillInMarkdown('content/x.md', '{claim.a}', named, 1)).toBe(
      '&lt;script>x()&lt;/script> in < 2 days',
    );
  });

  it('names the line of one that is unknown', () => {
    expect(() => fill('`{claim.b}`\n\nText\n{claim.b}')).toThrow(
      new Mistake(
        'content/x.md: line 13 holds the token {claim.b}; wanted: a claim registered in content/claims.yaml.',
      ),
    );
  });
});

describe('an unknown token', () => {
  it('of a claim points to the register', () => {
    expect(() => filled('In {claim.slow-start}.')).toThrow(
      new Mistake('holds the token {claim.slow-start}; wanted: a claim registered in content/claims.yaml.'),
    );
  });

  it.each(['{site.nam}', '{firm.name}', '{constructor.name}', '{site.founder}'])(
    '%s lists the known ones',
    (token) => {
      expect(() => filled(`By ${token}`)).toThrow(
        /^holds the token \{[\w.]+\}; wanted: one of site\.name, .*, founder\.name, .*, people\.count, .*\.$/,
      );
      expect(() => filled(`By ${token}`)).toThrow(token);
    },
  );
});
