const LENGTH = 240;

export type Measure =
  | { kind: 'strokes'; positions: number[] }
  | { kind: 'share'; length: number }
  | { kind: 'multiple'; length: number; positions: number[] }
  | { kind: 'whole' };

/**
 * How a claim's figure is drawn: '50+' as fifty strokes, '99.9%' as a share of a line, '300%' (growth) as a whole
 * that has become four, and words as a horizon.
 */
export function measureOf(figure: string): Measure {
  const number = Number.parseFloat(figure.replace(/[^\d.]/g, ''));
  if (Number.isNaN(number)) return { kind: 'whole' };
  if (figure.endsWith('%')) {
    if (number <= 100) return { kind: 'share', length: round((number / 100) * LENGTH) };
    const wholes = number / 100 + 1;
    const unit = LENGTH / wholes;
    return { kind: 'multiple', length: round(unit), positions: spread(Math.floor(wholes), unit) };
  }
  const strokes = Math.min(60, Math.max(1, Math.round(number)));
  return { kind: 'strokes', positions: spread(strokes, LENGTH / strokes) };
}

const spread = (count: number, step: number) => Array.from({ length: count }, (_, i) => round(i * step + 1));
const round = (value: number) => Math.round(value * 10) / 10;
