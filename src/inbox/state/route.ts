import { useEffect, useLayoutEffect, useState } from 'react';
import { type ListName, listNames } from '../../lib/inbox.ts';

/** Ids of elements that keys click or focus. */
export type Place = 'search' | 'who' | 'reading' | 'reply' | 'note' | 'undo';

export interface Route {
  hash: string;
  view: 'list' | 'figures' | 'enquiry';
  /** The list beside the enquiry or the figures, or the one to go back to. */
  list: ListName;
  reference: string | undefined;
  /** What gets the focus once the page is rendered. */
  place: Place | undefined;
  /** The scroll position to which a phone goes back in the list. */
  listTop: number;
  /** The page was opened at this address. */
  isFirst: boolean;
}

export const listHref = (list: ListName) => `#/${list}`;
export const enquiryHref = (reference: string) => `#/${encodeURIComponent(reference)}`;
export const figuresHref = '#/figures';

/** The current place, read from the address bar, and a function that goes elsewhere. */
export function useRoute(): [Route, go: (href: string, place?: Place) => void] {
  const [route, setRoute] = useState(() => routeOf(location.hash));
  const { view, list, listTop } = route;

  useEffect(() => {
    const follow = () => setRoute((before) => routeOf(location.hash, before));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top
  useLayoutEffect(() => {
    scrollTo(0, view === 'list' ? listTop : 0);
  }, [view, list]);

  return [
    route,
    (href, place) => {
      setRoute((before) => routeOf(href, before, place));
      // From one enquiry to the next: Back leads to the list, not through all of them.
      if (view === 'enquiry' && routeOf(href).view === 'enquiry') location.replace(href);
      else location.assign(href);
    },
  ];
}

/** The address of an enquiry does not name a list: the last list stays current. */
function routeOf(hash: string, before?: Route, place?: Place): Route {
  if (hash === before?.hash) return place ? { ...before, place } : before;
  const name = /^#\/(.+)$/.exec(hash)?.[1];
  const list = listNames.find((list) => list === name) ?? before?.list ?? 'new';
  const view = name === undefined || name === list ? 'list' : name === 'figures' ? name : 'enquiry';
  return {
    hash,
    view,
    list,
    reference: view === 'enquiry' && name ? decoded(name) : undefined,
    place,
    listTop: list !== before?.list ? 0 : before.view === 'list' ? scrollY : before.listTop,
    isFirst: before === undefined,
  };
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Clicks or focuses the element. False if it is missing or hidden. */
export function goToPlace(place: Place): boolean {
  const element = document.getElementById(place);
  if (!element?.checkVisibility()) return false;
  if (place === 'reply' || place === 'undo') element.click();
  else element.focus({ preventScroll: place === 'reading' || place === 'who' });
  return true;
}
