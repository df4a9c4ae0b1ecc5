import type { Result } from '../../drawing/before-after.ts';
import type { Hue } from '../../drawing/scene.ts';
import type { ExampleStatus } from '../../lib/example-status.ts';
import type { Link } from '../../lib/link.ts';
import type { Page } from '../../schemas/pages.ts';
import { Button } from '../../ui/Button.tsx';
import { Chart } from '../../ui/Chart.tsx';
import { ExampleNote } from '../../ui/ExampleNote.tsx';
import { FigureChange } from '../../ui/FigureChange.tsx';
import { Quote } from '../../ui/Quote.tsx';
import { SectionHeading } from '../../ui/SectionHeading.tsx';
import { TextLink } from '../../ui/TextLink.tsx';

type Words = Page<'home'>['audience'];

interface Props {
  words: Words;
  figure: { figures: Result; status: ExampleStatus; hue: Hue } | undefined;
  labels: Page<'case-studies'>['labels'];
  booking: Link;
  /** Left out where there is none. */
  caseStudies: Link | undefined;
}

export function SuccessStories({ words, figure, labels, booking, caseStudies }: Props) {
  return (
    <section id="audience" className="deep">
      <div className="wrap section-pad">
        <SectionHeading heading={words.heading} lead={words.lead} />
        <div className="story">
          <ul className="founders">
            {words.founders.map(({ title, situation, change }) => (
              <li key={title}>
                <h3 className="display text-h4">{title}</h3>
                <p className="mt-1 text-sm text-soft">{situation}</p>
                <p className="mt-2">{change}</p>
              </li>
            ))}
          </ul>
          {words.quote && <Quote {...words.quote} />}
          {figure && (
            <div className="story-figure">
              <Chart
                results={[figure.figures]}
                words={labels}
                tones={[figure.hue]}
                id="story"
                isNamed={false}
              />
              <FigureChange {...figure.figures} change={labels.change} />
              <p className="text-sm text-soft">
                {figure.figures.metric}
                <ExampleNote status={figure.status} />
              </p>
            </div>
          )}
          <div className="actions">
            <Button link={booking} />
            {caseStudies && <TextLink link={caseStudies} />}
          </div>
        </div>
      </div>
    </section>
  );
}
