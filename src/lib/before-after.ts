export interface BeforeAfter {
  before: number;
  after: number;
}

const WIDTH = 240;

/** Where both values lie on an axis that begins at zero and ends at the next round number. */
export function scaleOf({ before, after }: BeforeAfter) {
  const top = niceCeiling(Math.max(before, after));
  const at = (value: number) => Math.round((value / top) * WIDTH * 10) / 10;
  return { top, before: at(before), after: at(after), width: WIDTH };
}

/** 1, 2, 2.5, 5 or 10 times a power of ten, whichever comes next. */
export function niceCeiling(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= value) ?? 10;
  return Number((step * power).toPrecision(3));
}
