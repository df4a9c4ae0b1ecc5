import { BeforeAfterChart } from './BeforeAfterChart.tsx';
import type { IconName } from './Icon.tsx';

interface Props {
  results: { metric: string; value: string; icon: IconName; before: number; after: number; unit: string }[];
  words: { before: string; after: string; change: string };
}

/** The four results of a case study, and what its marks mean. */
export function Results({ results, words }: Props) {
  return (
    <div>
      <dl className="results">
        {results.map(({ metric, value, icon, before, after, unit }) => (
          <BeforeAfterChart key={metric} {...{ metric, value, icon, before, after, unit, words }} />
        ))}
      </dl>
      <p className="legend" aria-hidden="true">
        <Mark kind="before" /> {words.before} <Mark kind="after" /> {words.after}
      </p>
    </div>
  );
}

function Mark({ kind }: { kind: 'before' | 'after' }) {
  return (
    <svg className="legend-mark" viewBox="0 0 12 12" aria-hidden="true">
      <circle className={`chart-${kind}`} cx="6" cy="6" r={kind === 'before' ? 4.5 : 5.5} />
    </svg>
  );
}
