import type { Link } from '../../lib/link.ts';
import type { Page } from '../../schemas/pages.ts';
import { Button } from '../../ui/Button.tsx';
import { NoBreak } from '../../ui/NoBreak.tsx';
import { SectionHeading } from '../../ui/SectionHeading.tsx';
import { TextLink } from '../../ui/TextLink.tsx';

type Props = Omit<Page<'home'>['problem'], 'faq'> & {
  faq: Link;
  booking: Link;
  caseStudies: Link | undefined;
};

/** Four pressures: the water is higher in each. */
export function FoundersReality({ heading, lead, pressures, gap, result, faq, booking, caseStudies }: Props) {
  return (
    <section id="problem" className="wrap section-pad">
      <SectionHeading heading={heading} lead={lead} link={faq} />
      <ol className="pressures">
        {pressures.map(({ title, text }) => (
          <li key={title}>
            <h3 className="display text-h4">
              <NoBreak text={title} isTitle />
            </h3>
            <p className="mt-1 text-sm">{text}</p>
          </li>
        ))}
      </ol>
      <CriticalGap {...gap} />
      <div className="result-line">
        <h3 className="eyebrow">{result.heading}</h3>
        <p className="display mt-3 max-w-4xl text-h2">{result.text}</p>
        <div className="actions mt-6">
          <Button link={booking} />
          {caseStudies && <TextLink link={caseStudies} />}
        </div>
      </div>
    </section>
  );
}

/** A stair: each point is one step lower, down to the result. */
function CriticalGap({ heading, lead, points }: Page<'home'>['problem']['gap']) {
  return (
    <div className="gap">
      <div>
        <h3 className="display text-h2">{heading}</h3>
        <p className="lead mt-4">{lead}</p>
      </div>
      <ol className="stair">
        {points.map(({ title, text }, i) => (
          <li key={title}>
            <span className="stair-number" aria-hidden="true">
              {i + 1}
            </span>
            <div className="stair-text">
              <h4 className="display text-h4">{title}</h4>
              <p className="mt-1 max-w-md text-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
