export interface Result {
  metric: string;
  short?: string | undefined;
  value: string;
  before: number;
  after: number;
  unit: string;
  better: 'lower' | 'higher';
}

/** A result as a form of a chart: `above` and `below` are percent of the same scale. */
export interface ChartForm {
  metric: string;
  label: string;
  above: number;
  below: number;
  /** The texts above and below it. */
  after: string;
  before: string;
  /** The end of its scale, which begins at zero on the horizon. */
  top: string;
  /** An arch for what should grow, a block for what should shrink. */
  isArch: boolean;
}

export function formOf({ metric, short, value, before, after, unit, better }: Result): ChartForm {
  const most = Math.max(before, after);
  // Percentages over 20 are drawn on a scale to 100.
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

/** A result in words: ‘Orders: 180 before, 460 after’. */
export const resultInWords = (result: Result, words: Words) =>
  `${result.metric}: ${changeInWords(result, words)}`;

/** ‘180 before, 460 after’. */
export const changeInWords = ({ value, before, unit }: Result, words: Words) =>
  `${withWholeUnit(before, unit)} ${words.before}, ${value} ${words.after}`;

/** A figure with its unit if that is short: ‘3.8 s’, but ‘180’ and not ‘180 per hour’. */
export const withUnit = (figure: number, unit: string) =>
  withWholeUnit(figure, unit.trim().length > LONGEST_UNIT_CHARACTERS ? '' : unit);
const LONGEST_UNIT_CHARACTERS = 3;

/** A currency stands before its figure, which then has cents or none: ‘$2.50’, ‘$6,000’. */
function withWholeUnit(figure: number, unit: string): string {
  if (!/^\p{Sc}$/u.test(unit)) return figure.toLocaleString('en-US') + unit;
  const cents = Number.isInteger(figure) ? 0 : 2;
  return unit + figure.toLocaleString('en-US', { minimumFractionDigits: cents });
}

const STEPS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The smallest step times a power of ten that is not below the value. */
export function niceCeiling(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = STEPS.find((factor) => factor * power >= value) ?? 10;
  return Number((step * power).toPrecision(3));
}
