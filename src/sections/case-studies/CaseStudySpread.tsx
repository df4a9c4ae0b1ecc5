import { type Hue, hueClass } from '../../drawing/scene.ts';
import type { Link } from '../../lib/link.ts';
import type { CaseStudy } from '../../schemas/case-study.ts';
import type { Page } from '../../schemas/pages.ts';
import { Button } from '../../ui/Button.tsx';
import { Chart } from '../../ui/Chart.tsx';
import { ExampleNote } from '../../ui/ExampleNote.tsx';
import { FigureChange } from '../../ui/FigureChange.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { NoBreak } from '../../ui/NoBreak.tsx';
import { TextLink } from '../../ui/TextLink.tsx';

interface Props {
  study: CaseStudy & { id: string; hue: Hue };
  /** The first chart explains how all of them are read. */
  isFirst: boolean;
  labels: Page<'case-studies'>['labels'];
  ask: Link;
  practice: Link;
}

/** Results beside their chart, then challenge and solution. */
export function CaseStudySpread({ study, isFirst, labels, ask, practice }: Props) {
  return (
    <section id={study.id} className={`case-study ${hueClass(study.hue)}`}>
      <header>
        <p className="eyebrow">
          <span className="sr-only">{labels.industry}: </span>
          {study.industry} ·&nbsp;<span className="sr-only">{labels.timeline}: </span>
          {study.timeline}
        </p>
        <ExampleNote status={study.status} />
        <h2 className="display mt-2 text-h2">{study.title}</h2>
        <p className="lead mt-4">{study.summary}</p>
        <TextLink link={practice} />
      </header>
      <Chart
        results={study.results}
        words={labels}
        tones={[study.hue]}
        id={study.id}
        caption={
          isFirst && `${labels.above.replace('{timeline}', study.timeline)} ${labels.below} ${labels.forms}`
        }
      />
      <div className="case-results">
        <h3 className="sr-only">{labels.results}</h3>
        <dl className="divided">
          {study.results.map(({ metric, icon, ...result }) => (
            <div key={metric}>
              <dt>
                <Icon name={icon} />
                <span>
                  <NoBreak text={metric} />
                </span>
              </dt>
              <dd>
                <FigureChange {...result} change={labels.change} />
              </dd>
            </div>
          ))}
        </dl>
        <div className="actions mt-6">
          <Button link={ask} />
        </div>
      </div>
      <Part heading={labels.challenge} text={study.challenge} />
      <Part heading={labels.solution} text={study.solution} />
      <div className="case-foot">
        <h3 className="font-semibold">{labels.technologies}</h3>
        <ul className="inline-list">
          {study.technologies.map((technology) => (
            <li key={technology}>{technology}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Part({ heading, text }: { heading: string; text: string }) {
  return (
    <div className="max-w-prose">
      <h3 className="text-sm font-semibold">{heading}</h3>
      <p className="mt-2">
        <NoBreak text={text} />
      </p>
    </div>
  );
}
