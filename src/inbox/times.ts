const style = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', options);
const clock = style({ hour: '2-digit', minute: '2-digit' });
const weekday = style({ weekday: 'short' });
const day = style({ day: 'numeric', month: 'short' });
const dayOfYear = style({ day: 'numeric', month: 'short', year: 'numeric' });
const longDay = style({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const month = style({ month: 'short' });

const DAY_MS = 24 * 60 * 60 * 1000;

/** As short as possible: 14:02 today, Mon 14:02 in the last days, then 12 Nov. */
export function shortTime(iso: string, now = new Date()): string {
  const time = new Date(iso);
  const days = Math.round((midnight(now) - midnight(time)) / DAY_MS);
  if (days === 0) return clock.format(time);
  // The same weekday of last week would look like today.
  if (days > 0 && days < 7) return `${weekday.format(time)} ${clock.format(time)}`;
  return (time.getFullYear() === now.getFullYear() ? day : dayOfYear).format(time);
}

export const fullTime = (iso: string) => `${longDay.format(new Date(iso))} at ${clock.format(new Date(iso))}`;

/** A moment in a history: the day and the time. */
export function stamp(iso: string, now = new Date()): string {
  const short = shortTime(iso, now);
  if (short === clock.format(new Date(iso))) return `Today ${short}`;
  return short.includes(':') ? short : `${short}, ${clock.format(new Date(iso))}`;
}

/** A day without a time, such as the Monday of a week. No time zone moves it. */
const calendarDay = (text: string) => {
  const [year = 0, monthOfYear = 1, dayOfMonth = 1] = text.slice(0, 10).split('-').map(Number);
  return new Date(year, monthOfYear - 1, dayOfMonth);
};
export const dayText = (text: string) => day.format(calendarDay(text));
export const monthText = (text: string) => month.format(calendarDay(text));
export const isFirstMonday = (text: string) => calendarDay(text).getDate() <= 7;

/** Hours of working days; 24 make one working day. */
export function workingTime(hours: number): string {
  if (hours < 1) return 'under an hour';
  if (hours < 24) return Math.round(hours) === 1 ? '1 hour' : `${Math.round(hours)} hours`;
  const days = Math.round((hours / 24) * 10) / 10;
  return days === 1 ? '1 working day' : `${days} working days`;
}

const midnight = (time: Date) => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();
