import { createStore } from './store.ts';

export interface Said {
  text: string;
  isError: boolean;
  undo?: (() => void) | undefined;
}

/** What became of the last thing that the owner did; one at a time. */
export const statusStore = createStore<Said | undefined>(undefined);

export const say = (text: string, undo?: () => void) => statusStore.set({ text, isError: false, undo });
export const sayError = (text: string) => statusStore.set({ text, isError: true });
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
