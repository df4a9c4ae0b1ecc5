import { useEffect, useRef } from 'react';

/** Within this time a lifted finger becomes a click, and the click a form that is sent. */
const CLICK_MS = 300;

/**
 * From the touch of a finger until its click has come, nothing may change the form's height: the button or link below the
 * finger would slip away, and the click would be lost. What is to be done then waits. A press that follows at once makes
 * all of it wait for its own end.
 */
export function usePress() {
  const isPressing = useRef(false);
  const waiting = useRef<(() => void)[]>([]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = () => {
      clearTimeout(timer);
      isPressing.current = true;
    };
    const end = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        isPressing.current = false;
        for (const work of waiting.current.splice(0)) work();
      }, CLICK_MS);
    };
    const handlers = { pointerdown: begin, pointerup: end, pointercancel: end };
    for (const [name, handler] of Object.entries(handlers)) addEventListener(name, handler, true);
    return () => {
      for (const [name, handler] of Object.entries(handlers)) removeEventListener(name, handler, true);
    };
  }, []);

  const afterwards = (work: () => void) => {
    if (isPressing.current) waiting.current.push(work);
    else work();
  };
  const forget = () => {
    waiting.current = [];
  };
  return { afterwards, forget };
}
