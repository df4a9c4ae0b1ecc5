export interface BeforeAfter {
  before: number;
  after: number;
  unit: string;
}

/** The axis on a drawing 240 wide: room is left on both sides for its first and last number. */
const [FROM, TO] = [12, 206];
/** Two labels nearer than this would run into each other; then they stand on either side of the middle. */
const APART = 38;

type Anchor = 'start' | 'middle' | 'end';

/** Where both values and their labels stand on an axis that begins at zero. A large share is a share of 100. */
export function scaleOf({ before, after, unit }: BeforeAfter) {
  const most = Math.max(before, after);
  const top = unit === '%' && most > 20 && most <= 100 ? 100 : niceCeiling(most);
  const at = (value: number) => round(FROM + (value / top) * (TO - FROM));
  const [first, second] = [at(before), at(after)];
  const middle = (first + second) / 2;
  const mark = (own: number, other: number): { at: number; label: number; anchor: Anchor } => {
    if (Math.abs(own - other) >= APART) return { at: own, label: Math.max(own, 15), anchor: 'middle' };
    return own < other
      ? { at: own, label: round(middle - 4), anchor: 'end' }
      : { at: own, label: round(middle + 4), anchor: 'start' };
  };
  return { top, from: FROM, to: TO, before: mark(first, second), after: mark(second, first) };
}

const round = (value: number) => Math.round(value * 10) / 10;

/** 1, 2, 2.5, 5 or 10 times a power of ten, whichever comes next. */
export function niceCeiling(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= value) ?? 10;
  return Number((step * power).toPrecision(3));
}
