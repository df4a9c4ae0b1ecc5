import type { Link } from '../../lib/link.ts';
import { sun } from '../../lib/scene.ts';
import type { CaseStudy } from '../../schemas/case-study.ts';
import type { Page } from '../../schemas/pages.ts';
import { Button } from '../../ui/Button.tsx';
import { ExampleMark } from '../../ui/ExampleMark.tsx';
import { Quote } from '../../ui/Quote.tsx';
import { Results } from '../../ui/Results.tsx';
import { Scene } from '../../ui/Scene.tsx';
import { SectionHeading } from '../../ui/SectionHeading.tsx';
import { TextLink } from '../../ui/TextLink.tsx';

type Words = Page<'home'>['audience'];

interface Props {
  words: Words;
  /** The first one, where there is any. */
  study: CaseStudy | undefined;
  labels: { before: string; after: string; change: string };
  booking: Link;
  caseStudies: Link;
}

export function SuccessStories({ words, study, labels, booking, caseStudies }: Props) {
  return (
    <section id="audience" className="deep">
      <div className="wrap section-pad">
        <SectionHeading heading={words.heading} lead={words.lead} />
        <ul className="founders">
          {words.founders.map((founder, i) => (
            <Founder key={founder.title} {...founder} lift={lifts[i] ?? 0} id={`sunrise-${i + 1}`} />
          ))}
        </ul>
        {study && (
          <article className="evidence">
            <div>
              <p className="eyebrow">{`${study.industry} ·\u00a0${study.timeline}`}</p>
              <ExampleMark status={study.status} />
              <h3 className="display mt-2 text-h3">{study.title}</h3>
              <div className="mt-4">
                <TextLink link={caseStudies} />
              </div>
            </div>
            <Results results={study.results} words={labels} />
          </article>
        )}
        <div className={words.quote ? 'mt-16 grid items-end gap-8 md:grid-cols-[1fr_auto]' : 'mt-16'}>
          {words.quote && (
            <div className="max-w-3xl">
              <Quote {...words.quote} />
            </div>
          )}
          <Button link={booking} />
        </div>
      </div>
    </section>
  );
}

/** How far the sun has risen for each kind of founder. */
const lifts = [0, 34, 70];

function Founder({
  title,
  situation,
  change,
  lift,
  id,
}: Words['founders'][number] & { lift: number; id: string }) {
  const shapes = [
    { d: sun(160, 92, lift), tone: 'halo' as const },
    { d: sun(160, 58, lift), tone: 'violet' as const },
  ];
  return (
    <li>
      <Scene scene={{ width: 320, height: 164, shapes }} id={id} />
      <div>
        <h3 className="display text-h4">{title}</h3>
        <p className="mt-2 text-sm text-soft">{situation}</p>
        <p className="mt-3">{change}</p>
      </div>
    </li>
  );
}
