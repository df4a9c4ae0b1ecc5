import type { Link } from '../../lib/link.ts';
import type { Claim } from '../../schemas/claim.ts';
import type { Page } from '../../schemas/pages.ts';
import { ExampleNote } from '../../ui/ExampleNote.tsx';
import { SectionHeading } from '../../ui/SectionHeading.tsx';
import { EngagementModels } from './EngagementModels.tsx';

type Words = Page<'home'>['engagement'];

interface Props {
  words: Words;
  /** One mail link for each model, in their order. */
  asks: Link[];
  faq: Link;
  /** What the firm keeps to. */
  facts: Claim[];
}

export function Engagement({ words, asks, faq, facts }: Props) {
  return (
    <section id="engagement" className="wrap section-pad">
      <SectionHeading heading={words.heading} lead={words.lead} link={faq} />
      <EngagementModels models={words.models} aspects={words.aspects} asks={asks} />
      <Process {...words.process} />
      <WhyThisMatters {...words.why} facts={facts} />
    </section>
  );
}

/** One line through three stations; the sun is up when the work is done. */
function Process({ heading, steps }: Words['process']) {
  return (
    <div className="mt-10 md:mt-14">
      <h3 className="display text-h3">{heading}</h3>
      <ol className="stations">
        {steps.map(({ title, text }) => (
          <li key={title}>
            <h4 className="display text-h4">{title}</h4>
            <p className="mt-1 max-w-xs text-soft">{text}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}

function WhyThisMatters({ heading, points, facts }: Omit<Words['why'], 'facts'> & { facts: Claim[] }) {
  return (
    <div className="mt-10 grid gap-x-10 gap-y-4 md:mt-14 md:grid-cols-[1fr_2fr]">
      <h3 className="display text-h3">{heading}</h3>
      <ul className="divided">
        {points.map(({ title, text }) => (
          <li key={title} className="grid gap-x-8 gap-y-1 sm:grid-cols-2">
            <h4 className="font-semibold">{title}</h4>
            <p className="text-soft">{text}</p>
          </li>
        ))}
        {facts.length > 0 && (
          <li className="grid gap-x-8 gap-y-1 sm:grid-cols-2">
            {facts.map(({ id, wording, status }) => (
              <p key={id} className="font-semibold">
                {wording}
                <ExampleNote status={status} />
              </p>
            ))}
          </li>
        )}
      </ul>
    </div>
  );
}
