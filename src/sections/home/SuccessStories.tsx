import type { Link } from '../../lib/link.ts';
import { sun } from '../../lib/scene.ts';
import type { Page } from '../../schemas/pages.ts';
import { Button } from '../../ui/Button.tsx';
import { Quote } from '../../ui/Quote.tsx';
import { Scene } from '../../ui/Scene.tsx';
import { SectionHeading } from '../../ui/SectionHeading.tsx';
import { TextLink } from '../../ui/TextLink.tsx';

type Props = Omit<Page<'home'>['audience'], 'booking' | 'caseStudies'> & { booking: Link; caseStudies: Link };

/** How far the sun has risen for each kind of founder. */
const lifts = [-26, 8, 40];

export function SuccessStories({ heading, lead, founders, quote, booking, caseStudies }: Props) {
  return (
    <section id="audience" className="section-pad">
      <div className="wrap">
        <SectionHeading heading={heading} lead={lead} />
        <ul className="mt-14 grid gap-12 md:grid-cols-3 md:gap-8">
          {founders.map(({ title, situation, change }, i) => (
            <li key={title}>
              <Scene scene={sunrise(lifts[i] ?? 0)} id={`sunrise-${i + 1}`} />
              <h3 className="display text-h4">{title}</h3>
              <p className="mt-2 text-sm text-soft">{situation}</p>
              <p className="mt-3">{change}</p>
            </li>
          ))}
        </ul>
        <div className="mt-20 grid items-end gap-8 border-t border-line pt-12 md:grid-cols-[1fr_auto]">
          <div className="max-w-3xl">
            <Quote text={quote.text} attribution={quote.attribution} />
          </div>
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <Button link={booking} />
            <TextLink link={caseStudies} />
          </div>
        </div>
      </div>
    </section>
  );
}

const sunrise = (lift: number) => ({
  width: 320,
  height: 110,
  shapes: [
    { d: sun(160, 104, lift), tone: 'halo' as const },
    { d: sun(160, 60, lift), tone: 'violet' as const },
  ],
});
