import { createContext, useContext } from 'react';
import type { Begun } from './use-begun.ts';
import type { Changes } from './use-changes.ts';
import type { Status } from './use-status.ts';

interface Desk {
  begun: Begun;
  changes: Changes;
  status: Status;
}

/** What all parts of the page share. */
export const DeskContext = createContext<Desk | undefined>(undefined);

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('There is no DeskContext around this component.');
  return desk;
}
