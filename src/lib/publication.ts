export interface Dated {
  /** A day (from midnight UTC), or a moment with its zone: 2026-12-01T09:00+05:30. */
  date: string;
  draft?: boolean;
}

export const momentOf = (date: string): number => Date.parse(date);

export const isPublished = ({ date, draft }: Dated, now: number): boolean => !draft && momentOf(date) <= now;

/** The moments at which scheduled articles appear, the next one first. */
export const comingMoments = (items: Dated[], now: number): number[] =>
  [
    ...new Set(
      items.filter(({ draft, date }) => !draft && momentOf(date) > now).map(({ date }) => momentOf(date)),
    ),
  ].sort((a, b) => a - b);

/** The newest first; equal moments keep their order. */
export const newestFirst = (a: Dated, b: Dated): number => momentOf(b.date) - momentOf(a.date);
