import { expect, it } from 'vitest';
import { leaveOutMissing } from './legal-blocks.ts';

const words = new Map([
  ['legal.dpo', 'Ana, ana@firm.test'],
  ['legal.register', ''],
  ['legal.courts', ''],
  ['count.days', ''],
  ['count.hours', '9'],
]);

it.each([
  // A paragraph that names what is missing, and no other.
  ['Before.\n\nIn {legal.register}.\n\nAsk {legal.dpo}.\n', 'Before.\n\nAsk {legal.dpo}.\n'],
  // A line of a list, and the list where none is left.
  [
    '- **A:** {legal.dpo}\n- B: {legal.register}\n- Both: {legal.dpo}, {legal.courts}',
    '- **A:** {legal.dpo}',
  ],
  ['Before.\n\n- {legal.register}\n\nAfter.', 'Before.\n\nAfter.'],
  // Other words where something is missing, and where it is not.
  [
    'In {legal.courts}.\n\n{without legal.courts} At our seat.\n\n{without legal.dpo} Nobody.',
    'At our seat.',
  ],
  ['For {count.days}.\n\n{with count.days} Counted.\n\n{without count.days} Not counted.', 'Not counted.'],
  [
    'For {count.hours}.\n\n{with count.hours} Counted.\n\n{without count.hours} No.',
    'For {count.hours}.\n\nCounted.',
  ],
  // A name that there is not.
  ['Before.\n\n{with count.dayz} Counted.\n\n{without count.dayz} Not counted.', 'Before.'],
])('%j reads %j', (text, read) => expect(leaveOutMissing(text, words)).toBe(read));
