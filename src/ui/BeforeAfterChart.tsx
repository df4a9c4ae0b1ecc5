import { scaleOf } from '../lib/before-after.ts';
import { Icon, type IconName } from './Icon.tsx';

interface Props {
  metric: string;
  value: string;
  icon: IconName;
  before: number;
  after: number;
  unit: string;
  words: { before: string; after: string };
}

/** One result: the figure in large type, then where it came from on a scale that begins at zero. */
export function BeforeAfterChart({ metric, value, icon, before, after, unit, words }: Props) {
  const scale = scaleOf({ before, after });
  const number = (of: number) => `${of.toLocaleString('en-US')}${unit}`;
  return (
    <div className="result">
      <dt className="flex items-start gap-2 text-sm text-soft">
        <Icon name={icon} />
        {metric}
      </dt>
      <dd>
        <span className="display mt-1 block text-h2 tabular-nums">{value}</span>
        <svg
          className="chart"
          viewBox={`-6 0 ${scale.width + 12} 26`}
          role="img"
          aria-label={`${metric}: ${number(before)} ${words.before}, ${number(after)} ${words.after}`}
        >
          <path className="chart-axis" d={`M0 20H${scale.width}M0 16v8M${scale.width} 16v8`} />
          <path className="chart-change" d={`M${scale.before} 20H${scale.after}`} />
          <circle className="chart-before" cx={scale.before} cy="20" r="4.5" />
          <circle className="chart-after" cx={scale.after} cy="20" r="5.5" />
        </svg>
        <span className="chart-ends" aria-hidden="true">
          <span>0</span>
          <span>
            {number(before)} → <strong className="text-ink">{number(after)}</strong>
          </span>
          <span>{scale.top.toLocaleString('en-US')}</span>
        </span>
      </dd>
    </div>
  );
}
