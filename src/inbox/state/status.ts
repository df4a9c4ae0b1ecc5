import { createStore } from './store.ts';

export interface Said {
  text: string;
  isError: boolean;
  /** Until it was read: an error, or something that is left to do. */
  stays: boolean;
  undo?: (() => void) | undefined;
}

/** What became of the last thing that the owner did; one at a time. */
export const statusStore = createStore<Said | undefined>(undefined);

export const say = (text: string, undo?: () => void) =>
  statusStore.set({ text, isError: false, stays: false, undo });
export const sayUntilRead = (text: string) => statusStore.set({ text, isError: false, stays: true });
export const sayError = (text: string) => statusStore.set({ text, isError: true, stays: true });
export const hush = () => statusStore.set(undefined);
export function undo() {
  const said = statusStore.get();
  if (!said?.undo) return;
  hush();
  said.undo();
}

/** What happens by itself, for those who do not see it happen. */
export const announcementStore = createStore('');
export const announce = (text: string) => announcementStore.set(text);
