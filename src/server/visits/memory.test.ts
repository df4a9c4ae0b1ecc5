import { expect, it, vi } from 'vitest';
import { remember } from './memory.ts';

it('finds an answer once, a bounded number of them, until it forgets', () => {
  const find = vi.fn((text: string) => text.length > 3);
  const memory = remember(find);
  const asked = (text: string) => {
    find.mockClear();
    memory.find(text);
    return find.mock.calls.length;
  };
  for (let i = 0; i < 500; i++) expect([asked(`${i}`), asked(`${i}`)]).toEqual([1, 0]);
  // No room for one more, but an answer all the same.
  expect([asked('late'), asked('late')]).toEqual([1, 1]);
  expect([memory.find('late'), memory.find('7')]).toEqual([true, false]);
  memory.forget();
  expect([asked('7'), asked('7'), asked('late'), asked('late')]).toEqual([1, 0, 1, 0]);
});
