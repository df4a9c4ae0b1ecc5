const LENGTH = 240;
/** Between two blocks. */
const GAP = 4;
const MOST_BLOCKS = 10;

type DrawnMeasure =
  | { kind: 'strokes'; positions: number[] }
  | { kind: 'share'; length: number }
  | { kind: 'blocks'; lengths: [from: number, to: number][] }
  | { kind: 'none' };

/**
 * How a claim's figure is drawn: '50+' as fifty strokes, '10M+' as one for each million, '99.9%' as a share of a line,
 * '300%' (growth) as one block before and three more after. Words get no measure.
 */
export function measureOf(figure: string): DrawnMeasure {
  const [, digits = '', sign = ''] = /^\$?(\d+(?:\.\d+)?)M?(%|\+)?$/.exec(figure) ?? [];
  const number = Number.parseFloat(digits);
  if (Number.isNaN(number)) return { kind: 'none' };
  if (sign !== '%')
    return number <= 60 ? { kind: 'strokes', positions: spread(Math.round(number)) } : { kind: 'none' };
  if (number <= 100) return { kind: 'share', length: round((number / 100) * LENGTH) };
  return number <= MOST_BLOCKS * 100 ? { kind: 'blocks', lengths: blocks(number / 100) } : { kind: 'none' };
}

/** The first block is the state before; the last one may be partial. */
function blocks(growth: number): [number, number][] {
  const block = LENGTH / (growth + 1);
  return Array.from({ length: Math.ceil(growth) + 1 }, (_, i) => [
    round(i * block),
    round(Math.min((i + 1) * block, LENGTH) - GAP),
  ]);
}

const spread = (count: number) => Array.from({ length: count }, (_, i) => round((i * LENGTH) / count + 1));
const round = (value: number) => Math.round(value * 10) / 10;
