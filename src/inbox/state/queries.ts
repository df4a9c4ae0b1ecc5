import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import {
  type Erasure,
  type Figures,
  inboxPaths,
  type ListName,
  type ListPage,
  type Overview,
  type Row,
  type Whole,
} from '../../lib/inbox.ts';
import { ask, Refused } from './ask.ts';

const POLL_MS = 4000;
const SLOW_POLL_MS = 15_000;

export function createClient(onSessionEnd: () => void) {
  const onError = (error: Error) => error instanceof Refused && error.status === 401 && onSessionEnd();
  // The server is on this machine and answers at once or not at all, also while the machine is offline.
  const here = { networkMode: 'always', retry: false } as const;
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: { queries: { ...here, refetchIntervalInBackground: true }, mutations: here },
  });
}

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: () => ask<Overview>(inboxPaths.overview),
  refetchInterval: POLL_MS,
});

export const figuresQuery = queryOptions({
  queryKey: ['figures'],
  queryFn: () => ask<Figures>(inboxPaths.figures),
  refetchInterval: SLOW_POLL_MS,
});

/** The loaded pages of a list. Rows in hand stay in it after they have left the list on the server. */
export const listQuery = (list: ListName, search: string, inHand: ReadonlySet<string>) =>
  infiniteQueryOptions({
    queryKey: ['list', list, search] as const,
    queryFn: async ({ client, queryKey, pageParam }): Promise<ListPage> => {
      const page = await ask<ListPage>(listPath(list, search, pageParam));
      const known = client.getQueryData<InfiniteData<ListPage>>(queryKey);
      if (pageParam || !known) return page;
      const stay = rowsOf(known).filter(({ reference }) => inHand.has(reference));
      return { ...page, rows: [...stay, ...page.rows] };
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: rowsOf,
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });

/** Removed from the cache as soon as it is left, so that nothing erased remains. */
export const enquiryQuery = (reference: string) =>
  queryOptions({
    queryKey: ['enquiry', reference] as const,
    queryFn: () => ask<Whole>(inboxPaths.enquiry(reference)),
    refetchInterval: SLOW_POLL_MS,
    gcTime: 0,
  });

/** Never cached: the owner confirms what is there at that moment. */
export const erasureQuery = (email: string) =>
  queryOptions({
    queryKey: ['erasure', email] as const,
    queryFn: () => ask<Erasure>(`${inboxPaths.erasure}?${new URLSearchParams({ email })}`),
    gcTime: 0,
    staleTime: 0,
  });

export const exportPath = (format: 'csv' | 'json', list: ListName, search: string) =>
  `${inboxPaths.export}?${query({ format, list, search })}`;

const listPath = (list: ListName, search: string, after: string) =>
  `${inboxPaths.enquiries}?${query({ list, search, after })}`;

const query = (values: Record<string, string>) =>
  new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''));

/** Of two rows of one enquiry the last one counts: it is the newer answer. */
function rowsOf({ pages }: InfiniteData<ListPage>): Row[] {
  const rows = pages.flatMap((page) => page.rows).map((row) => [row.reference, row] as const);
  return [...new Map(rows).values()].sort(newestFirst);
}

/** As the server sorts them. ISO times sort like words. */
const newestFirst = (a: Row, b: Row) =>
  compare(b.receivedAt, a.receivedAt) || compare(a.reference, b.reference);
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The enquiry if it is loaded, otherwise its row in any list. */
export const knownEnquiry = (client: QueryClient, reference: string): Row | undefined =>
  client.getQueryData(enquiryQuery(reference).queryKey) ??
  client
    .getQueriesData<InfiniteData<ListPage>>({ queryKey: ['list'] })
    .flatMap(([, data]) => data?.pages ?? [])
    .flatMap(({ rows }) => rows)
    .find((row) => row.reference === reference);

/** Updates an enquiry wherever it is cached. */
export function patchEnquiry(client: QueryClient, reference: string, patch: Partial<Row>) {
  const patched = (row: Row) => (row.reference === reference ? { ...row, ...patch } : row);
  client.setQueriesData<InfiniteData<ListPage>>(
    { queryKey: ['list'] },
    (data) =>
      data && { ...data, pages: data.pages.map((page) => ({ ...page, rows: page.rows.map(patched) })) },
  );
  client.setQueryData(enquiryQuery(reference).queryKey, (whole) => whole && { ...whole, ...patch });
}

/** Mutations of one scope run one after the other. */
export const SERIAL = { mutationKey: ['change'], scope: { id: 'change' } } as const;

/** True also within the callbacks of that change. */
export const isLastChange = (client: QueryClient) =>
  client.isMutating({ mutationKey: SERIAL.mutationKey }) <= 1;
