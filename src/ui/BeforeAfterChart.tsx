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
  const scale = scaleOf({ before, after, unit });
  const number = (of: number) => `${of.toLocaleString('en-US')}${unit}`;
  const short = (of: number) => number(of).replace(/ per .*/, '');
  return (
    <div className="result">
      <dt>
        <Icon name={icon} />
        {metric}
      </dt>
      <dd>
        <span className="display block text-h2">{value}</span>
        <svg
          className="chart"
          viewBox="0 0 240 44"
          role="img"
          aria-label={`${metric}: ${number(before)} ${words.before}, ${number(after)} ${words.after}`}
        >
          <path
            className="chart-axis"
            d={`M${scale.from} 14H${scale.to}M${scale.from} 10v8M${scale.to} 10v8`}
          />
          <text x="0" y="18">
            0
          </text>
          <text x={scale.to + 6} y="18">
            {scale.top.toLocaleString('en-US')}
          </text>
          <path className="chart-change" d={`M${scale.before.at} 14H${scale.after.at}`} />
          <circle className="chart-before" cx={scale.before.at} cy="14" r="4.5" />
          <circle className="chart-after" cx={scale.after.at} cy="14" r="5.5" />
          <text x={scale.before.label} y="38" textAnchor={scale.before.anchor}>
            {short(before)}
          </text>
          <text className="chart-strong" x={scale.after.label} y="38" textAnchor={scale.after.anchor}>
            {short(after)}
          </text>
        </svg>
      </dd>
    </div>
  );
}
