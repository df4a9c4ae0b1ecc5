import type { Result } from '../../lib/before-after.ts';
import type { Link } from '../../lib/link.ts';
import { sun } from '../../lib/scene.ts';
import type { Status } from '../../lib/status.ts';
import type { Page } from '../../schemas/pages.ts';
import { Button } from '../../ui/Button.tsx';
import { Change } from '../../ui/Change.tsx';
import { ExampleMark } from '../../ui/ExampleMark.tsx';
import { Quote } from '../../ui/Quote.tsx';
import { Scene } from '../../ui/Scene.tsx';
import { SectionHeading } from '../../ui/SectionHeading.tsx';
import { TextLink } from '../../ui/TextLink.tsx';

type Words = Page<'home'>['audience'];

interface Props {
  words: Words;
  /** A result, and how its change is said. */
  figure: { figures: Result; status: Status } | undefined;
  change: string;
  booking: Link;
  /** Left out where there is none. */
  caseStudies: Link | undefined;
}

export function SuccessStories({ words, figure, change, booking, caseStudies }: Props) {
  return (
    <section id="audience" className="deep">
      <div className="wrap section-pad">
        <SectionHeading heading={words.heading} lead={words.lead} />
        <ul className="founders">
          {words.founders.map((founder, i) => (
            <Founder key={founder.title} {...founder} lift={lifts[i] ?? 0} id={`sunrise-${i + 1}`} />
          ))}
        </ul>
        <div className={words.quote ? 'mt-10 grid items-end gap-6 md:grid-cols-[1fr_auto]' : 'mt-10'}>
          {words.quote && (
            <div className="max-w-3xl">
              <Quote {...words.quote} />
            </div>
          )}
          <div>
            {figure && (
              <div className="story-figure">
                <Change {...figure.figures} change={change} />
                <p className="text-sm text-soft">
                  {figure.figures.metric}
                  <ExampleMark status={figure.status} />
                </p>
              </div>
            )}
            <div className="actions">
              <Button link={booking} />
              {caseStudies && <TextLink link={caseStudies} />}
            </div>
          </div>
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
    { d: sun(230, 92, lift), tone: 'halo' as const },
    { d: sun(230, 58, lift), tone: 'violet' as const },
  ];
  return (
    <li>
      <Scene scene={{ width: 460, height: 164, shapes }} id={id} />
      <div>
        <h3 className="display text-h4">{title}</h3>
        <p className="mt-1 text-sm text-soft">{situation}</p>
        <p className="mt-2">{change}</p>
      </div>
    </li>
  );
}
