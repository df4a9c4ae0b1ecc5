/** What an element marked with data-today shows: the visitor's own day or year. */
export type TodayPart = 'date' | 'year';

/** By name, as a first call to Intl keeps a slow phone busy for a tenth of a second. */
const months = 'January,February,March,April,May,June,July,August,September,October,November,December'.split(
  ',',
);

export function todayText(part: TodayPart, now: Date): string {
  const year = String(now.getFullYear());
  return part === 'year' ? year : `${months[now.getMonth()]} ${now.getDate()}, ${year}`;
}
