import type { Whole } from '../../lib/inbox.ts';
import { fullTime, stamp } from '../times.ts';

/** What became of it, a sentence each, the oldest first. */
export function History({ history }: Pick<Whole, 'history'>) {
  return (
    <section className="part" aria-labelledby="history">
      <h3 id="history" className="part-heading">
        History
      </h3>
      <ol className="history">
        {history.map(({ at, text, isTrouble }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a sentence has no name, and its row no state of its own
          <li key={i} data-trouble={isTrouble ? '' : undefined}>
            <p className="said" dir="auto">
              {isTrouble && <b>Trouble: </b>}
              {text}
            </p>
            <time dateTime={at} title={fullTime(at)}>
              {stamp(at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}
