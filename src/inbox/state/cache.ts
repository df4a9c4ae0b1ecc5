import type { QueryClient } from '@tanstack/react-query';
import type { ListPage, Row, Whole } from '../../lib/inbox.ts';

/** Changes what is known of an enquiry, wherever it is shown. */
export function patchEnquiry(client: QueryClient, reference: string, patch: Partial<Row>) {
  client.setQueriesData<ListPage>({ queryKey: ['list'] }, (page) =>
    page?.rows.some((row) => row.reference === reference)
      ? { ...page, rows: page.rows.map((row) => (row.reference === reference ? { ...row, ...patch } : row)) }
      : page,
  );
  client.setQueryData<Whole>(['enquiry', reference], (whole) => whole && { ...whole, ...patch });
}

/** Changes reach the server one by one, in the order in which they were made: the last one counts. */
export const asChange = { mutationKey: ['change'], scope: { id: 'change' } } as const;
const isLastChange = (client: QueryClient) => client.isMutating({ mutationKey: asChange.mutationKey }) <= 1;

/** The server's word on it. */
export function storeWhole(client: QueryClient, whole: Whole) {
  // With another change on its way, this one's answer is from before it.
  if (!isLastChange(client)) return;
  patchEnquiry(client, whole.reference, rowOf(whole));
  client.setQueryData(['enquiry', whole.reference], whole);
}

/** After a change; of several, after the last one. Nothing waits for it, least of all the next change. */
export function readAgain(client: QueryClient) {
  if (!isLastChange(client)) return;
  for (const key of ['overview', 'list', 'figures', 'enquiry'])
    void client.invalidateQueries({ queryKey: [key] });
}

/** What any list knows of it: enough to show who wrote before the rest is there. */
export const knownRow = (client: QueryClient, reference: string): Row | undefined =>
  client
    .getQueriesData<ListPage>({ queryKey: ['list'] })
    .flatMap(([, page]) => page?.rows ?? [])
    .find((row) => row.reference === reference);

export const knownEnquiry = (client: QueryClient, reference: string): Row | undefined =>
  client.getQueryData<Whole>(['enquiry', reference]) ?? knownRow(client, reference);

/** Takes erased enquiries out of everything at once; the one that is open goes with its page. */
export function dropEnquiries(client: QueryClient, references: ReadonlySet<string>) {
  client.setQueriesData<ListPage>(
    { queryKey: ['list'] },
    (page) => page && { ...page, rows: page.rows.filter(({ reference }) => !references.has(reference)) },
  );
  for (const reference of references)
    client.removeQueries({ queryKey: ['enquiry', reference], type: 'inactive' });
}

function rowOf({ fields, message, history, noteList, reply, ...row }: Whole): Row {
  return row;
}
