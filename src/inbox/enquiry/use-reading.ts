import { useEffect, useRef } from 'react';
import type { Whole } from '../../lib/inbox.ts';
import { keepRow } from '../state/kept.ts';
import { goToPlace, goToWanted, places } from '../state/places.ts';
import { hasMoved } from '../state/route.ts';

/** What opening an enquiry brings with it: it is read, it stays in its list, and the focus is on its heading. */
export function useReading(whole: Whole | undefined, markAsRead: (reference: string) => void) {
  const reference = whole?.reference;
  const isUnread = whole?.handling === 'new' && whole.spam === null;
  // Once: where the server refuses, it would be tried for ever.
  const isMarked = useRef(false);
  useEffect(() => {
    if (reference === undefined) return;
    keepRow(reference);
    if (isUnread && !isMarked.current) {
      isMarked.current = true;
      markAsRead(reference);
    }
  }, [reference, isUnread, markAsRead]);

  const isOpened = useRef(false);
  useEffect(() => {
    if (!whole) return;
    const toHeading = () => goToPlace(places.who);
    if (isOpened.current) {
      // The button that was pressed may be gone.
      if (document.activeElement === document.body) toHeading();
      return;
    }
    isOpened.current = true;
    // A page that is opened with it begins at its top.
    goToWanted(whole.reference, () => hasMoved() && toHeading());
  }, [whole]);
}
