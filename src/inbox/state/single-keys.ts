import { createStore } from './store.ts';

/**
 * Whether single letters do something: to whoever speaks to their computer, every word would be a row of them. Kept in a
 * cookie, because the inbox has another port each time and this is all that is left of the last one; it is no secret.
 */
const OFF = 'inbox-keys=off';
const YEAR = 31_536_000;

export const singleKeys = createStore(!document.cookie.split('; ').includes(OFF));

export function setSingleKeys(areOn: boolean): void {
  singleKeys.set(areOn);
  // biome-ignore lint/suspicious/noDocumentCookie: the other way to set one is younger than our browsers
  document.cookie = `${OFF}; SameSite=Strict; Path=/; Max-Age=${areOn ? 0 : YEAR}`;
}
