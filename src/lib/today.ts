/** What an element marked with data-today shows: the visitor's own day or year. */
export type TodayPart = 'date' | 'year';

export function todayText(part: TodayPart, now: Date): string {
  return part === 'year'
    ? String(now.getFullYear())
    : now.toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric' });
}
