import type { ReactNode } from 'react';
import type { Link } from '../../lib/link.ts';
import { Button } from '../../ui/Button.tsx';

interface Props {
  heading: string;
  lead: string;
  /** The first one is the next step, the others are alternatives. */
  actions: Link[];
  /** What stands in the empty place on the horizon. Without case studies, no place. */
  figure: string | undefined;
  /** Beside the heading on a wide screen. */
  aside?: ReactNode;
}

/** The last thing on a page: one obvious next step, then the bare horizon, and the footer below it. */
export function Closing({ heading, lead, actions, figure, aside }: Props) {
  return (
    <section className="deep closing">
      <div className="horizon-sky">
        <div className="wrap pt-12 md:pt-20">
          <div className={aside ? 'grid gap-8 lg:grid-cols-2 lg:gap-20' : undefined}>
            <div className="max-w-2xl">
              <h2 className="display text-h2">{heading}</h2>
              <p className="lead mt-4 max-w-xl">{lead}</p>
              <div className="mt-6 flex flex-wrap gap-3">
                {actions.map((link, i) => (
                  <Button key={link.label} link={link} variant={i === 0 ? 'primary' : 'secondary'} />
                ))}
              </div>
            </div>
            {aside}
          </div>
          {figure ? (
            <p className={aside ? 'absent-figure' : 'absent-figure absent-tall'}>{figure}</p>
          ) : (
            <div className="pb-14" />
          )}
        </div>
      </div>
    </section>
  );
}
