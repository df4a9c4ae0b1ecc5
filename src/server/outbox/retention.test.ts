import { beforeEach, expect, it } from 'vitest';
import { incoming, onEachEngine, referenceOf } from '../../../tests/support/engines.ts';
import { kept } from '../../lib/kept.ts';
import { dayOf } from '../db/visits.ts';
import { purge } from './retention.ts';

const DAY = 24 * 60 * 60_000;
const TWO_YEARS = 730;

// What has expired is found by the store, which is asked on both engines.
onEachEngine(
  (engine) => {
    let questions: unknown[];
    beforeEach(() => {
      questions = [];
    });

    let messages = 0;
    const add = async (count = 1) => {
      for (let i = 0; i < count; i++) {
        const reference = referenceOf(await engine.store.add(incoming({ message: `Message ${++messages}` })));
        await engine.store.settle({ reference, kind: 'mail', recipient: '', tries: 0 }, { state: 'sent' });
      }
    };
    const view = () =>
      engine.store.visits.add([{ day: dayOf(engine.now), path: '/', referrer: '', views: 1 }]);
    const purgeAfter = (days: number) =>
      purge(
        engine.store,
        days,
        (event, details) => event === 'purge-asks-first' && questions.push(details?.sentence),
        () => engine.now,
      );
    const left = async () => [
      await engine.store.count(),
      (await engine.store.visits.between(0, 100_000)).days.length,
    ];

    it('deletes nothing of 20 days when the clock is two years ahead, and says what to do', async () => {
      await add(40);
      for (let i = 0; i < 20; i++) {
        await view();
        engine.now += DAY;
      }
      const repeated = incoming({ message: 'Sent twice' }, { key: 'k' });
      const first = referenceOf(await engine.store.add(repeated));
      engine.now += TWO_YEARS * DAY;
      await purgeAfter(TWO_YEARS);
      expect(questions).toEqual([
        expect.stringMatching(/^40 enquiries .* purge --older-than 730d$/),
        expect.stringMatching(/page views of 20 days .* purge --visits$/),
      ]);
      expect(await left()).toEqual([41, 20]);
      expect(await engine.store.add(repeated)).toEqual({ reference: first, isNew: false });

      // What comes in by the wrong clock does not make it right.
      await add();
      await view();
      engine.now += DAY;
      await purgeAfter(TWO_YEARS);
      expect(await left()).toEqual([42, 21]);
      expect(questions).toHaveLength(4);
    });

    it('goes on by itself where little has come, and lets one go at a time', async () => {
      for (let day = 0; day < 60; day++) {
        if (day === 0 || day === 12 || day === 25) await add();
        await purgeAfter(30);
        engine.now += DAY;
      }
      expect([await engine.store.count(), questions]).toEqual([0, []]);
    });

    it.each([1, 7])('deletes as much every day as came a day, where %i are kept', async (days) => {
      for (let day = 0; day < days + 3; day++) {
        await add(3);
        await purgeAfter(days);
        engine.now += DAY;
      }
      expect([await engine.store.count(), questions]).toEqual([3 * (days + 1), []]);
    });

    it('asks where nothing was stored or deleted for more than a week', async () => {
      await add(2);
      engine.now += 10 * DAY;
      await add(30);
      engine.now += 21 * DAY;
      await purgeAfter(30);
      expect(questions).toEqual([expect.stringContaining('nothing in the store is newer than a week')]);
      expect(await engine.store.count()).toBe(32);
      await add();
      await purgeAfter(30);
      expect(await engine.store.count()).toBe(31);
    });

    it('asks before it deletes more than a tenth at once', async () => {
      await add(5);
      engine.now += 10 * DAY;
      await add(30);
      engine.now += 21 * DAY;
      await add(5);
      await purgeAfter(30);
      expect(questions).toEqual([expect.stringContaining('5 enquiries')]);
      expect(await engine.store.count()).toBe(40);
      await add(10);
      await purgeAfter(30);
      expect(await engine.store.count()).toBe(45);
    });

    it('deletes the views of one day after the other', async () => {
      for (let i = 0; i < 3; i++) {
        await view();
        engine.now += DAY;
      }
      engine.now += (kept.countDays - 4) * DAY;
      await add();
      for (const days of [3, 2, 1, 0]) {
        engine.now += DAY;
        await purgeAfter(TWO_YEARS);
        expect(await left()).toEqual([1, days]);
      }
      expect(questions).toEqual([]);
    });
  },
  ['SQLite'],
);
