import { type ListName, listNames } from '../../lib/inbox.ts';
import { createStore, useStore } from './store.ts';

export interface Route {
  view: 'list' | 'figures' | 'enquiry';
  /** Which list stands beside or behind it. */
  list: ListName;
  reference?: string | undefined;
}

export const listHref = (list: ListName) => `#/${list}`;
export const enquiryHref = (reference: string) => `#/${encodeURIComponent(reference)}`;
export const figuresHref = '#/figures';

const routeStore = createStore<Route>(routeOf(location.hash, 'new'));
export const useRoute = () => useStore(routeStore);
export const currentRoute = routeStore.get;

/** Where the list was scrolled to on a phone, where an enquiry takes its place. */
let listTop = 0;
export const topOf = (view: Route['view']) => (view === 'list' ? listTop : 0);

// A browser would restore a place in a list that is not shown yet.
history.scrollRestoration = 'manual';

let moves = 0;
/** Whether the owner has gone anywhere since the page was opened. */
export const hasMoved = () => moves > 0;

addEventListener('hashchange', () => {
  moves++;
  const before = routeStore.get();
  const after = routeOf(location.hash, before.list);
  if (before.view === 'list') listTop = scrollY;
  if (before.list !== after.list) listTop = 0;
  routeStore.set(after);
});

/** An enquiry’s address does not name its list: it is the same from wherever it is opened. */
export function routeOf(hash: string, list: ListName): Route {
  const place = /^#\/(.+)$/.exec(hash)?.[1];
  if (place === undefined) return { view: 'list', list };
  if (place === 'figures') return { view: 'figures', list };
  const named = listNames.find((name) => name === place);
  return named ? { view: 'list', list: named } : { view: 'enquiry', list, reference: decoded(place) };
}

export const goTo = (href: string) => location.assign(href);
/** From one enquiry to the next: Back leads to the list, not through all of them. */
export const goOn = (href: string) => location.replace(href);

function decoded(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
