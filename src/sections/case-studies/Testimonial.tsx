import { Quote } from '../../ui/Quote.tsx';

interface Props {
  heading: string;
  quote: string;
  attribution: string;
}

export function Testimonial({ heading, quote, attribution }: Props) {
  return (
    <section className="rule-t">
      <div className="wrap section-pad max-w-5xl text-center">
        <h2 className="text-sm font-semibold text-accent">{heading}</h2>
        <div className="mt-6">
          <Quote text={quote} attribution={attribution} size="large" />
        </div>
      </div>
    </section>
  );
}
