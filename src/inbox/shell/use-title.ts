import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Overview } from '../../lib/inbox.ts';
import { enquiryQuery } from '../state/queries.ts';
import type { Route } from '../state/route.ts';
import { counted, listTitles, nameOf } from '../words.ts';

/** The title of the tab: how many are new, and where one is. */
export function useTitle(route: Route, overview: Overview | undefined) {
  const { view, list, reference = '' } = route;
  const { data: whole } = useQuery({ ...enquiryQuery(reference), enabled: view === 'enquiry' });
  const place = { list: listTitles[list], figures: 'Figures', enquiry: whole ? nameOf(whole) : reference }[
    view
  ];
  const count = overview?.counts.new ?? 0;
  const firm = overview?.firm;
  useEffect(() => {
    document.title = `${count > 0 ? `(${counted(count)}) ` : ''}${[place, 'Inbox', firm].filter(Boolean).join(' · ')}`;
  }, [place, firm, count]);
}
