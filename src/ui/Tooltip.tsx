import type { ReactNode } from 'react';

/**
 * A tooltip that needs no script: 700 ms until the first one opens, none while another was open within the
 * last 300 ms. The group around several triggers holds that delay as a custom property (tooltip.css). It opens
 * over empty ground, so that it hides nothing that would have to be uncovered with the Escape key.
 */
export function TooltipGroup({ children }: { children: ReactNode }) {
  return <div className="tips">{children}</div>;
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
