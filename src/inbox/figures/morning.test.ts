import { expect, it } from 'vitest';
import { morning } from './morning.ts';

const says = (arrived: number, overdue: number) =>
  morning(
    {
      firm: '',
      who: '',
      place: '',
      counts: { new: arrived, open: 0, answered: 0, closed: 0, parked: 0, spam: 0, all: 0 },
    },
    {
      weeks: [],
      answers: { answered: 0, median: null, worst: null, late: 0, overdue },
      promised: 48,
      keeping: { mail: { last: null, waiting: 0 } },
    },
  );

it('says in a sentence or two how things are', () => {
  expect(says(0, 0)).toBe('Nothing new. Nobody waits longer than promised.');
  expect(says(1, 1)).toBe('One new enquiry. One has waited over two working days.');
  expect(says(3, 2)).toBe('Three new enquiries. Two have waited over two working days.');
  expect(says(1000, 0)).toBe('1,000+ new enquiries. Nobody waits longer than promised.');
});
