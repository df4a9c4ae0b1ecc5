import type { Overview } from '../../lib/inbox.ts';
import { Mark } from '../../ui/Mark.tsx';

/** Whose inbox it is. */
export function Head({ overview }: { overview: Overview | undefined }) {
  return (
    <header className="brand">
      <Mark />
      <h1 className="brand-name">
        <span className="brand-firm">{overview?.firm}</span>
        <span className="brand-word">Inbox</span>
      </h1>
    </header>
  );
}
