/** Where keys lead to. */
export const places = {
  search: 'search',
  who: 'who',
  reading: 'reading',
  reply: 'reply',
  note: 'note',
} as const;
export type Place = (typeof places)[keyof typeof places];

let wanted: { place: Place; reference: string | undefined } | undefined;

/** For a place that is not there yet: of this enquiry, or of the list. Its page is opened first. */
export function want(place: Place, reference?: string) {
  wanted = { place, reference };
}

/** True when it is there, and seen. A reply opens the mail program; anything else takes the focus. */
export function goToPlace(place: Place): boolean {
  const element = document.getElementById(place);
  if (!element?.checkVisibility()) return false;
  if (place === places.reply) element.click();
  else element.focus({ preventScroll: place === places.reading || place === places.who });
  return true;
}

/** Goes to the place that was wanted of this page; elsewhere otherwise. What is not there now is not wanted later. */
export function goToWanted(reference: string | undefined, otherwise: () => void) {
  const last = wanted;
  wanted = undefined;
  if (!last || last.reference !== reference || !goToPlace(last.place)) otherwise();
}
