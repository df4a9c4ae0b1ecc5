import { useState } from 'react';

interface Said {
  text: string;
  isError?: boolean;
  /** Shown until it is dismissed: an error, or something that is left to do. */
  stays?: boolean;
  undo?: (() => void) | undefined;
}

/** A new id each time: the same sentence twice is shown and read out twice. */
const withId = <Words>(words: Words) => ({ ...words, id: crypto.randomUUID() });

/** Messages to the owner. */
export function useStatus() {
  const [said, setSaid] = useState<Said & { id: string }>();
  const [announced, setAnnounced] = useState<{ text: string; id: string }>();
  const show = (said: Said) => setSaid(withId(said));
  return {
    /** The result of the owner's last change; one at a time. */
    said,
    say: (text: string, undo?: () => void) => show({ text, undo }),
    sayUntilRead: (text: string) => show({ text, stays: true }),
    sayError: (text: string) => show({ text, isError: true, stays: true }),
    hush: () => setSaid(undefined),
    /** What happens without the owner, for screen readers only. */
    announced,
    announce: (text: string) => setAnnounced(withId({ text })),
  };
}

export type Status = ReturnType<typeof useStatus>;
