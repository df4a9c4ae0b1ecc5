import type { ReactNode } from 'react';

interface Props {
  heading: string;
  lead: string;
  children: ReactNode;
}

/** The last thing on a page: one obvious next step. */
export function Closing({ heading, lead, children }: Props) {
  return (
    <section className="deep closing">
      <div className="wrap section-pad text-center">
        <h2 className="display mx-auto max-w-3xl text-h2">{heading}</h2>
        <p className="mx-auto mt-5 max-w-xl text-lead text-deep-soft text-pretty">{lead}</p>
        <div className="mt-9 flex flex-wrap justify-center gap-3">{children}</div>
      </div>
    </section>
  );
}
