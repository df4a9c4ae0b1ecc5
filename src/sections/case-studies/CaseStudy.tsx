import type { Link } from '../../lib/link.ts';
import type { CaseStudy as CaseStudyData } from '../../schemas/case-study.ts';
import type { Page } from '../../schemas/pages.ts';
import { ExampleMark } from '../../ui/ExampleMark.tsx';
import { NoBreak } from '../../ui/NoBreak.tsx';
import { Results } from '../../ui/Results.tsx';
import { TextLink } from '../../ui/TextLink.tsx';

interface Props {
  study: CaseStudyData & { id: string };
  labels: Page<'case-studies'>['labels'];
  ask: Link;
  practice: Link;
}

/** A spread: the story on the left, the figures on the right. */
export function CaseStudy({ study, labels, ask, practice }: Props) {
  return (
    <section id={study.id} className="case-study">
      <header className="max-w-3xl">
        <p className="eyebrow">
          <span className="sr-only">{labels.industry}: </span>
          {study.industry} ·&nbsp;<span className="sr-only">{labels.timeline}: </span>
          {study.timeline}
        </p>
        <ExampleMark status={study.status} />
        <h2 className="display mt-2 text-h2">{study.title}</h2>
        <p className="lead mt-4">{study.summary}</p>
      </header>
      <div className="mt-10">
        <h3 className="sr-only">{labels.results}</h3>
        <Results results={study.results} words={labels} />
        <div className="mt-4">
          <TextLink link={ask} />
        </div>
      </div>
      <div className="mt-12 grid gap-x-16 gap-y-8 md:grid-cols-2">
        <Part heading={labels.challenge} text={study.challenge} />
        <Part heading={labels.solution} text={study.solution} />
      </div>
      <div className="mt-8 flex flex-wrap gap-x-3 text-sm">
        <h3 className="font-semibold">{labels.technologies}</h3>
        <ul className="inline-list">
          {study.technologies.map((technology) => (
            <li key={technology}>{technology}</li>
          ))}
        </ul>
      </div>
      <div className="mt-4">
        <TextLink link={practice} />
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
