import { withUnit } from '../drawing/before-after.ts';

interface Props {
  before: number;
  value: string;
  unit: string;
  /** Such as ‘{before} to {after}’. */
  change: string;
}

/** Where a figure was and where it is, in large type. */
export function FigureChange({ before, value, unit, change }: Props) {
  const [, between = ''] = change.split(/\{before\}|\{after\}/);
  return (
    <p className="change">
      <span className="change-before">
        {withUnit(before, unit)}
        {between}
      </span>
      {value}
    </p>
  );
}
