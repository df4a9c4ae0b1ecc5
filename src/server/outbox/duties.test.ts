import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { incoming, onEachEngine, referenceOf } from '../../../tests/support/engines.ts';
import { retention } from '../../lib/retention.ts';
import type { EnquiryStore } from '../db/store.ts';
import { DAY_MS, dayOf } from '../db/visits.ts';
import { Failed } from '../failures.ts';
import { purge, startDuties } from './duties.ts';

const TWO_YEARS = 730;

// What has expired is found by the store, which is asked on both engines.
describe('what is older than it may be kept', () => {
  onEachEngine(
    (engine) => {
      let messages = 0;
      const add = async (count: number) => {
        for (let i = 0; i < count; i++) {
          const added = await engine.store.add(incoming({ message: `Message ${++messages}` }));
          const claimed = { reference: referenceOf(added), kind: 'mail', recipient: '', tries: 0 } as const;
          await engine.store.settle(claimed, { state: 'sent' });
        }
      };
      const view = () =>
        engine.store.visits.add([{ day: dayOf(engine.now), path: '/', referrer: '', views: 1 }]);
      const sentences: unknown[] = [];
      const purgeAfter = (days: number) =>
        purge(engine.store, days, (_, details) => details?.sentence && sentences.push(details.sentence));
      const left = async () => [
        await engine.store.count(),
        (await engine.store.visits.between(0, 100_000)).days.length,
      ];

      it('stays where the clock is two years ahead, whatever comes in by that clock; the owner is asked', async () => {
        await add(40);
        for (let day = 0; day < 20; day++) {
          await view();
          engine.now += DAY_MS;
        }
        engine.now += TWO_YEARS * DAY_MS;
        await purgeAfter(TWO_YEARS);
        await add(1);
        await view();
        engine.now += DAY_MS;
        await purgeAfter(TWO_YEARS);
        expect(await left()).toEqual([41, 21]);
        const command = / purge --older-than 730d$/;
        expect(sentences.splice(0)).toEqual(Array(2).fill(expect.stringMatching(command)));
      });

      it.each([1, 30])('goes every day, where %i are kept', async (days) => {
        for (let day = 0; day < days + 3; day++) {
          await add(3);
          await purgeAfter(days);
          engine.now += DAY_MS;
        }
        expect([await engine.store.count(), sentences]).toEqual([3 * (days + 1), []]);
      });

      it('goes one day of page views after the other', async () => {
        for (let day = 0; day < 3; day++) {
          await view();
          engine.now += DAY_MS;
        }
        engine.now += (retention.countDays - 4) * DAY_MS;
        for (const days of [3, 2, 1, 0]) {
          engine.now += DAY_MS;
          await purgeAfter(TWO_YEARS);
          expect(await left()).toEqual([0, days]);
        }
        expect(sentences).toEqual([]);
      });
    },
    ['SQLite'],
  );
});

it('does each duty every hour, whatever becomes of the others, and says at the start only what failed', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const setAside = { count: 3, since: new Date(0) };
  const releaseSetAside = vi.fn();
  const mailSetAside = vi
    .fn()
    .mockResolvedValue(undefined)
    .mockRejectedValueOnce(new Failed('no', { reason: '550' }));
  const log = vi.fn();
  const error = new Error('gone');
  const store: Partial<EnquiryStore> = {
    expired: () => Promise.reject(error),
    claimSetAside: async () => setAside,
    releaseSetAside,
    standing: async () => ({ parked: 2, waiting: 0, waitingSince: undefined }),
  };
  const settings = { retentionDays: TWO_YEARS, mail: undefined, acknowledges: false, webhook: undefined };
  onTestFinished(startDuties(settings, store as EnquiryStore, mailSetAside, log));
  await vi.advanceTimersByTimeAsync(0);
  expect(log.mock.calls.splice(0)).toEqual([
    ['enquiries-not-purged', { error }],
    ['set-aside-not-mailed', { reason: '550' }],
  ]);
  expect(releaseSetAside).toHaveBeenCalledExactlyOnceWith(setAside);
  await vi.advanceTimersByTimeAsync(60 * 60 * 1000);
  expect(log.mock.calls).toEqual([
    ['enquiries-not-purged', { error }],
    ['needs-attention', { sentence: expect.stringContaining('2 deliveries have been refused') }],
  ]);
  expect(mailSetAside).toHaveBeenLastCalledWith(setAside);
  expect(releaseSetAside).toHaveBeenCalledOnce();
});
