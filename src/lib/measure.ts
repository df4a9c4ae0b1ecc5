const LENGTH = 240;

export type Measure =
  | { kind: 'strokes'; positions: number[] }
  | { kind: 'share'; length: number }
  | { kind: 'multiple'; length: number }
  | { kind: 'rule' };

/**
 * How a claim's figure is drawn: '50+' as fifty strokes, '10M+' as one for each million, '99.9%' as a share of a line, '300%' (growth) as one beside
 * the four it has become. Words get a plain rule, not a pretended measure.
 */
export function measureOf(figure: string): Measure {
  const [, digits = '', sign = ''] = /^\$?(\d+(?:\.\d+)?)M?(%|\+)?$/.exec(figure) ?? [];
  const number = Number.parseFloat(digits);
  if (Number.isNaN(number)) return { kind: 'rule' };
  if (sign !== '%')
    return number <= 60 ? { kind: 'strokes', positions: spread(Math.round(number)) } : { kind: 'rule' };
  if (number <= 100) return { kind: 'share', length: round((number / 100) * LENGTH) };
  return { kind: 'multiple', length: round(LENGTH / (number / 100 + 1)) };
}

const spread = (count: number) => Array.from({ length: count }, (_, i) => round((i * LENGTH) / count + 1));
const round = (value: number) => Math.round(value * 10) / 10;
