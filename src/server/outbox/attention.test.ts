import { expect, it, onTestFinished } from 'vitest';
import { startAttention } from './attention.ts';

it('tells the log when what needs attention has changed, and not what the start has said', async () => {
  const told: unknown[] = [];
  let parked: number | Error = 1;
  const standing = async () => {
    if (parked instanceof Error) throw parked;
    return { parked, waiting: 0, waitingSince: undefined };
  };
  const attention = startAttention({ standing }, ['mail'], (event, { sentence } = {}) =>
    told.push([event, sentence]),
  );
  onTestFinished(attention.stop);
  const after = async (now: number | Error) => {
    parked = now;
    told.length = 0;
    await attention.look();
    await attention.look();
    return told;
  };
  const line = (sentence: string) => ['needs-attention', expect.stringContaining(sentence)];
  expect(await after(1)).toEqual([]);
  expect(await after(2)).toEqual([line('2 deliveries have been refused')]);
  expect(await after(0)).toEqual([]);
  expect(await after(1)).toEqual([line('1 delivery has been refused')]);
  expect(await after(new Error('gone'))).toEqual(Array(2).fill(['attention-unknown', undefined]));
});

it('tells of everything where the store could not be asked at the start', async () => {
  const told: unknown[] = [];
  let isThere = false;
  const standing = async () => {
    if (!isThere) throw new Error('gone');
    return { parked: 1, waiting: 0, waitingSince: undefined };
  };
  const attention = startAttention({ standing }, ['mail'], (event) => told.push(event));
  onTestFinished(attention.stop);
  await attention.look();
  isThere = true;
  await attention.look();
  expect(told.at(-1)).toBe('needs-attention');
});
