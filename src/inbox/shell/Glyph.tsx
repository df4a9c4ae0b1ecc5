import type { ListName } from '../../lib/inbox.ts';

/** Icons of the lists on a 16 × 16 grid: a sun above, on and below the horizon, by the state of an enquiry. */
const drawings = {
  new: { fill: 'M8 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9z', line: 'M1.5 14h13' },
  open: { fill: 'M2.5 9.5a5.5 5.5 0 0 1 11 0z', line: 'M.5 9.5h15' },
  answered: {
    fill: 'M2.5 7.5a5.5 5.5 0 0 1 11 0zM2.7 9h10.6l-.5 1.6H3.2zM4.2 12.1h7.6l-1.4 1.2H5.6z',
    line: '',
  },
  closed: { fill: '', line: 'M.5 8h15M4 11h8' },
  parked: { fill: '', line: 'M8 2.2 14.8 14H1.2zM8 6.5v3.4M8 12v.1' },
  spam: { fill: '', line: 'M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM4.2 11.8l7.6-7.6' },
  all: { fill: '', line: 'M1.5 3.5h13M1.5 8h13M1.5 12.5h13' },
  figures: { fill: 'M2 10V6h3v4zM6.5 10V1.5h3V10zM11 10V4h3v6z', line: 'M.5 10h15M3.5 12.8h9M5.5 15.2h5' },
} as const satisfies Record<ListName | 'figures', { fill: string; line: string }>;

export type GlyphName = keyof typeof drawings;

export function Glyph({ name }: { name: GlyphName }) {
  const { fill, line } = drawings[name];
  return (
    <svg className={`glyph glyph-${name}`} viewBox="0 0 16 16" aria-hidden="true">
      {fill && <path className="glyph-fill" d={fill} />}
      {line && <path className="glyph-line" d={line} />}
    </svg>
  );
}
