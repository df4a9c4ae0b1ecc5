import { expect, it, onTestFinished } from 'vitest';
import type { SetAside } from '../db/set-aside.ts';
import { startAttention } from './attention.ts';

let told: unknown[];
const DAY_ASIDE: SetAside = { count: 3, since: new Date(0), until: new Date(1) };

function start(standing: () => Promise<number>, aside: () => SetAside | undefined = () => undefined) {
  told = [];
  let isMailed = false;
  const attention = startAttention({
    store: {
      standing: async () => ({ parked: await standing(), waiting: 0, waitingSince: undefined }),
      claimSetAside: async () => (isMailed ? undefined : aside()),
      settleSetAside: async () => {
        isMailed = true;
        return [];
      },
    },
    kinds: ['mail'],
    mailSetAside: async ({ count }) => {
      if (count === 0) throw new Error('no');
      told.push(['mailed', count]);
    },
    log: (event, { sentence } = {}) => told.push([event, sentence]),
  });
  onTestFinished(attention.stop);
  return attention;
}

it('tells the log when what needs attention has changed, and not what the start has said', async () => {
  let parked: number | Error = 1;
  const attention = start(async () => {
    if (parked instanceof Error) throw parked;
    return parked;
  });
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
  let isThere = false;
  const attention = start(async () => {
    if (!isThere) throw new Error('gone');
    return 1;
  });
  await attention.look();
  isThere = true;
  await attention.look();
  expect(told.at(-1)).toEqual(['needs-attention', expect.any(String)]);
});

it('mails what was set aside once, and after a mail that failed again', async () => {
  let aside = { ...DAY_ASIDE, count: 0 };
  const attention = start(
    async () => 0,
    () => aside,
  );
  await attention.look();
  expect(told).toContainEqual(['set-aside-not-mailed', undefined]);
  told.length = 0;
  aside = DAY_ASIDE;
  await attention.look();
  await attention.look();
  expect(told).toEqual([['mailed', 3]]);
});
