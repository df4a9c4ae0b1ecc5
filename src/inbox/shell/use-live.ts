import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { listQuery } from '../state/queries.ts';
import { announce } from '../state/status.ts';
import { nameOf, several } from '../words.ts';

/** Tells what arrives to those who do not see the list grow. */
export function useLive() {
  // The list of new ones is asked for whichever is shown: only it knows who wrote.
  const { data } = useQuery(listQuery('new', ''));
  const newest = useRef<string>(undefined);
  useEffect(() => {
    if (!data) return;
    const known = newest.current;
    newest.current = [known ?? '', ...data.rows.map(({ receivedAt }) => receivedAt)].sort().at(-1);
    if (known === undefined) return;
    const arrived = data.rows.filter(({ receivedAt }) => receivedAt > known);
    const [first] = arrived;
    if (!first) return;
    const others = arrived.length > 1 ? ` and ${several(arrived.length - 1, 'other')}` : '';
    announce(`${several(arrived.length, 'new enquiry')} from ${nameOf(first)}${others}`);
  }, [data]);
}
