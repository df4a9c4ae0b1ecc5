import { expect, it, vi } from 'vitest';
import { addressOf, numberFrom, referenceOf, timeOf } from './cli-values.ts';

it('reads a reference as it is typed', () => {
  expect(['bcdf2345', ' BCDF 2345', 'bcdf-2345'].map(referenceOf)).toEqual(Array(3).fill('BCDF-2345'));
});

it('reads dates and ages', () => {
  expect(timeOf('2024-02-29').toISOString()).toBe('2024-02-29T00:00:00.000Z');
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 15) });
  expect(timeOf('2w').toISOString()).toBe('2026-01-01T00:00:00.000Z');
  vi.useRealTimers();
});

it.each(['2026-02-31', '2025-02-29', '2026-13-01', '3000y', '60y', '1969-12-31', '-1d', '7', 'x'])(
  'refuses %s as a time, with a sentence',
  (text) => expect(() => timeOf(text)).toThrow(/^Enter a date since 1970 [^.]+\.$/),
);

it('tells an address from anything else', () => {
  expect(addressOf(' ada@shop.example ')).toBe('ada@shop.example');
  for (const text of ['ada', 'ada@shop', '%', '', '@', 'ada@shop.example, eve@shop.example'])
    expect(() => addressOf(text)).toThrow('Enter an e-mail address');
});

it('reads a number within its limits', () => {
  expect([numberFrom(0)('0'), numberFrom(1, 730)('730')]).toEqual([0, 730]);
  for (const text of ['0', '731', '-1', '1.5', 'all', ''])
    expect(() => numberFrom(1, 730)(text)).toThrow('Enter a whole number from 1 to 730.');
});
