import type { ComponentProps } from 'react';
import { NotSent } from '../../ui/form/NotSent.tsx';

interface Props extends ComponentProps<typeof NotSent> {
  heading: string;
  text: string;
}

/** Shown by the proxy when the app does not answer a posted form. */
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
