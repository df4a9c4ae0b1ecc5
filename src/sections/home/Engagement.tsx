import type { Link } from '../../lib/link.ts';
import type { Page } from '../../schemas/pages.ts';
import { SectionHeading } from '../../ui/SectionHeading.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { EngagementModels } from './EngagementModels.tsx';

type Words = Page<'home'>['engagement'];

interface Props {
  words: Words;
  /** One mail link for each model, in their order. */
  asks: Link[];
  faq: Link;
}

export function Engagement({ words, asks, faq }: Props) {
  return (
    <section id="engagement" className="wrap section-pad">
      <div className="flex flex-wrap items-end justify-between gap-6">
        <SectionHeading heading={words.heading} lead={words.lead} />
        <TextLink link={faq} />
      </div>
      <EngagementModels models={words.models} aspects={words.aspects} asks={asks} />
      <Process {...words.process} />
      <WhyThisMatters {...words.why} />
    </section>
  );
}

/** One line through three stations; the sun is up when the work is done. */
function Process({ heading, steps }: Words['process']) {
  return (
    <div className="mt-20 md:mt-28">
      <h3 className="display text-h3">{heading}</h3>
      <ol className="stations">
        {steps.map(({ title, text }) => (
          <li key={title}>
            <h4 className="display text-h4">{title}</h4>
            <p className="mt-2 max-w-xs text-soft">{text}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}

function WhyThisMatters({ heading, points }: Words['why']) {
  return (
    <div className="mt-20 grid gap-x-10 gap-y-6 md:mt-28 md:grid-cols-[1fr_2fr]">
      <h3 className="display text-h3">{heading}</h3>
      <ul className="divided">
        {points.map(({ title, text }) => (
          <li key={title} className="grid gap-x-8 gap-y-1 sm:grid-cols-2">
            <h4 className="font-semibold">{title}</h4>
            <p className="text-soft">{text}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
