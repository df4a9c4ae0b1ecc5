export interface BeforeAfter {
  before: number;
  after: number;
  unit: string;
}

/** The axis on a drawing 240 wide: room is left on both sides for its first and last number. */
const [FROM, TO] = [12, 206];
/** Two labels nearer than this would run into each other. */
const APART = 74;

type Anchor = 'start' | 'middle' | 'end';

/** Where both values and their labels stand on an axis that begins at zero. A large share is a share of 100. */
export function scaleOf({ before, after, unit }: BeforeAfter) {
  const most = Math.max(before, after);
  const top = unit === '%' && most > 20 && most <= 100 ? 100 : niceCeiling(most);
  const at = (value: number) => Math.round((FROM + (value / top) * (TO - FROM)) * 10) / 10;
  const [x, y] = [at(before), at(after)];
  const close = Math.abs(x - y) < APART;
  const anchor = (own: number, other: number): Anchor => {
    if (close) return own < other ? 'end' : 'start';
    if (own < FROM + 24) return 'start';
    return own > TO - 24 ? 'end' : 'middle';
  };
  // Where both labels would leave the drawing on one side, they stand around the middle of what is left.
  const shift = close ? Math.max(0, 78 - Math.min(x, y)) - Math.max(0, Math.max(x, y) - 166) : 0;
  return {
    top,
    from: FROM,
    to: TO,
    before: { at: x, label: x + shift, anchor: anchor(x, y) },
    after: { at: y, label: y + shift, anchor: anchor(y, x) },
  };
}

/** 1, 2, 2.5, 5 or 10 times a power of ten, whichever comes next. */
export function niceCeiling(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= value) ?? 10;
  return Number((step * power).toPrecision(3));
}
