import { useQuery } from '@tanstack/react-query';
import type { Overview } from '../../lib/inbox.ts';
import { Waiting } from '../shell/Waiting.tsx';
import { sentenceFor } from '../state/ask.ts';
import { figuresQuery } from '../state/queries.ts';
import { AnswerTimes } from './AnswerTimes.tsx';
import { Keeping } from './Keeping.tsx';
import { morning } from './morning.ts';
import { Weeks } from './Weeks.tsx';

/** How the firm is doing, in a sentence, a picture and four numbers. */
export function FiguresPane({ overview }: { overview: Overview | undefined }) {
  const { data: figures, error } = useQuery(figuresQuery);
  return (
    <div className="reading">
      <div className="reading-sky">
        <h2 id="figures-heading" className="display text-h3">
          {overview && figures ? morning(overview, figures) : 'Figures'}
        </h2>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and nothing in it could take the focus */}
      <section className="reading-ground reading-rest" tabIndex={0} aria-labelledby="figures-heading">
        <div className="reading-column figures">
          {error && !figures && <p className="text-error">{sentenceFor(error)}</p>}
          {!error && !figures && <Waiting />}
          {figures && <Weeks weeks={figures.weeks} />}
          {figures && <AnswerTimes figures={figures} />}
          {figures && <Keeping {...figures.keeping} />}
        </div>
      </section>
    </div>
  );
}
