import type { Link } from '../../lib/link.ts';
import type { Page } from '../../schemas/pages.ts';
import { Button } from '../../ui/Button.tsx';
import { SectionHeading } from '../../ui/SectionHeading.tsx';
import { TextLink } from '../../ui/TextLink.tsx';

type Props = Omit<Page<'home'>['problem'], 'faq'> & {
  faq: Link;
  booking: Link;
  caseStudies: Link | undefined;
};

/** Four pressures: the water stands higher in each, until the last one is nearly under. */
export function FoundersReality({ heading, lead, pressures, gap, result, faq, booking, caseStudies }: Props) {
  return (
    <section id="problem" className="wrap section-pad">
      <SectionHeading heading={heading} lead={lead} />
      <ol className="pressures">
        {pressures.map(({ title, text }) => (
          <li key={title}>
            <h3 className="display text-h4">{title}</h3>
            <p className="mt-2 text-sm">{text}</p>
          </li>
        ))}
      </ol>
      <div className="mt-6">
        <TextLink link={faq} />
      </div>
      <CriticalGap {...gap} />
      <div className="result-line">
        <h3 className="eyebrow">{result.heading}</h3>
        <p className="display mt-3 max-w-4xl text-h2">{result.text}</p>
        <div className="mt-8 flex flex-wrap items-center gap-x-8 gap-y-3">
          <Button link={booking} />
          {caseStudies && <TextLink link={caseStudies} />}
        </div>
      </div>
    </section>
  );
}

/** A stair: every point stands one step lower, and the last step leads to the result. */
function CriticalGap({ heading, lead, points }: Page<'home'>['problem']['gap']) {
  return (
    <>
      <div className="mt-20 max-w-2xl md:mt-28">
        <h3 className="display text-h2">{heading}</h3>
        <p className="lead mt-5">{lead}</p>
      </div>
      <ol className="stair">
        {points.map(({ title, text }, i) => (
          <li key={title}>
            <span className="stair-number" aria-hidden="true">
              {i + 1}
            </span>
            <div className="stair-text">
              <h4 className="display text-h4">{title}</h4>
              <p className="mt-1.5 max-w-md text-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
