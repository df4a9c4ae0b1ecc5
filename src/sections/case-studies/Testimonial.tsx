import type { ExampleStatus } from '../../lib/example-status.ts';
import { Quote } from '../../ui/Quote.tsx';

interface Props {
  heading: string;
  quote: string;
  attribution: string;
  status: ExampleStatus;
}

export function Testimonial({ heading, quote, attribution, status }: Props) {
  return (
    <section className="rule-t">
      <div className="wrap section-pad text-center">
        <h2 className="eyebrow">{heading}</h2>
        <div className="mx-auto mt-6 max-w-5xl">
          <Quote text={quote} attribution={attribution} size="large" status={status} />
        </div>
      </div>
    </section>
  );
}
