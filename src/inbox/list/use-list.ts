import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { sentenceFor } from '../state/ask.ts';
import { listQuery } from '../state/queries.ts';
import type { Route } from '../state/route.ts';
import type { Status } from '../state/use-status.ts';
import { listTitles, several } from '../words.ts';

/** The enquiry whose row has the focus. A row has its reference as its id. */
export const focusedReference = () =>
  document.activeElement?.matches('.row') ? document.activeElement.id : undefined;

/** Focuses a row. False if it is missing or hidden. */
const focusRow = (reference: string | undefined): boolean => {
  const row = reference === undefined ? null : document.getElementById(reference);
  if (!row?.checkVisibility()) return false;
  row.focus();
  return true;
};

/** One list: its loaded rows, the active one, and moving through them. */
export function useList(
  { list, reference }: Route,
  words: string,
  inHand: Set<string>,
  { announce, sayError }: Status,
) {
  const [chosen, setActive] = useState<string>();
  /** The first of the older rows that were asked for. */
  const [older, setOlder] = useState<string>();
  const name = `${list} ${words}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list starts over
  useEffect(() => {
    inHand.clear();
    setOlder(undefined);
    // A row that was focused before its list came stays active.
    setActive(focusedReference());
  }, [name]);

  const query = useInfiniteQuery(listQuery(list, words, inHand));
  const { data: rows = [], error, isPlaceholderData, isFetchingNextPage } = query;
  const has = (wanted: string | undefined) => rows.some((row) => row.reference === wanted);
  const hasOlder = query.hasNextPage && !isPlaceholderData;
  const showOlder = async () => {
    if (!hasOlder || isFetchingNextPage) return;
    const { data: now = [], isFetchNextPageError, error } = await query.fetchNextPage();
    if (isFetchNextPageError) sayError(sentenceFor(error));
    // Undefined if refused, or cancelled by a change: rows that arrive later must not take the focus.
    setOlder(now[rows.length]?.reference);
  };
  // The focus moves on to them once they are rendered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: has() depends on the rows alone
  useEffect(() => {
    if (!has(older)) return;
    setOlder(undefined);
    focusRow(older);
  }, [rows, older]);

  const active = [chosen, reference].find(has) ?? rows[0]?.reference;
  /** The row that many steps on. After the last one, older rows are loaded. */
  const neighbour = (step: number): string | undefined => {
    const wanted = rows[rows.findIndex((row) => row.reference === active) + step];
    if (!wanted && step > 0) void showOlder();
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
    /** Only if there are no rows to show: otherwise the notice above the page says it. */
    problem: query.data || !error ? undefined : sentenceFor(error),
    active,
    setActive,
    hasOlder,
    isFetchingOlder: isFetchingNextPage,
    showOlder: () => void showOlder(),
    neighbour,
    focusRow,
    focusActive: () => focusRow(active),
  };
}

export type List = ReturnType<typeof useList>;
