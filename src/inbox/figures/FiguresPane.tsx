import { useQuery } from '@tanstack/react-query';
import type { Figures, Keeping as Kept, Overview } from '../../lib/inbox.ts';
import { Waiting } from '../shell/Waiting.tsx';
import { sentenceFor } from '../state/ask.ts';
import { figuresQuery } from '../state/queries.ts';
import { stamp, workingTime } from '../times.ts';
import { bytes, counted, number, several } from '../words.ts';
import { AnswerTimes } from './AnswerTimes.tsx';
import { Weeks } from './Weeks.tsx';

/** How the firm is doing: a sentence, the weeks, how long answers took, and whether the enquiries are safe. */
export function FiguresPane({ overview }: { overview: Overview | undefined }) {
  const { data: figures, error } = useQuery(figuresQuery);
  return (
    <div className="reading">
      <div className="reading-sky">
        <h2 id="figures-heading" className="display text-h3">
          {overview && figures ? summaryOf(overview, figures) : 'Figures'}
        </h2>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and nothing in it could take the focus */}
      <section className="reading-ground reading-rest" tabIndex={0} aria-labelledby="figures-heading">
        <div className="reading-column pt-7 pb-10">
          {figures && (
            <>
              <Weeks weeks={figures.weeks} />
              <AnswerTimes figures={figures} />
              <Keeping {...figures.keeping} />
            </>
          )}
          {!figures && (error ? <p className="text-error">{sentenceFor(error)}</p> : <Waiting />)}
        </div>
      </section>
    </div>
  );
}

/** What is new, and whether anybody waits too long. */
function summaryOf({ counts }: Overview, { answers: { overdue }, promised }: Figures): string {
  const arrived =
    counts.new === 0
      ? 'Nothing new.'
      : `${counted(counts.new)} new ${counts.new === 1 ? 'enquiry' : 'enquiries'}.`;
  return overdue === 0
    ? `${arrived} No visitor waits longer than promised.`
    : `${arrived} ${several(overdue, 'has', 'have')} waited over ${workingTime(promised)}.`;
}

function Keeping({ backup, mail, disk }: Kept) {
  const facts = {
    ...(backup !== undefined && { 'Last backup': backup ? stamp(backup) : 'none found' }),
    'Last mail delivered': mail.last ? stamp(mail.last) : 'none yet',
    'Mails that wait': number(mail.waiting),
    ...(disk && { 'Free on the disk': `${bytes(disk.free)}, ${Math.round(disk.share * 100)}%` }),
  };
  return (
    <section className="keeping mt-8" aria-labelledby="keeping">
      <h3 id="keeping" className="part-heading">
        How the enquiries are kept
      </h3>
      <dl className="text-sm">
        {Object.entries(facts).map(([label, value]) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4 py-1.5">
            <dt className="text-soft">{label}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
