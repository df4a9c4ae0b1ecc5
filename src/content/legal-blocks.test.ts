import { expect, it } from 'vitest';
import { leaveOutMissing } from './legal-blocks.ts';

const words = new Map([
  ['legal.dpo', 'Ana, ana@firm.test'],
  ['legal.register', ''],
  ['legal.courts', ''],
  ['count.days', ''],
]);
const read = (text: string) => leaveOutMissing(text, words);

it('leaves out the paragraph that names what is missing, and no other', () => {
  expect(read('Before.\n\nIn {legal.register}.\n\nAsk {legal.dpo}.\n')).toBe('Before.\n\nAsk {legal.dpo}.\n');
});

it('leaves out a line of a list, and the list where none is left', () => {
  const list =
    '- **Officer:** {legal.dpo}\n- **Register:** {legal.register}\n- Both: {legal.dpo}, {legal.courts}';
  expect(read(list)).toBe('- **Officer:** {legal.dpo}');
  expect(read('Before.\n\n- {legal.register}\n\nAfter.')).toBe('Before.\n\nAfter.');
});

it('has other words where something is missing', () => {
  const text = 'In {legal.courts}.\n\n{without legal.courts} At our seat.\n\n{without legal.dpo} Nobody.';
  expect(read(text)).toBe('At our seat.');
});

it('has words for what the site does, where it does', () => {
  const text =
    'Before.\n\nFor {count.days} days.\n\n{with count.days} Counted.\n\n{without count.days} Not counted.';
  expect(read(text)).toBe('Before.\n\nNot counted.');
  expect(leaveOutMissing(text, new Map([['count.days', '9']]))).toBe(
    'Before.\n\nFor {count.days} days.\n\nCounted.',
  );
});

it('says nothing under a name that there is not', () => {
  expect(read('Before.\n\n{with count.dayz} Counted.\n\n{without count.dayz} Not counted.')).toBe('Before.');
});
