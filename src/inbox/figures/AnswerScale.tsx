import type { Figures } from '../../lib/inbox.ts';

/** How much of the line is left free at its end. */
const MARGIN = 1.06;

/** Both on one line that begins at zero, with the promise between them: what lies beyond it was late. */
export function AnswerScale({ answers: { median, worst }, promised }: Figures) {
  if (median === null || worst === null) return null;
  const end = Math.max(worst, promised) * MARGIN;
  const at = (hours: number) => `${(hours / end) * 100}%`;
  return (
    <svg className="answer-scale" aria-hidden="true">
      <line className="answer-line" x1="0" x2="100%" y1="12" y2="12" />
      {worst > promised && <line className="answer-late" x1={at(promised)} x2={at(worst)} y1="12" y2="12" />}
      <line className="answer-promise" x1={at(promised)} x2={at(promised)} y1="2" y2="22" />
      <text x={at(promised)} y="38" textAnchor="middle">
        promised
      </text>
      <circle className="answer-median" cx={at(median)} cy="12" r="5.5" />
      <circle
        className={worst > promised ? 'answer-worst answer-over' : 'answer-worst'}
        cx={at(worst)}
        cy="12"
        r="4.5"
      />
    </svg>
  );
}
