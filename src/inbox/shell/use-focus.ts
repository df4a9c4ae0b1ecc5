import { useEffect, useRef } from 'react';
import type { List } from '../list/use-list.ts';
import { goToWanted } from '../state/places.ts';
import type { Route } from '../state/route.ts';

/** Back in the list, the owner is where they left it. (Into an enquiry the focus goes once that is there.) */
export function useFocus(route: Route, list: List) {
  const last = useRef(route);
  useEffect(() => {
    const before = last.current;
    last.current = route;
    if (route.view !== 'list' || before === route) return;
    goToWanted(undefined, () => {
      // Whoever left by another way has the focus elsewhere already.
      if (before.view === 'list' || document.activeElement !== document.body) return;
      if (!list.focusRow(before.reference)) list.focusActive();
    });
  }, [route, list]);
}
