import type { Figures } from '../../lib/inbox.ts';
import { dayText, isFirstMonday, monthText } from '../times.ts';
import { number, several } from '../words.ts';

type Weeks = Figures['weeks'];

/** Width of a bar and height of the highest one, in proportion; its number is above it. */
const WIDE = 0.68;
const HIGHEST = 0.84;

/** The enquiries of each week as arches on the horizon; behind them, paler, with what was set aside as spam. */
export function Weeks({ weeks }: { weeks: Weeks }) {
  const sumOf = (field: 'count' | 'spam' | 'visits') =>
    weeks.reduce((sum, week) => sum + (week[field] ?? 0), 0);
  if (sumOf('count') + sumOf('spam') + sumOf('visits') === 0)
    return <p className="text-sm text-soft">Nothing arrived in the last {several(weeks.length, 'week')}.</p>;

  const most = Math.max(1, ...weeks.map(({ count, spam }) => count + spam));
  /** In per cent: the picture is as wide as its column, and nothing in it is stretched. */
  const bars = weeks.map(({ monday, count, spam }, i) => ({
    monday,
    count,
    middle: (100 * (i + 0.5)) / weeks.length,
    width: (100 * WIDE) / weeks.length,
    height: (100 * HIGHEST * count) / most,
    total: (100 * HIGHEST * (count + spam)) / most,
  }));
  return (
    <figure className="weeks">
      <figcaption className="text-sm text-soft">
        <b className="font-semibold text-ink">{several(sumOf('count'), 'enquiry')}</b> in{' '}
        {several(weeks.length, 'week')}, and{' '}
        <span className="weeks-key">{several(sumOf('spam'), 'that was', 'that were')} set aside as spam</span>
      </figcaption>
      <div aria-hidden="true">
        <svg className="weeks-sky" aria-hidden="true">
          <Arches bars={bars} />
          {bars.map(({ monday, count, middle, total }) => (
            <text key={monday} x={`${middle}%`} y={`${100 - total}%`} dy="-6" textAnchor="middle">
              {count}
            </text>
          ))}
        </svg>
        <svg className="scene-water weeks-water" aria-hidden="true">
          <Arches bars={bars} isReflection />
        </svg>
        <div className="grid min-h-[1.5em] auto-cols-fr grid-flow-col text-center text-soft text-xs">
          {weeks.map(({ monday }) => (
            <span key={monday}>{isFirstMonday(monday) ? monthText(monday) : ''}</span>
          ))}
        </div>
      </div>
      <WeeksTable weeks={weeks} />
    </figure>
  );
}

interface ArchesProps {
  bars: { monday: string; middle: number; width: number; height: number; total: number }[];
  isReflection?: boolean;
}

/** Each arch continues below the horizon, where it is clipped. */
function Arches({ bars, isReflection = false }: ArchesProps) {
  const shape = ({ middle, width }: ArchesProps['bars'][number], height: number) => ({
    x: `${middle - width / 2}%`,
    y: isReflection ? '-100%' : `${100 - height}%`,
    width: `${width}%`,
    height: isReflection ? `${100 + height}%` : '200%',
    rx: `${width / 2}%`,
  });
  return bars.map((bar) => (
    <g key={bar.monday} className="weeks-bar">
      {bar.total > bar.height && <rect className="weeks-spam" {...shape(bar, bar.total)} />}
      {bar.height > 0 && <rect {...shape(bar, bar.height)} />}
    </g>
  ));
}

/** The same as text, for screen readers. If page views are counted, everybody sees it. */
function WeeksTable({ weeks }: { weeks: Weeks }) {
  const hasVisits = weeks.some(({ visits }) => visits !== undefined);
  return (
    <table className={hasVisits ? 'weeks-table' : 'sr-only'}>
      <caption className="text-left text-soft">
        {hasVisits ? 'Enquiries and page views by week' : 'Enquiries by week'}
      </caption>
      <thead className="align-bottom text-soft">
        <tr>
          <th scope="col">Week from</th>
          <th scope="col">Enquiries</th>
          <th scope="col">Spam</th>
          {hasVisits && <th scope="col">Page views</th>}
        </tr>
      </thead>
      <tbody>
        {weeks.map(({ monday, count, spam, visits }) => (
          <tr key={monday}>
            <th scope="row">{dayText(monday)}</th>
            <td>{number(count)}</td>
            <td>{number(spam)}</td>
            {visits !== undefined && <td>{number(visits)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
