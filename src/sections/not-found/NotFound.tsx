import type { Link } from '../../lib/link.ts';
import { Button } from '../../ui/Button.tsx';

interface Props {
  heading: string;
  text: string;
  home: Link;
}

/** A horizon on which nothing stands: the form is only an outline, and nothing is reflected. */
export function NotFound({ heading, text, home }: Props) {
  return (
    <div className="wrap not-found">
      <svg className="absent" viewBox="0 0 720 220" aria-hidden="true">
        <circle cx="360" cy="140" r="100" />
        <path d="M0 180H720" />
      </svg>
      <h1 className="display text-h1">{heading}</h1>
      <p className="mt-5 max-w-md text-lead text-soft text-pretty">{text}</p>
      <div className="mt-9">
        <Button link={home} />
      </div>
    </div>
  );
}
