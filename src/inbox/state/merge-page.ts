import type { ListName, ListPage, Row } from '../../lib/inbox.ts';

/**
 * The first page once more, in front of what was loaded before. What it pushes out is still there, only further down.
 * What has left the list goes, further down as far as that is known here, except what the owner has just had in hand:
 * it would vanish under their eyes.
 */
export function mergeFirst(
  list: ListName,
  known: ListPage | undefined,
  page: ListPage,
  kept: ReadonlySet<string>,
): ListPage {
  const last = page.rows.at(-1);
  const there = new Set(page.rows.map(({ reference }) => reference));
  const isFurtherDown = (row: Row) => page.next !== null && last !== undefined && inOrder(last, row) < 0;
  const rest = (known?.rows ?? []).filter(
    (row) =>
      !there.has(row.reference) && ((isFurtherDown(row) && belongsTo(list, row)) || kept.has(row.reference)),
  );
  return {
    rows: rest.length === 0 ? page.rows : [...page.rows, ...rest].sort(inOrder),
    next: known && rest.some(isFurtherDown) ? known.next : page.next,
  };
}

/** An older page, behind what is known. */
export function appendPage(known: ListPage | undefined, page: ListPage): ListPage {
  const there = new Set(page.rows.map(({ reference }) => reference));
  const before = (known?.rows ?? []).filter(({ reference }) => !there.has(reference));
  return { rows: [...before, ...page.rows].sort(inOrder), next: page.next };
}

/** As the server has it: spam stands in its own list, and in the one of everything. */
function belongsTo(list: ListName, { handling, spam, delivery }: Row): boolean {
  if (list === 'all') return true;
  if (list === 'spam' || spam !== null) return list === 'spam' && spam !== null;
  if (list === 'parked') return delivery === 'parked';
  return handling === list;
}

/** The newest first, as the server has them. ISO times sort like words. */
const inOrder = (a: Row, b: Row) => compare(b.receivedAt, a.receivedAt) || compare(a.reference, b.reference);
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
