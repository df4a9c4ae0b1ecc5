import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { takeTurns } from './turns.ts';

it('lets a few in at once and the others in later turns, in order', async () => {
  const turn = takeTurns(2);
  const entered: number[] = [];
  for (let i = 0; i < 5; i++) turn().then(() => entered.push(i));
  const seen: number[][] = [];
  for (let i = 0; i < 4; i++) {
    await Promise.resolve();
    seen.push([...entered]);
    await nextTurn();
  }
  expect(seen[0]).toEqual([0, 1]);
  expect(seen[1]).toEqual([0, 1, 2, 3]);
  expect(entered).toEqual([0, 1, 2, 3, 4]);
});

it('has room again once a turn is over', async () => {
  const turn = takeTurns(1);
  await turn();
  await nextTurn();
  await nextTurn();
  let hasEntered = false;
  turn().then(() => {
    hasEntered = true;
  });
  await Promise.resolve();
  expect(hasEntered).toBe(true);
});
