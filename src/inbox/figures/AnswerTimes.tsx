import type { Figures } from '../../lib/inbox.ts';
import { workingTime } from '../times.ts';
import { number } from '../words.ts';
import { AnswerScale } from './AnswerScale.tsx';

/** How long people waited for an answer, against what the site promises them. */
export function AnswerTimes({ figures }: { figures: Figures }) {
  const { answers, promised } = figures;
  const { answered, median, worst, late, overdue } = answers;
  const isOver = (hours: number | null) => hours !== null && hours > promised;
  return (
    <section className="answers" aria-labelledby="answers">
      <h3 id="answers" className="part-heading">
        How long an answer took
      </h3>
      <p className="text-sm text-soft">
        {answered === 0
          ? 'Nothing was marked as answered in these weeks.'
          : `Promised within ${workingTime(promised)}; weekends do not count.`}
      </p>
      <AnswerScale {...figures} />
      <dl>
        {median !== null && (
          <Figure label="Half of them within" value={workingTime(median)} isOver={isOver(median)} />
        )}
        {worst !== null && <Figure label="The slowest" value={workingTime(worst)} isOver={isOver(worst)} />}
        {answered > 0 && (
          <Figure label={`Late, of ${number(answered)} answered`} value={number(late)} isOver={late > 0} />
        )}
        {answered + overdue > 0 && (
          <Figure label="Waiting too long now" value={number(overdue)} isOver={overdue > 0} />
        )}
      </dl>
    </section>
  );
}

function Figure({ label, value, isOver }: { label: string; value: string; isOver: boolean }) {
  const [, amount = value, unit] = /^([\d.,]+)( .+)$/.exec(value) ?? [];
  return (
    <div className={isOver ? 'figure figure-over' : 'figure'}>
      <dt>{label}</dt>
      <dd>
        {amount}
        {unit && <small>{unit}</small>}
      </dd>
    </div>
  );
}
