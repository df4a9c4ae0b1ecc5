import type { CaseStudy as CaseStudyData } from '../../schemas/case-study.ts';
import type { Page } from '../../schemas/pages.ts';
import { BeforeAfterChart } from '../../ui/BeforeAfterChart.tsx';

interface Props {
  study: CaseStudyData & { id: string };
  labels: Page<'case-studies'>['labels'];
}

/** A spread: the story on the left, the figures on the right. */
export function CaseStudy({ study, labels }: Props) {
  return (
    <section id={study.id} className="case-study">
      <header className="max-w-3xl">
        <p className="text-sm font-semibold text-accent">
          <span className="sr-only">{labels.industry}: </span>
          {study.industry} · <span className="sr-only">{labels.timeline}: </span>
          {study.timeline}
        </p>
        <h2 className="display mt-2 text-h2">{study.title}</h2>
        <p className="mt-4 text-lead text-soft text-pretty">{study.summary}</p>
      </header>
      <div className="mt-10 grid gap-x-16 gap-y-12 lg:grid-cols-2">
        <div className="flex flex-col gap-8">
          <Part heading={labels.challenge} text={study.challenge} />
          <Part heading={labels.solution} text={study.solution} />
          <div>
            <h3 className="text-sm font-semibold">{labels.technologies}</h3>
            <ul className="mt-3 flex flex-wrap gap-2">
              {study.technologies.map((technology) => (
                <li key={technology} className="chip">
                  {technology}
                </li>
              ))}
            </ul>
          </div>
        </div>
        <div>
          <h3 className="sr-only">{labels.results}</h3>
          <dl className="results">
            {study.results.map(({ better: _, ...result }) => (
              <BeforeAfterChart key={result.metric} {...result} words={labels} />
            ))}
          </dl>
        </div>
      </div>
    </section>
  );
}

function Part({ heading, text }: { heading: string; text: string }) {
  return (
    <div className="max-w-prose">
      <h3 className="text-sm font-semibold">{heading}</h3>
      <p className="mt-2 text-pretty">{text}</p>
    </div>
  );
}
