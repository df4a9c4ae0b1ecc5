import type { ReactNode } from 'react';

/**
 * A tooltip in the style sheet alone: it opens 700 ms after the pointer or the focus has come, over empty ground. A few
 * inline bytes do the rest (browser/tooltips.ts): the group lets the next one open at once, Escape closes it, and pressing a
 * button that carries one opens and closes it.
 */
export function TooltipGroup({ children, below }: { children: ReactNode; below?: boolean }) {
  return <div className={below ? 'tips tips-below' : 'tips'}>{children}</div>;
}

interface Props {
  text: string;
  children: ReactNode;
  /** The id that the trigger names in aria-describedby; without it the words are for the eye alone. */
  id?: string;
}

export function Tooltip({ text, children, id }: Props) {
  return (
    <span className="tip">
      {children}
      <span className="tip-text" {...(id ? { id, role: 'tooltip' } : { 'aria-hidden': true })}>
        {text}
      </span>
    </span>
  );
}
