import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { sentenceFor } from '../state/ask.ts';
import { listQuery } from '../state/queries.ts';
import type { Route } from '../state/route.ts';
import { useStatus } from '../state/status.ts';
import { listTitles, several } from '../words.ts';

const ROW = 'row-';
export const rowId = (reference: string) => ROW + reference;
/** The enquiry whose row has the focus. */
export const focusedReference = () => {
  const id = document.activeElement?.id;
  return id?.startsWith(ROW) ? id.slice(ROW.length) : undefined;
};
/** True if there is such a row and it is visible. */
const focusRow = (reference: string | undefined): boolean => {
  const row = reference === undefined ? null : document.getElementById(rowId(reference));
  if (!row?.checkVisibility()) return false;
  row.focus();
  return true;
};

/** One list: its rows so far, the active one, and the way through them. */
export function useList({ list, reference }: Route, words: string, inHand: Set<string>) {
  const { announce, sayError } = useStatus();
  const [chosen, setActive] = useState<string>();
  /** Older rows were asked for: in which list, and how many rows it had. */
  const older = useRef<{ name: string; count: number }>(undefined);
  const name = `${list} ${words}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list starts over
  useEffect(() => {
    inHand.clear();
    older.current = undefined;
    // A row that was focused before its list came stays active.
    setActive(focusedReference());
  }, [name]);

  const query = useInfiniteQuery(listQuery(list, words, inHand));
  const { data: rows = [], error, isPlaceholderData, isFetchingNextPage } = query;
  const hasOlder = query.hasNextPage && !isPlaceholderData;
  const showOlder = () => {
    if (!hasOlder || isFetchingNextPage) return;
    older.current = { name, count: rows.length };
    void query.fetchNextPage().then(({ data: now = [], isFetchNextPageError, error }) => {
      // Refused, or cancelled by a change: what arrives later must not take the focus.
      if (now.length <= rows.length) older.current = undefined;
      if (isFetchNextPageError) sayError(sentenceFor(error));
    });
  };

  // Once they are there, the way goes on with them.
  useEffect(() => {
    const asked = older.current;
    if (asked?.name !== name || rows.length <= asked.count) return;
    older.current = undefined;
    focusRow(rows[asked.count]?.reference);
  }, [rows, name]);

  const has = (wanted: string | undefined) => rows.some((row) => row.reference === wanted);
  const active = [chosen, reference].find(has) ?? rows[0]?.reference;

  /** The row so many steps on; at the end, older ones are asked for. */
  const neighbour = (step: number): string | undefined => {
    const wanted = rows[rows.findIndex((row) => row.reference === active) + step];
    if (!wanted && step > 0) showOlder();
    return wanted?.reference;
  };

  const found = words && query.data && !isPlaceholderData ? rows.length : undefined;
  const tellFound = useEffectEvent(
    () => found !== undefined && announce(`${several(found, 'enquiry')} found in ${listTitles[list]}`),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another number is found
  useEffect(() => void tellFound(), [found, list]);

  return {
    rows,
    words,
    name,
    /** The rows are still those of the last list. */
    isOld: isPlaceholderData,
    isLoading: !query.data && !error,
    /** Only if there is nothing else to show: otherwise the notice above the page says it. */
    problem: query.data || !error ? undefined : sentenceFor(error),
    active,
    setActive,
    hasOlder,
    isFetchingOlder: isFetchingNextPage,
    showOlder,
    neighbour,
    focusRow,
    focusActive: () => focusRow(active),
  };
}

export type List = ReturnType<typeof useList>;
