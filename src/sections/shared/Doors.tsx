import { changeInWords, type Result } from '../../drawing/before-after.ts';
import { type Hue, hueClass } from '../../drawing/scene.ts';
import type { ExampleStatus } from '../../lib/example-status.ts';
import type { Link } from '../../lib/link.ts';
import { Chart } from '../../ui/Chart.tsx';
import { ExampleNote } from '../../ui/ExampleNote.tsx';
import { NoBreak } from '../../ui/NoBreak.tsx';
import { TextLink } from '../../ui/TextLink.tsx';

interface Props {
  /** Left out where there is no case study. */
  result?:
    | {
        heading: string;
        link: Link;
        figures: Result;
        words: { before: string; after: string };
        hue: Hue;
        status: ExampleStatus;
      }
    | undefined;
  question: { heading: string; question: string; answer: string; link: Link };
}

/** The ways to proof and to answers, near the end of a page: one result with its figures, one question with its answer. */
export function Doors({ result, question }: Props) {
  return (
    <div className="wrap doors">
      {result && (
        <section className={`door-result ${hueClass(result.hue)}`}>
          <Chart
            results={[result.figures]}
            words={result.words}
            tones={[result.hue]}
            id="door"
            isNamed={false}
          />
          <div>
            <h2 className="eyebrow hue-text">{result.heading}</h2>
            <ExampleNote status={result.status} />
            <p className="display mt-2 text-h3">
              <NoBreak text={result.figures.metric} />
            </p>
            <p className="text-soft">{changeInWords(result.figures, result.words)}</p>
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
