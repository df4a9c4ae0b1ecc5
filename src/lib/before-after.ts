export interface BeforeAfter {
  before: number;
  after: number;
  unit: string;
}

/** The axis on a drawing 240 wide: room is left on both sides for its first and last number. */
const [FROM, TO] = [12, 206];
/** Where both values stand on an axis that begins at zero. A large share is a share of 100. */
export function scaleOf({ before, after, unit }: BeforeAfter) {
  const most = Math.max(before, after);
  const top = unit === '%' && most > 20 && most <= 100 ? 100 : niceCeiling(most);
  const at = (value: number) => round(FROM + (value / top) * (TO - FROM));
  return { top, from: FROM, to: TO, before: at(before), after: at(after) };
}

const round = (value: number) => Math.round(value * 10) / 10;

/** 1, 2, 2.5, 5 or 10 times a power of ten, whichever comes next. */
export function niceCeiling(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= value) ?? 10;
  return Number((step * power).toPrecision(3));
}
