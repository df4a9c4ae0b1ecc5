import { useEffect, useRef } from 'react';

/** From pointerup to click and submit, at most. */
const CLICK_MS = 300;

/**
 * Between pointerdown and click the form's height must not change: the button would move from under the finger, and the
 * click would be lost. Work is queued until the press is over; a press that follows at once extends the wait.
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
