import { createContext, useContext, useRef, useState } from 'react';

interface Said {
  text: string;
  isError?: boolean;
  /** Shown until it is dismissed: an error, or something that is left to do. */
  stays?: boolean;
  undo?: (() => void) | undefined;
}

export const StatusContext = createContext<ReturnType<typeof useStatusState> | undefined>(undefined);

export function useStatus() {
  const status = useContext(StatusContext);
  if (!status) throw new Error('There is no StatusContext around this component.');
  return status;
}

export function useStatusState() {
  const count = useRef(0);
  const [said, setSaid] = useState<Said & { id: number }>();
  const [announced, setAnnounced] = useState<{ text: string; id: number }>();
  // A new id each time: the same sentence twice is shown and read out twice.
  const show = (said: Said) => setSaid({ ...said, id: ++count.current });
  return {
    /** What became of the owner's last change; one at a time. */
    said,
    say: (text: string, undo?: () => void) => show({ text, undo }),
    sayUntilRead: (text: string) => show({ text, stays: true }),
    sayError: (text: string) => show({ text, isError: true, stays: true }),
    hush: () => setSaid(undefined),
    /** What happens by itself, for those who cannot see it. */
    announced,
    announce: (text: string) => setAnnounced({ text, id: ++count.current }),
  };
}
