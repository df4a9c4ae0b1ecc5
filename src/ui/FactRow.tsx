import type { ReactNode } from 'react';

/** Facts in a row, separated by dots. No dot begins or ends a line where the row wraps. */
export function FactRow({ facts, className = '' }: { facts: ReactNode[]; className?: string }) {
  return (
    <p className={`dotted ${className}`.trim()}>
      {facts.map((fact, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts are never put in another order
        <span key={i}>
          {i > 0 && <span className="dot"> · </span>}
          {fact}
        </span>
      ))}
    </p>
  );
}
