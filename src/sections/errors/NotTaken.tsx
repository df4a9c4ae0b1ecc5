import type { ComponentProps } from 'react';
import { NotSent } from '../../ui/form/NotSent.tsx';

interface Props extends ComponentProps<typeof NotSent> {
  heading: string;
  text: string;
}

/** The answer to a message that never came as far as the form's own page. */
export function NotTaken({ heading, text, ...notice }: Props) {
  return (
    <div className="wrap section-pad">
      <h1 className="display text-h1">{heading}</h1>
      <p className="lead mt-5 mb-10 max-w-xl">{text}</p>
      <div className="max-w-xl">
        <NotSent {...notice} level="h2" />
      </div>
    </div>
  );
}
