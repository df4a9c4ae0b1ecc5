import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ListName, ListPage } from '../../lib/inbox.ts';
import { ask, sentenceFor } from '../state/ask.ts';
import { letRowsGo } from '../state/kept.ts';
import { appendPage } from '../state/merge-page.ts';
import { listPath, listQuery } from '../state/queries.ts';
import type { Route } from '../state/route.ts';
import { announce, sayError } from '../state/status.ts';
import { listTitles, several } from '../words.ts';

const ROW = 'row-';
export const rowId = (reference: string) => ROW + reference;
/** The enquiry whose row has the focus. */
export const focusedReference = () => {
  const id = document.activeElement?.id;
  return id?.startsWith(ROW) ? id.slice(ROW.length) : undefined;
};
/** True when there is such a row, and it is seen. */
const focusRow = (reference: string | undefined): boolean => {
  const row = reference === undefined ? null : document.getElementById(rowId(reference));
  if (!row?.checkVisibility()) return false;
  row.focus();
  return true;
};

const nameOfList = (list: ListName, words: string) => `${list} ${words}`;

interface Older {
  list: ListName;
  words: string;
  after: string;
}

/** One list: its rows so far, the one that the owner is on, and the way through them. */
export function useList({ list, reference }: Route, words: string) {
  const client = useQueryClient();
  const name = nameOfList(list, words);
  /** The first of the older rows that came, and in which list. */
  const goesOn = useRef<{ name: string; reference: string | undefined }>(undefined);
  const [chosen, setActive] = useState<string>();
  // Before the list is asked for: what was in hand in the last one has no place in this.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what makes it another list
  useEffect(() => {
    letRowsGo();
    goesOn.current = undefined;
    // Whoever went to a row before its list came stays on it.
    setActive(focusedReference());
  }, [list, words]);

  const { data, error, isPlaceholderData } = useQuery(listQuery(list, words));
  const rows = data?.rows ?? [];
  const older = useMutation({
    // Which list it is for travels with it: another one may be shown by the time it comes.
    mutationFn: ({ list, words, after }: Older) => ask<ListPage>(listPath(list, words, after)),
    onSuccess: (page, { list, words }) => {
      goesOn.current = { name: nameOfList(list, words), reference: page.rows[0]?.reference };
      client.setQueryData<ListPage>(listQuery(list, words).queryKey, (known) => appendPage(known, page));
    },
    onError: (problem) => sayError(sentenceFor(problem)),
  });
  const next = isPlaceholderData ? null : (data?.next ?? null);
  const showOlder = () => {
    if (next === null || older.isPending) return;
    older.mutate({ list, words, after: next });
  };

  const has = (wanted: string | undefined) => rows.some((row) => row.reference === wanted);
  const active = [chosen, reference].find(has) ?? rows[0]?.reference;

  // Older rows that were asked for: once they are there, the way goes on with them.
  useEffect(() => {
    const first = goesOn.current;
    if (first?.name !== name || !rows.some(({ reference }) => reference === first.reference)) return;
    goesOn.current = undefined;
    focusRow(first.reference);
  }, [rows, name]);

  /** The row so many steps on; at the end, older ones are asked for. */
  const neighbour = (step: number): string | undefined => {
    const at = rows.findIndex((row) => row.reference === active);
    const wanted = rows[at + step];
    if (!wanted && step > 0) showOlder();
    return wanted?.reference;
  };

  const found = words && data && !isPlaceholderData ? rows.length : undefined;
  useEffect(() => {
    if (found !== undefined) announce(`${several(found, 'enquiry')} found in ${listTitles[list]}`);
  }, [found, list]);

  return {
    /** Until the rows of this list are there, those of the last one are shown. */
    rows,
    words,
    name,
    isLoading: !data && !error,
    /** Only where there is nothing else to show: otherwise the whole page says so. */
    problem: data || !error ? undefined : sentenceFor(error),
    active,
    setActive,
    hasOlder: next !== null,
    isFetchingOlder: older.isPending,
    showOlder,
    neighbour,
    focusRow,
    focusActive: () => focusRow(active),
  };
}

export type List = ReturnType<typeof useList>;
