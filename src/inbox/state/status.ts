import { createStore } from './store.ts';

interface Spoken {
  text: string;
  /** The same sentence twice is two things: it is seen and read out again. */
  id: number;
}
export interface Said extends Spoken {
  isError: boolean;
  /** Until it was read: an error, or something that is left to do. */
  stays: boolean;
  undo?: (() => void) | undefined;
}

let count = 0;
const speak = (text: string): Spoken => ({ text, id: ++count });

/** What became of the last thing that the owner did; one at a time. */
export const statusStore = createStore<Said | undefined>(undefined);

export const say = (text: string, undo?: () => void) =>
  statusStore.set({ ...speak(text), isError: false, stays: false, undo });
export const sayUntilRead = (text: string) =>
  statusStore.set({ ...speak(text), isError: false, stays: true });
export const sayError = (text: string) => statusStore.set({ ...speak(text), isError: true, stays: true });
export const hush = () => statusStore.set(undefined);
export function undo() {
  const said = statusStore.get();
  if (!said?.undo) return;
  hush();
  said.undo();
}

/** What happens by itself, for those who do not see it happen. */
export const announcementStore = createStore<Spoken | undefined>(undefined);
export const announce = (text: string) => announcementStore.set(speak(text));
