import { expect, it } from 'vitest';
import { breakableParts, breakableTitleParts, holdText } from './no-break.ts';

const marked = (parts: ReturnType<typeof breakableParts>) =>
  parts.map(({ text, held }) => (held ? `[${text}]` : text)).join('');

it.each([
  'The future of [CoE-led] organisations',
  'An [e-mail] after [14-day] [time-outs].',
  'Days [1–20], then [0–5] minutes',
  'A dash - here',
  'An investor-ready compound is long',
  '',
])('stays together on a line: %s', (text) => {
  expect(marked(breakableParts(text.replace(/[[\]]/g, '')))).toBe(text);
});

it.each([
  'How a team decides [on Monday]',
  'Insights',
  'Two words',
  // Too long for a small card.
  'An unreasonably long responsibility questionnaire',
])('the last two words of a title stay together: %s', (title) => {
  expect(marked(breakableTitleParts(title.replace(/[[\]]/g, '')))).toBe(title);
});

it('plain text gets word joiners', () => {
  expect(holdText('CoE-led in May')).toBe('CoE-\u2060led in May');
});
