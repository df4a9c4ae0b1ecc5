import { changeInWords, type Result } from '../../drawing/before-after.ts';
import { type Hue, hueClass } from '../../drawing/scene.ts';
import type { ExampleStatus } from '../../lib/example-status.ts';
import type { Link } from '../../lib/link.ts';
import { Chart } from '../../ui/Chart.tsx';
import { ExampleNote } from '../../ui/ExampleNote.tsx';
import { NoBreak } from '../../ui/NoBreak.tsx';
import { TextLink } from '../../ui/TextLink.tsx';

export interface DoorToResult {
  heading: string;
  link: Link;
  figures: Result;
  words: { before: string; after: string };
  hue: Hue;
  status: ExampleStatus;
}

interface Props {
  /** Left out where there is no case study. */
  result?: DoorToResult | undefined;
  question: DoorToAnswer;
}

interface DoorToAnswer {
  heading: string;
  question: string;
  answer: string;
  link: Link;
}

/** The ways to proof and to answers, near the end of a page: one result with its figures, one question with its answer. */
export function Doors({ result, question }: Props) {
  return (
    <div className="wrap doors">
      {result && <DoorResult {...result} />}
      <DoorAnswer {...question} />
    </div>
  );
}

export function DoorAnswer({ heading, question, answer, link }: DoorToAnswer) {
  return (
    <section className="door">
      <h2 className="eyebrow">{heading}</h2>
      <p className="display mt-2 text-h3">
        <NoBreak text={question} />
      </p>
      <p className="mt-2 max-w-prose text-soft">
        <NoBreak text={answer} />
      </p>
      <div className="mt-4">
        <TextLink link={link} />
      </div>
    </section>
  );
}

export function DoorResult({ heading, link, figures, words, hue, status }: DoorToResult) {
  return (
    <section className={`door door-result ${hueClass(hue)}`}>
      <Chart results={[figures]} words={words} tones={[hue]} id="door" isNamed={false} />
      <div>
        <h2 className="eyebrow hue-text">{heading}</h2>
        <ExampleNote status={status} />
        <p className="display mt-2 text-h3">
          <NoBreak text={figures.metric} />
        </p>
        <p className="text-soft">{changeInWords(figures, words)}</p>
        <TextLink link={link} />
      </div>
    </section>
  );
}
