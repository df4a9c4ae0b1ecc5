import { createStore } from './store.ts';

/** Where keys lead to. */
export const places = { search: 'search', reading: 'reading', reply: 'reply', note: 'note' } as const;
export type Place = (typeof places)[keyof typeof places];

/** A place that is not there yet: its page is opened first. */
export const wantedPlace = createStore<Place | undefined>(undefined);

/** True when it is there, and seen. A reply opens the mail program; anything else takes the focus. */
export function goToPlace(place: Place): boolean {
  const element = document.getElementById(place);
  if (!element?.checkVisibility()) return false;
  if (place === places.reply) element.click();
  else element.focus({ preventScroll: place === places.reading });
  return true;
}

/** Goes to the place that was wanted, once it can; elsewhere otherwise. */
export function goToWanted(otherwise: () => void) {
  const wanted = wantedPlace.get();
  if (!wanted) return otherwise();
  if (goToPlace(wanted)) wantedPlace.set(undefined);
}
