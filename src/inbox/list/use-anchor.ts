import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Row } from '../../lib/inbox.ts';

/**
 * Keeps the row that the owner is on where it is while others arrive above it: a row that slips away under a finger is
 * another one that is opened. How many came unseen is told. Another list begins at its top.
 */
export function useAnchor(list: RefObject<HTMLUListElement | null>, rows: Row[], name: string) {
  const last = useRef(name);
  const tops = useRef(new Map<string, number>());
  const [above, setAbove] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are measured where they stand
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const items = [...element.children].filter((child) => child instanceof HTMLElement);
    const scroller = scrollerOf(element);
    const before = tops.current;
    const isOther = last.current !== name;
    last.current = name;
    const anchor = items.find(
      (item) =>
        before.has(item.id) &&
        (isHeld(item) ||
          (!isOther && (item.matches(':hover') || (scroller.scrollTop > 0 && isSeen(item, scroller))))),
    );
    if (anchor) {
      const moved = anchor.offsetTop - (before.get(anchor.id) ?? 0);
      if (moved !== 0) scroller.scrollTop += moved;
    } else if (isOther && element.checkVisibility()) scroller.scrollTop = 0;
    if (isOther) setAbove(0);
    else if (anchor) {
      const arrived = items.slice(0, items.indexOf(anchor)).filter(({ id }) => !before.has(id)).length;
      if (arrived > 0 && scroller.scrollTop > 0) setAbove((count) => count + arrived);
    }
    tops.current = new Map(items.map((item) => [item.id, item.offsetTop]));
  }, [rows]);

  useEffect(() => {
    const look = () => {
      if (list.current && scrollerOf(list.current).scrollTop < 1) setAbove(0);
    };
    addEventListener('scroll', look, { capture: true, passive: true });
    return () => removeEventListener('scroll', look, { capture: true });
  }, [list]);

  const toTop = () => {
    if (list.current) scrollerOf(list.current).scrollTop = 0;
    setAbove(0);
  };
  return { above, toTop };
}

/** By the focus, or by a finger that is still down. */
const isHeld = (item: Element) => item.matches(':focus-within, :active');
const isSeen = (item: Element, scroller: Element) =>
  item.getBoundingClientRect().bottom > Math.max(0, scroller.getBoundingClientRect().top);

/** Its own pane on a wide screen, the page on a narrow one. */
function scrollerOf(list: Element): Element {
  const pane = list.parentElement;
  const isPane = pane && getComputedStyle(pane).overflowY === 'auto';
  return isPane ? pane : (document.scrollingElement ?? document.documentElement);
}
