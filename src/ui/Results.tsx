import { BeforeAfterChart } from './BeforeAfterChart.tsx';
import type { IconName } from './Icon.tsx';

interface Props {
  results: { metric: string; value: string; icon: IconName; before: number; after: number; unit: string }[];
  words: { before: string; after: string };
}

/** The four results of a case study. */
export function Results({ results, words }: Props) {
  return (
    <dl className="results">
      {results.map(({ metric, value, icon, before, after, unit }) => (
        <BeforeAfterChart key={metric} {...{ metric, value, icon, before, after, unit, words }} />
      ))}
    </dl>
  );
}
