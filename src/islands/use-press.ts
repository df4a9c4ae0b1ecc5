import { useEffect, useRef } from 'react';

/** Within this time a lifted finger becomes a click, and the click a form that is sent. */
const CLICK_MILLISECONDS = 300;

/**
 * While a finger is on the page, nothing may change the form's height: the button or link below the finger would slip
 * away, and the click would be lost. What is to be done then waits until the finger is lifted.
 */
export function usePress() {
  const isPressing = useRef(false);
  const waiting = useRef<() => void>(undefined);

  useEffect(() => {
    const begin = () => {
      isPressing.current = true;
    };
    const end = () => {
      isPressing.current = false;
      setTimeout(() => {
        waiting.current?.();
        waiting.current = undefined;
      }, CLICK_MILLISECONDS);
    };
    const handlers = { pointerdown: begin, pointerup: end, pointercancel: end };
    for (const [name, handler] of Object.entries(handlers)) addEventListener(name, handler, true);
    return () => {
      for (const [name, handler] of Object.entries(handlers)) removeEventListener(name, handler, true);
    };
  }, []);

  const afterwards = (work: () => void) => {
    if (isPressing.current) waiting.current = work;
    else work();
  };
  const forget = () => {
    waiting.current = undefined;
  };
  return { afterwards, forget };
}
