import { expect, it } from 'vitest';
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

/** What is left of what was known, once the first page has come again. */
const merged = (known: Row[], first: Row[], kept = nothing, list: ListName = 'new') =>
  references(mergeFirst(list, { rows: known, next: 'X' }, { rows: first, next: null }, kept));

it('the first page once more keeps what it pushes out and what was loaded behind it', () => {
  const known = { rows: [b, c, d], next: 'D' };
  const page = mergeFirst('new', known, { rows: [a, b], next: 'B' }, nothing);
  expect([references(page), page.next]).toEqual(['ABCD', 'D']);
  expect(mergeFirst('new', undefined, { rows: [a, b], next: 'B' }, nothing)).toEqual({
    rows: [a, b],
    next: 'B',
  });
});

it('it lets go what has left the list, except what the owner has in hand', () => {
  expect(merged([a, b, c], [a, c])).toBe('AC');
  expect(merged([a, b, c], [a, c], new Set(['B']))).toBe('ABC');
});

it.each<[list: ListName, changed: Partial<Row>, stays: boolean]>([
  ['new', {}, true],
  ['new', { handling: 'answered' }, false],
  ['answered', { handling: 'answered' }, true],
  ['parked', { delivery: 'parked' }, true],
  ['parked', { delivery: 'waiting' }, false],
  ['spam', { spam: 'by hand' }, true],
  ['spam', {}, false],
  ['all', { handling: 'closed', spam: 'by hand' }, true],
  ['new', { spam: 'by hand' }, false],
  ['parked', { spam: 'by hand', delivery: 'parked' }, false],
])('further down, in the list %s, a row that became %j stays: %s', (list, changed, stays) => {
  const known = { rows: [a, b, { ...c, ...changed }], next: 'C' };
  const again = { rows: [a, b], next: 'B' };
  expect(references(mergeFirst(list, known, again, nothing))).toBe(stays ? 'ABC' : 'AB');
  expect(references(mergeFirst(list, known, again, new Set(['C'])))).toBe('ABC');
});

it('it goes on where it ends itself, if nothing was loaded behind it', () => {
  const known = { rows: [a, b], next: 'B' };
  expect(mergeFirst('new', known, { rows: [a], next: 'A' }, nothing).next).toBe('B');
  expect(mergeFirst('new', known, { rows: [a, b], next: 'B2' }, nothing).next).toBe('B2');
  expect(mergeFirst('new', known, { rows: [a], next: null }, new Set(['B'])).next).toBe(null);
});

it('an older page stands behind what is known, each row once', () => {
  const page = appendPage({ rows: [a, b, c], next: 'C' }, { rows: [c, d], next: null });
  expect([references(page), page.next]).toEqual(['ABCD', null]);
});
