import { createStore } from '../state/store.ts';

/** Which replies were begun in the mail program. Whether they were sent, only the owner knows. */
export const repliesStore = createStore<ReadonlySet<string>>(new Set());

export const followReply = (reference: string) =>
  repliesStore.set(new Set([...repliesStore.get(), reference]));
