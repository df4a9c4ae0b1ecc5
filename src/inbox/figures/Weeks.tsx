import type { Figures } from '../../lib/inbox.ts';
import { dayText, isFirstMonday, monthText } from '../times.ts';
import { number, several } from '../words.ts';

type Weeks = Figures['weeks'];

/** Width of a bar and height of the highest one, in proportion; above that stands its number. */
const WIDE = 0.68;
const HIGHEST = 0.84;
/** With more weeks than these there is no room for the number of each. */
const MOST_NUMBERED = 16;

/** The enquiries of each week as arches on the horizon; behind them, paler, with what was set aside as spam. */
export function Weeks({ weeks }: { weeks: Weeks }) {
  const sumOf = (field: 'count' | 'spam' | 'visits') =>
    weeks.reduce((sum, week) => sum + (week[field] ?? 0), 0);
  if (sumOf('count') + sumOf('spam') + sumOf('visits') === 0)
    return <p className="text-sm text-soft">Nothing arrived in the last {several(weeks.length, 'week')}.</p>;

  const busiest = Math.max(...weeks.map(({ count }) => count));
  const most = Math.max(1, ...weeks.map(({ count, spam }) => count + spam));
  const bars = weeks.map(({ monday, count, spam }, i) => {
    const isNow = i === weeks.length - 1;
    return {
      monday,
      count,
      middle: (100 * (i + 0.5)) / weeks.length,
      width: (100 * WIDE) / weeks.length,
      height: (100 * HIGHEST * count) / most,
      total: (100 * HIGHEST * (count + spam)) / most,
      isNow,
      isNumbered: weeks.length <= MOST_NUMBERED || isNow || count === busiest,
    };
  });
  return (
    <figure className="weeks">
      <figcaption className="text-sm text-soft">
        <b className="font-semibold text-ink">{several(sumOf('count'), 'enquiry')}</b> in{' '}
        {several(weeks.length, 'week')}, and{' '}
        <span className="weeks-key">{several(sumOf('spam'), 'that was', 'that were')} set aside as spam</span>
      </figcaption>
      <div aria-hidden="true">
        <svg className="weeks-sky" aria-hidden="true">
          {bars.map((bar) => (
            <Arches key={bar.monday} {...bar} />
          ))}
          {bars.map(
            ({ monday, count, middle, total, isNumbered }) =>
              isNumbered && (
                <text key={monday} x={`${middle}%`} y={`${100 - total}%`} dy="-6" textAnchor="middle">
                  {count}
                </text>
              ),
          )}
        </svg>
        <svg className="scene-water weeks-water" aria-hidden="true">
          {bars.map((bar) => (
            <Arches key={bar.monday} {...bar} isReflection />
          ))}
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
  middle: number;
  width: number;
  height: number;
  total: number;
  isNow: boolean;
  isReflection?: boolean;
}

/** All in per cent: the picture is as wide as its column, and nothing in it is stretched. */
function Arches({ middle, width, height, total, isNow, isReflection = false }: ArchesProps) {
  const shape = (height: number) => ({
    x: `${middle - width / 2}%`,
    width: `${width}%`,
    rx: `${width / 2}%`,
    // The other end is behind the horizon.
    ...(isReflection
      ? { y: '-100%', height: `${100 + height}%` }
      : { y: `${100 - height}%`, height: '200%' }),
  });
  return (
    <>
      {total > height && <rect className="weeks-spam" {...shape(total)} />}
      {height > 0 && (
        <rect className={isNow ? 'fill-lavender-strong' : 'fill-lavender-line'} {...shape(height)} />
      )}
    </>
  );
}

/** The picture for those who do not see it; for everybody where page views are counted as well. */
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
