import type { ComponentProps } from 'react';
import type { Link } from '../../lib/link.ts';
import { Change } from '../../ui/Change.tsx';
import { NoBreak } from '../../ui/NoBreak.tsx';
import { TextLink } from '../../ui/TextLink.tsx';

interface Props {
  /** Left out where there is no case study. */
  result?: ({ heading: string; metric: string; link: Link } & ComponentProps<typeof Change>) | undefined;
  question: { heading: string; question: string; answer: string; link: Link };
}

/** The ways to proof and to answers, near the end of a page: one result with its figures, one question with its answer. */
export function Doors({ result, question }: Props) {
  return (
    <div className="wrap doors">
      {result && (
        <section>
          <h2 className="eyebrow">{result.heading}</h2>
          <Change {...result} />
          <p className="mt-1 text-soft">
            <NoBreak text={result.metric} />
          </p>
          <div className="mt-4">
            <TextLink link={result.link} />
          </div>
        </section>
      )}
      <section className={result ? undefined : 'md:col-span-2'}>
        <h2 className="eyebrow">{question.heading}</h2>
        <p className="display mt-2 text-h3">
          <NoBreak text={question.question} />
        </p>
        <p className="mt-2 max-w-prose text-soft">
          <NoBreak text={question.answer} />
        </p>
        <div className="mt-4">
          <TextLink link={question.link} />
        </div>
      </section>
    </div>
  );
}
