import type { Figures } from '../../lib/inbox.ts';
import { workingTime } from '../times.ts';
import { number } from '../words.ts';

/** How long people waited for an answer, against what the site promises them. */
export function AnswerTimes({ figures: { answers, promised } }: { figures: Figures }) {
  const { answered, median, worst, late, overdue } = answers;
  const figures: [label: string, value: string, isOver: boolean][] = [];
  if (median !== null) figures.push(['Median', workingTime(median), median > promised]);
  if (worst !== null) figures.push(['Slowest', workingTime(worst), worst > promised]);
  if (answered > 0) figures.push([`Late (of ${number(answered)} answered)`, number(late), late > 0]);
  if (answered + overdue > 0) figures.push(['Waiting too long now', number(overdue), overdue > 0]);
  return (
    <section className="mt-8" aria-labelledby="answers">
      <h3 id="answers" className="part-heading">
        How long an answer took
      </h3>
      <p className="text-sm text-soft">
        {answered === 0
          ? 'Nothing was marked as answered in these weeks.'
          : `Promised within ${workingTime(promised)}; weekends do not count.`}
      </p>
      {median !== null && worst !== null && <Scale median={median} worst={worst} promised={promised} />}
      <dl className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-x-6 gap-y-5">
        {figures.map(([label, value, isOver]) => {
          const [, amount = value, unit] = /^([\d.,]+)( .+)$/.exec(value) ?? [];
          return (
            <div
              key={label}
              className="figure flex flex-col-reverse justify-end"
              data-over={isOver || undefined}
            >
              <dt className="text-sm text-soft leading-[1.35]">{label}</dt>
              <dd>
                {amount}
                {unit && <small>{unit}</small>}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

/** Length of the line, relative to the longest time on it. */
const MARGIN = 1.06;

/** A line from zero with the promised time marked on it. Whatever is beyond it was late. */
function Scale({ median, worst, promised }: { median: number; worst: number; promised: number }) {
  const end = Math.max(worst, promised) * MARGIN;
  const at = (hours: number) => `${(hours / end) * 100}%`;
  const isLate = worst > promised;
  return (
    <svg className="answer-scale" aria-hidden="true">
      <line className="stroke-line" strokeWidth="1.5" x1="0" x2="100%" y1="12" y2="12" />
      {isLate && (
        <line className="stroke-error" strokeWidth="3" x1={at(promised)} x2={at(worst)} y1="12" y2="12" />
      )}
      <line className="stroke-ink" strokeWidth="1.5" x1={at(promised)} x2={at(promised)} y1="2" y2="22" />
      <text className="fill-soft text-xs" x={at(promised)} y="38" textAnchor="middle">
        promised
      </text>
      <circle className="fill-brand" cx={at(median)} cy="12" r="5.5" />
      <circle
        className={isLate ? 'fill-paper stroke-error' : 'fill-paper stroke-soft'}
        cx={at(worst)}
        cy="12"
        r="4.5"
        strokeWidth="2"
      />
    </svg>
  );
}
