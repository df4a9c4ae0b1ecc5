import { describe, expect, it } from 'vitest';
import { holdHtml, holdText, partsOf, partsOfTitle } from './no-break.ts';

const held = (text: string) =>
  partsOf(text)
    .filter((part) => part.held)
    .map((part) => part.text);

describe('what is held together', () => {
  it.each([
    ['India and New Zealand: bridges', ['New Zealand']],
    ['The future of CoE-led organisations', ['CoE-led']],
    ['An e-mail after 14-day time-outs.', ['e-mail', '14-day', 'time-outs']],
    ['Days 1–20, then 0–5 minutes', ['1–20', '0–5']],
    ['A new Zealand and a dash - here', []],
    ['An investor-ready compound is long', []],
    ['', []],
  ])('in ‘%s’ is %j', (text, words) => expect(held(text)).toEqual(words));

  it('leaves every letter where it was', () => {
    const text = 'e-mail in New Zealand, add-to-cart';
    expect(
      partsOf(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });
});

it('holds words in the text of HTML and leaves its tags alone', () => {
  expect(holdHtml('<a href="/14-day" class="x-y">14-day</a> &amp; New Zealand')).toBe(
    '<a href="/14-day" class="x-y"><span class="unbroken">14-day</span></a> &amp; ' +
      '<span class="unbroken">New Zealand</span>',
  );
});

it('holds words in plain text by signs that forbid a break', () => {
  expect(holdText('CoE-led in New Zealand, investor-ready')).toBe(
    'CoE-\u2060led in New\u00a0Zealand, investor-ready',
  );
});

describe('the end of a title', () => {
  const endOf = (title: string) => partsOfTitle(title).at(-1);

  it('is two words that stay together', () => {
    expect(endOf('How a team decides on Monday')).toEqual({ text: 'on Monday', held: true });
  });

  it.each(['Insights', 'Two words', 'An unreasonably long responsibility questionnaire'])(
    'is left alone where it is all there is, or too long for a small card: %s',
    (title) => {
      expect(partsOfTitle(title)).toEqual(partsOf(title));
    },
  );

  it.each(['The future of CoE-led organisations', 'One', 'India and New Zealand: building bridges'])(
    'changes no word of %s',
    (title) => {
      expect(
        partsOfTitle(title)
          .map(({ text }) => text)
          .join(''),
      ).toBe(title);
    },
  );
});
