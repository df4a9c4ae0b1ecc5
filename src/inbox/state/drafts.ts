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

addEventListener('beforeunload', (event) => {
  if ([...draftStore.get().values()].some((text) => text.trim() !== '')) event.preventDefault();
});
