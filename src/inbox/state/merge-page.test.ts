import { describe, expect, it } from 'vitest';
import type { ListName, ListPage, Row } from '../../lib/inbox.ts';
import { appendPage, mergeFirst } from './merge-page.ts';

const row = (reference: string, minute: number): Row => ({
  reference,
  receivedAt: `2026-11-16T10:${String(minute).padStart(2, '0')}:00.000Z`,
  name: '',
  email: 'a@b.example',
  company: '',
  excerpt: '',
  handling: 'new',
  spam: null,
  doubt: null,
  delivery: 'sent',
  notes: 0,
  isLate: false,
});
const [a, b, c, d] = [row('A', 9), row('B', 8), row('C', 7), row('D', 6)];
const references = ({ rows }: ListPage) => rows.map(({ reference }) => reference).join('');
const nothing = new Set<string>();

describe('the first page once more', () => {
  it('stands alone where nothing was known', () =>
    expect(mergeFirst('new', undefined, { rows: [a, b], next: 'B' }, nothing)).toEqual({
      rows: [a, b],
      next: 'B',
    }));

  it('keeps what it pushes out and what was loaded behind it', () => {
    const known = { rows: [b, c, d], next: 'D' };
    const merged = mergeFirst('new', known, { rows: [a, b], next: 'B' }, nothing);
    expect(references(merged)).toBe('ABCD');
    expect(merged.next).toBe('D');
  });

  it('lets go what has left the list, except what the owner has in hand', () => {
    const known = { rows: [a, b, c], next: null };
    expect(references(mergeFirst('new', known, { rows: [a, c], next: null }, nothing))).toBe('AC');
    expect(references(mergeFirst('new', known, { rows: [a, c], next: null }, new Set(['B'])))).toBe('ABC');
  });

  it('lets go further down what is known to have left the list', () => {
    const rest = (list: ListName, changed: Partial<Row>, kept = nothing) =>
      references(
        mergeFirst(
          list,
          { rows: [a, b, { ...c, ...changed }], next: 'C' },
          { rows: [a, b], next: 'B' },
          kept,
        ),
      ).slice(2);
    expect(rest('new', {})).toBe('C');
    expect(rest('new', { handling: 'answered' })).toBe('');
    expect(rest('new', { handling: 'answered' }, new Set(['C']))).toBe('C');
    expect(rest('answered', { handling: 'answered' })).toBe('C');
    expect(rest('parked', { delivery: 'parked' })).toBe('C');
    expect(rest('parked', { delivery: 'waiting' })).toBe('');
    expect(rest('spam', { spam: 'by hand' })).toBe('C');
    expect(rest('spam', {})).toBe('');
    expect(rest('all', { handling: 'closed' })).toBe('C');
    expect(rest('all', { spam: 'by hand' })).toBe('C');
    for (const list of ['new', 'parked'] as const)
      expect(rest(list, { spam: 'by hand', delivery: 'parked' }), list).toBe('');
  });

  it('goes on where it ends itself, if nothing was loaded behind it', () => {
    const known = { rows: [a, b], next: 'B' };
    expect(mergeFirst('new', known, { rows: [a], next: 'A' }, nothing).next).toBe('B');
    expect(mergeFirst('new', known, { rows: [a, b], next: 'B2' }, nothing).next).toBe('B2');
    expect(mergeFirst('new', known, { rows: [a], next: null }, new Set(['B'])).next).toBe(null);
  });
});

it('an older page stands behind what is known, each row once', () => {
  const merged = appendPage({ rows: [a, b, c], next: 'C' }, { rows: [c, d], next: null });
  expect(references(merged)).toBe('ABCD');
  expect(merged.next).toBe(null);
});
