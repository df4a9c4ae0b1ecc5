import { describe, expect, it } from 'vitest';
import { firm } from '../../tests/support/small-content.ts';
import { Mistake } from '../lib/mistake.ts';
import { fillIn, fillInMarkdown, vocabularyOf } from './vocabulary.ts';

const claim = { id: 'quick-start', wording: '2 days' };
const words = vocabularyOf(firm, [claim], { people: 3, services: 5, studies: 13 });
const filled = (text: string, by = words) =>
  fillIn(text, by, (found) => {
    throw new Mistake(found);
  });

describe('in a field', () => {
  it.each([
    ['{site.name}, again {site.name}', 'Small Firm, again Small Firm'],
    ['{site.contactEmail} of {founder.name}, {founder.role}', 'hello@firm.example of Ana, Founder'],
    ['In {claim.quick-start}.', 'In 2 days.'],
    ['With {people.count} and {studies.count}', 'With three people and 13'],
    // A number that begins a sentence has a capital.
    ['{services.count} in one. {services.count} of {services.count}.', 'Five in one. Five of five.'],
    // Braces that are no token.
    [
      '{category} Insights, {}, { site.name }, {a b.c} and {{',
      '{category} Insights, {}, { site.name }, {a b.c} and {{',
    ],
  ])('%s reads %s', (text, read) => expect(filled(text)).toBe(read));

  it('a dollar sign in a word stays as it is', () => {
    expect(filled('{claim.a}', new Map([['claim.a', '$& $1 $10M']]))).toBe('$& $1 $10M');
  });

  it.each(['{site.nam}', '{firm.name}', '{constructor.name}', '{site.founder}'])('%s is unknown', (token) => {
    expect(() => filled(`By ${token}`)).toThrow(
      new RegExp(
        `^holds the token ${token}; wanted: one of site\\.name, .*founder\\.name, .*people\\.count, .*\\.$`,
      ),
    );
  });
});

describe('in Markdown', () => {
  const fill = (text: string, by = words) => fillInMarkdown('content/x.md', text, by, 10);

  it.each([
    'Grüße 👋: `{{product.title}}` and ``{a.`b}``',
    '```liquid\n{{product.title}}\n{site.name}\n```',
    '- In a list\n\n  ```\n  {props.name}\n  ```',
    'Text\n\n    {props.name}',
  ])('code stays as it is: %j', (text) => expect(fill(text)).toBe(text));

  it.each([
    ['👋 {site.name} `{a.b}` {site.name}\n\n## {founder.name}', '👋 Small Firm `{a.b}` Small Firm\n\n## Ana'],
    ['## {services.count}\n\n- {services.count}: {services.count}', '## Five\n\n- Five: five'],
    ['```ledger For {site.name}\n= All | $2\n```', '```ledger For Small Firm\n= All | $2\n```'],
  ])('%j reads %j', (text, read) => expect(fill(text)).toBe(read));

  it('a filled-in word is text, even if it looks like HTML', () => {
    const named = new Map([['claim.a', '<script>x()</script> in < 2 days']]);
    expect(fill('{claim.a}', named)).toBe('&lt;script>x()&lt;/script> in < 2 days');
  });

  it('the line of an unknown token is reported', () => {
    expect(() => fill('`{claim.b}`\n\nText\n{claim.b}')).toThrow(
      'content/x.md: line 13 holds the token {claim.b}; wanted: a claim registered in content/claims.yaml.',
    );
  });
});
