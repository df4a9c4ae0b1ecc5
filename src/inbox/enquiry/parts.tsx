import type { ReactNode } from 'react';
import { fullTime, stamp } from '../times.ts';

/** One part of an enquiry, under its heading. */
export const Part = ({ id, heading, children }: { id: string; heading: string; children: ReactNode }) => (
  <section className="part" aria-labelledby={id}>
    <h3 id={id} className="part-heading">
      {heading}
    </h3>
    {children}
  </section>
);

export const Time = ({ at }: { at: string }) => (
  <time dateTime={at} title={fullTime(at)}>
    {stamp(at)}
  </time>
);
