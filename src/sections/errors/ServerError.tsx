import type { Link } from '../../lib/link.ts';
import { ApplicationError } from '../../ui/ApplicationError.tsx';
import { Button } from '../../ui/Button.tsx';

interface Props {
  heading: string;
  text: string;
  message: string;
  stack?: string | undefined;
  home: Link;
}

export function ServerError({ heading, text, message, stack, home }: Props) {
  return (
    <div className="wrap section-pad">
      <ApplicationError heading={heading} message={message} stack={stack} level="h1" />
      <p className="lead mt-8 mb-6 max-w-md">{text}</p>
      <Button link={home} />
    </div>
  );
}
