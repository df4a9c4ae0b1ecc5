import { scaleOf } from '../lib/before-after.ts';
import { Change, withUnit } from './Change.tsx';
import { Icon, type IconName } from './Icon.tsx';
import { NoBreak } from './NoBreak.tsx';

interface Props {
  metric: string;
  value: string;
  icon: IconName;
  before: number;
  after: number;
  unit: string;
  words: { before: string; after: string; change: string };
}

/** One result: where it was and where it is, in large type, then both on a scale that begins at zero. */
export function BeforeAfterChart({ metric, value, icon, before, after, unit, words }: Props) {
  const scale = scaleOf({ before, after, unit });
  return (
    <div className="result">
      <dt>
        <Icon name={icon} />
        <span>
          <NoBreak text={metric} />
        </span>
      </dt>
      <dd>
        <Change {...{ before, value, unit }} change={words.change} />
        <svg
          className="chart"
          viewBox="0 0 240 24"
          role="img"
          aria-label={`${metric}: ${withUnit(before, unit)} ${words.before}, ${withUnit(after, unit)} ${words.after}`}
        >
          <path
            className="chart-axis"
            d={`M${scale.from} 12H${scale.to}M${scale.from} 8v8M${scale.to} 8v8`}
          />
          <text x="0" y="16">
            0
          </text>
          <text x={scale.to + 6} y="16">
            {scale.top.toLocaleString('en-US')}
          </text>
          <path className="chart-change" d={`M${scale.before} 12H${scale.after}`} />
          <circle className="chart-before" cx={scale.before} cy="12" r="4.5" />
          <circle className="chart-after" cx={scale.after} cy="12" r="5.5" />
        </svg>
      </dd>
    </div>
  );
}
