import type { ReactNode } from 'react';
import { type ChartForm, formOf, type Result, resultInWords } from '../drawing/before-after.ts';
import type { Tone } from '../drawing/scene.ts';

export interface ChartProps {
  results: Result[];
  /** For screen readers: the words for ‘before’ and ‘after’. */
  words: { before: string; after: string };
  /** The colours of the forms, repeated as needed. */
  tones: readonly Tone[];
  /** Unique on a page: names the mask of the water. */
  id: string;
  /** False where the text beside the chart names what was measured. */
  isNamed?: boolean;
  /** How to read the chart. */
  caption?: ReactNode;
}

/**
 * The motif as a chart: above the line what there is now, in the water what there was before. All measures are shares of
 * the drawing's width and height, so that it takes any size and its figures keep theirs.
 */
export function Chart(props: ChartProps) {
  return (
    <figure className="chart">
      <ChartSky {...props} />
      <ChartWater {...props} />
      <ChartLabels {...props} />
      {props.caption && <figcaption className="chart-caption">{props.caption}</figcaption>}
    </figure>
  );
}

export function ChartSky({ results, words, tones, isNamed }: ChartProps) {
  const forms = placed(results);
  const isTold = isNamed !== false && fitsOverForms(results);
  return (
    <svg
      className={classOf('chart-sky', forms)}
      role="img"
      aria-label={results.map((result) => resultInWords(result, words)).join('. ')}
    >
      <g>
        {forms.map(({ form, ...at }, i) => (
          <g key={form.metric}>
            <rect {...barOf(at, form, form.above)} y={`${100 - form.above}%`} className={toneOf(tones, i)} />
            <text x={at.centre} y={`${100 - form.above}%`} dy="-.32em">
              {form.after}
            </text>
            {isTold && (
              // It ends where its form begins, and wraps.
              <foreignObject
                className="chart-name"
                x={at.edge}
                y={`${-form.above}%`}
                width={at.room}
                height="100%"
              >
                <p>
                  <span>{form.label}</span>
                </p>
              </foreignObject>
            )}
          </g>
        ))}
      </g>
    </svg>
  );
}

export function ChartWater({ results, tones, id }: ChartProps) {
  const forms = placed(results);
  // As deep as it has to be, in eighths of the scale.
  const eighths = Math.ceil(Math.max(...forms.map(({ form }) => form.below)) / 12.5);
  const down = (share: number) => round((share * 8) / eighths);
  return (
    <svg className={`${classOf('chart-water', forms)} deep-${eighths}`} aria-hidden="true">
      <mask id={`slices-${id}`}>
        <path d="M0 0V400" />
      </mask>
      <g mask={`url(#slices-${id})`}>
        {forms.map(({ form, ...at }, i) => (
          <rect
            key={form.metric}
            {...barOf(at, form, form.below, down)}
            y={`${down(form.below) - DEPTH_PERCENT}%`}
            className={toneOf(tones, i)}
          />
        ))}
      </g>
      {forms.map(({ form, centre }) => (
        <text key={form.metric} x={centre} y={`${down(form.below)}%`} dy="1.1em">
          {form.before}
        </text>
      ))}
    </svg>
  );
}

/** The scale below each form, with the form's name where that is too long for the space above the figures. */
export function ChartLabels({ results, isNamed = true }: Pick<ChartProps, 'results' | 'isNamed'>) {
  const scale = ({ top }: ChartForm) => `0–${top}`;
  const [only] = results;
  if (!isNamed && only)
    return (
      <span className="chart-scale" aria-hidden="true">
        {scale(formOf(only))}
      </span>
    );
  return (
    <ul
      className={results.length > 1 ? `chart-labels labels-${results.length}` : 'chart-labels'}
      aria-hidden="true"
    >
      {results.map(formOf).map((form) => (
        <li key={form.metric}>
          {!fitsOverForms(results) && `${form.label} `}
          <span className="chart-scale">{scale(form)}</span>
        </li>
      ))}
    </ul>
  );
}

/** A single form has its name as a caption; of several, one has room for three or four short words. */
const fitsOverForms = (results: Result[]) =>
  results.length > 1 && results.map(formOf).every(({ label }) => label.length <= LONGEST_LABEL_CHARACTERS);
const LONGEST_LABEL_CHARACTERS = 28;

/** A form continues behind the horizon, out of sight. */
const DEPTH_PERCENT = 200;
/** Of the scale; a half circle is lower than this at every size of the chart. */
const LOW_PERCENT = 30;
/** The width of a form, of the room it has. */
const WIDTH_SHARE = 0.62;

function placed(results: Result[]) {
  const room = 100 / results.length;
  return results.map((result, i) => ({
    form: formOf(result),
    left: i * room + (room * (1 - WIDTH_SHARE)) / 2,
    width: room * WIDTH_SHARE,
    centre: `${round((i + 0.5) * room)}%`,
    edge: `${round(i * room)}%`,
    room: `${round(room)}%`,
  }));
}

const barOf = (
  { left, width }: { left: number; width: number },
  { isArch }: ChartForm,
  share: number,
  inDrawing = (share: number) => share,
) => ({
  x: `${round(left)}%`,
  width: `${round(width)}%`,
  height: `${DEPTH_PERCENT}%`,
  // Half a circle; flatter where a form is lower than that, or it would be narrower on the line than the others.
  ...(isArch && { rx: `${round(width / 2)}%`, ...(share < LOW_PERCENT && { ry: `${inDrawing(share)}%` }) }),
});

/** Long figures are set smaller, so that they do not touch on a narrow phone. */
function classOf(name: string, forms: { form: ChartForm }[]): string {
  const longest = Math.max(...forms.flatMap(({ form }) => [form.before.length, form.after.length]));
  return longest > 8 ? `${name} chart-longest` : longest > 5 ? `${name} chart-long` : name;
}

const toneOf = (tones: readonly Tone[], i: number) => `tone-${tones[i % tones.length]}`;
const round = (share: number) => Math.round(share * 10) / 10;
