import type { ReactNode } from 'react';

/** Facts in a row, with dots between them: where the row breaks, no dot is left at the end or the beginning. */
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
