import { createContext, useContext } from 'react';
import type { Changes } from './use-changes.ts';
import type { Drafts } from './use-drafts.ts';
import type { Status } from './use-status.ts';

interface Shared {
  drafts: Drafts;
  changes: Changes;
  status: Status;
}

/** What all parts of the page share. */
export const DeskContext = createContext<Shared | undefined>(undefined);

export function useDesk(): Shared {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('There is no DeskContext around this component.');
  return desk;
}
