import { useRef } from 'react';

/** Within so many milliseconds a lifted finger becomes a click, and the click a form that is sent. */
const CLICK = 300;

/**
 * While a finger is on the button, nothing may change the form's height: the button would slip away, and the click
 * would be lost. What is to be done then waits until the finger is lifted, wherever that happens.
 */
export function usePress() {
  const isPressing = useRef(false);
  const waiting = useRef<() => void>(undefined);

  const begin = () => {
    isPressing.current = true;
    const ends = ['pointerup', 'pointercancel'];
    const end = () => {
      for (const name of ends) removeEventListener(name, end, true);
      isPressing.current = false;
      setTimeout(() => {
        waiting.current?.();
        waiting.current = undefined;
      }, CLICK);
    };
    for (const name of ends) addEventListener(name, end, true);
  };
  const afterwards = (work: () => void) => {
    if (isPressing.current) waiting.current = work;
    else work();
  };
  const forget = () => {
    waiting.current = undefined;
  };
  return { begin, afterwards, forget };
}
