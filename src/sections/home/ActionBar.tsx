import type { Link } from '../../lib/link.ts';
import { Button } from '../../ui/Button.tsx';

/** On a phone, one action within reach of the thumb from the moment the hero has left until it comes back. */
export function ActionBar({ link }: { link: Link }) {
  return (
    <div className="action-bar">
      <Button link={link} />
    </div>
  );
}
