import { keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query';
import {
  type Erasure,
  type Figures,
  inboxPaths,
  type ListName,
  type ListPage,
  type Overview,
  type Whole,
} from '../../lib/inbox.ts';
import { ask } from './ask.ts';
import { keptRows } from './kept.ts';
import { mergeFirst } from './merge-page.ts';

/** How soon something new is seen. */
const POLL = 4000;
/** What changes more slowly. */
const SLOW_POLL = 15_000;

export const createClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // Everything is on this machine: it answers at once or not at all, also when the machine is offline.
        networkMode: 'always',
        retry: false,
        refetchIntervalInBackground: true,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: () => ask<Overview>(inboxPaths.overview),
  refetchInterval: POLL,
});

export const figuresQuery = queryOptions({
  queryKey: ['figures'],
  queryFn: () => ask<Figures>(inboxPaths.figures),
  refetchInterval: SLOW_POLL,
});

/** Everything of a list that was loaded so far. Only its first page is asked for again. */
export const listQuery = (list: ListName, search: string) =>
  queryOptions({
    queryKey: ['list', list, search] as const,
    queryFn: async ({ client, queryKey }): Promise<ListPage> => {
      const page = await ask<ListPage>(listPath(list, search));
      return mergeFirst(list, client.getQueryData<ListPage>(queryKey), page, keptRows);
    },
    refetchInterval: POLL,
    placeholderData: keepPreviousData,
  });

/** Forgotten as soon as it is left: it is fetched in no time, and what was erased must not linger. */
export const enquiryQuery = (reference: string) =>
  queryOptions({
    queryKey: ['enquiry', reference] as const,
    queryFn: () => ask<Whole>(inboxPaths.enquiry(reference)),
    refetchInterval: SLOW_POLL,
    gcTime: 0,
  });

/** Nothing that is kept: what is about to be erased is counted at that moment. */
export const erasureQuery = (email: string) =>
  queryOptions({
    queryKey: ['erasure', email] as const,
    queryFn: () => ask<Erasure>(`${inboxPaths.erasure}?${new URLSearchParams({ email })}`),
    gcTime: 0,
    staleTime: 0,
  });

export const listPath = (list: ListName, search: string, after?: string) =>
  `${inboxPaths.enquiries}?${query({ list, search, after })}`;

export const exportPath = (format: 'csv' | 'json', list: ListName, search: string) =>
  `${inboxPaths.export}?${query({ format, list, search })}`;

const query = (values: Record<string, string | undefined>) =>
  new URLSearchParams(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])));
