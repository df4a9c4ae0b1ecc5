import type { Figures } from '../../lib/inbox.ts';
import { isFirstMonday, monthText } from '../times.ts';
import { several } from '../words.ts';
import { WeeksTable } from './WeeksTable.tsx';

type Week = Figures['weeks'][number];

/** How much of its room a bar takes, and how high the highest rises: above it stands its number. */
const WIDE = 0.68;
const HIGHEST = 84;
/** With more weeks than these there is no room for the number of each. */
const MOST_NUMBERED = 16;

/** The enquiries of each week as arches on the horizon; behind them, paler, with what was set aside as spam. */
export function Weeks({ weeks }: Pick<Figures, 'weeks'>) {
  const busiest = Math.max(...weeks.map(({ count }) => count));
  const most = Math.max(1, ...weeks.map(({ count, spam }) => count + spam));
  const sum = weeks.reduce((sum, { count }) => sum + count, 0);
  const spam = weeks.reduce((sum, week) => sum + week.spam, 0);
  const isNumbered = ({ count }: Week, i: number) =>
    weeks.length <= MOST_NUMBERED || i === weeks.length - 1 || count === busiest;
  const visits = weeks.reduce((sum, week) => sum + (week.visits ?? 0), 0);
  if (sum + spam + visits === 0)
    return <p className="weeks-caption">Nothing arrived in the last {several(weeks.length, 'week')}.</p>;
  return (
    <figure className="weeks">
      <figcaption className="weeks-caption">
        <b>{several(sum, 'enquiry')}</b> in {several(weeks.length, 'week')}, and{' '}
        <span className="weeks-key">{several(spam, 'that was', 'that were')} set aside as spam</span>
      </figcaption>
      <div aria-hidden="true">
        <svg className="weeks-sky" aria-hidden="true">
          {weeks.map((week, i) => (
            <Arches key={week.monday} {...placeOf(week, i, weeks.length, most)} />
          ))}
          {weeks.map((week, i) => {
            const { middle, total } = placeOf(week, i, weeks.length, most);
            return (
              isNumbered(week, i) && (
                <text key={week.monday} x={`${middle}%`} y={`${100 - total}%`} dy="-6" textAnchor="middle">
                  {week.count}
                </text>
              )
            );
          })}
        </svg>
        <svg className="scene-water weeks-water" aria-hidden="true">
          {weeks.map((week, i) => (
            <Arches key={week.monday} {...placeOf(week, i, weeks.length, most)} isReflection />
          ))}
        </svg>
        <div className="weeks-months">
          {weeks.map(({ monday }) => (
            <span key={monday}>{isFirstMonday(monday) ? monthText(monday) : ''}</span>
          ))}
        </div>
      </div>
      <WeeksTable weeks={weeks} />
    </figure>
  );
}

type Arched = ReturnType<typeof placeOf> & { isReflection?: boolean };

/** In per cent throughout: the picture is as wide as its column, and neither its arches nor its words are stretched. */
function Arches({ middle, width, count, total, isNow, isReflection = false }: Arched) {
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
      {total > count && <rect className="weeks-spam" {...shape(total)} />}
      {count > 0 && <rect className={isNow ? 'weeks-now' : 'weeks-count'} {...shape(count)} />}
    </>
  );
}

const placeOf = ({ count, spam }: Week, i: number, weeks: number, most: number) => ({
  middle: ((i + 0.5) / weeks) * 100,
  width: (WIDE / weeks) * 100,
  count: (count / most) * HIGHEST,
  total: ((count + spam) / most) * HIGHEST,
  isNow: i === weeks - 1,
});
