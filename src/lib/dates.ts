const styles = {
  long: { year: 'numeric', month: 'long', day: 'numeric' },
  short: { year: 'numeric', month: 'short', day: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** A day of the calendar in US English. It is read and written in UTC, so that no time zone moves it. */
export function formatDay(day: string, style: keyof typeof styles): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { ...styles[style], timeZone: 'UTC' });
}
