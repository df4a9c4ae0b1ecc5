import { measureOf } from '../drawing/measure.ts';

/** A thin line that shows how large a figure is (drawing/measure.ts); empty for a word. */
export function Measure({ figure }: { figure: string }) {
  const measure = measureOf(figure);
  return (
    <svg className="measure" viewBox="0 0 240 14" preserveAspectRatio="none" aria-hidden="true">
      {measure.kind !== 'none' && <path className="measure-track" d="M0 13H240" />}
      {measure.kind === 'strokes' && (
        <path className="measure-mark" d={measure.positions.map((x) => `M${x} 13V3`).join('')} />
      )}
      {measure.kind === 'share' && <path className="measure-bar" d={`M0 12H${measure.length}`} />}
      {measure.kind === 'blocks' &&
        measure.lengths.map(([from, to], i) => (
          <path
            key={from}
            className={i === 0 ? 'measure-block measure-whole' : 'measure-block'}
            d={`M${from} 9H${to}`}
          />
        ))}
    </svg>
  );
}
