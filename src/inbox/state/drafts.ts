import { createStore } from './store.ts';

/**
 * Notes that were begun and not saved, by reference. They outlive the form: another enquiry is opened, the session ends,
 * the server stops, and nothing typed is lost.
 */
export const draftStore = createStore<ReadonlyMap<string, string>>(new Map());

export function setDraft(reference: string, text: string) {
  const drafts = new Map(draftStore.get());
  if (text === '') drafts.delete(reference);
  else drafts.set(reference, text);
  draftStore.set(drafts);
}

// Chromium takes a link to the mail program for a way out, and would ask within the same click. The page stays.
let isMailing = false;
addEventListener('click', ({ target }) => {
  isMailing = target instanceof Element && target.closest('a[href^="mailto:"]') !== null;
  setTimeout(() => {
    isMailing = false;
  });
});

addEventListener('beforeunload', (event) => {
  if (isMailing) return;
  if ([...draftStore.get().values()].some((text) => text.trim() !== '')) event.preventDefault();
});
