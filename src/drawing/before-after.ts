export interface Result {
  metric: string;
  short?: string | undefined;
  value: string;
  before: number;
  after: number;
  unit: string;
  better: 'lower' | 'higher';
}

/** A result as it is drawn: what is above the line and what is below it are hundredths of the same scale. */
export interface ChartForm {
  metric: string;
  label: string;
  above: number;
  below: number;
  /** What is written on top of it, and under it. */
  after: string;
  before: string;
  /** Where its scale ends; it begins at zero, on the line. */
  top: string;
  /** What was to grow is an arch, what was to shrink a block. */
  isArch: boolean;
}

export function formOf({ metric, short, value, before, after, unit, better }: Result): ChartForm {
  const most = Math.max(before, after);
  // A large share is a share of 100.
  const top = unit === '%' && most > 20 && most <= 100 ? 100 : niceCeiling(most);
  const share = (figure: number) => Math.round((figure / top) * 100);
  return {
    metric,
    label: short ?? metric,
    above: share(after),
    below: share(before),
    after: value,
    before: withUnit(before, unit),
    top: withUnit(top, unit),
    isArch: better === 'higher',
  };
}

interface Words {
  before: string;
  after: string;
}

/** The same in words, such as ‘Orders: 180 before, 460 after’. */
export const said = (result: Result, words: Words) => `${result.metric}: ${changed(result, words)}`;

/** Such as ‘180 before, 460 after’. */
export const changed = ({ value, before, unit }: Result, words: Words) =>
  `${before.toLocaleString('en-US')}${unit} ${words.before}, ${value} ${words.after}`;

/** What stands behind a number in a drawing is a sign or two: ‘3.8 s’, but ‘180’ and not ‘180 per hour’. */
export const withUnit = (figure: number, unit: string) =>
  figure.toLocaleString('en-US') + (unit.trim().length > LONGEST_UNIT_CHARACTERS ? '' : unit);
const LONGEST_UNIT_CHARACTERS = 3;

const STEPS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The next of these steps times a power of ten. */
export function niceCeiling(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = STEPS.find((factor) => factor * power >= value) ?? 10;
  return Number((step * power).toPrecision(3));
}
