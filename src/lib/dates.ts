const style = (month: 'long' | 'short') =>
  new Intl.DateTimeFormat('en-US', { year: 'numeric', month, day: 'numeric', timeZone: 'UTC' });
const styles = { long: style('long'), short: style('short') };

/** A calendar day in US English, read and written in UTC so that no time zone shifts it. */
export const formatDay = (day: string, style: keyof typeof styles) =>
  styles[style].format(new Date(`${dayOf(day)}T00:00:00Z`));

/** The day of a moment, in the author's time zone. */
export const dayOf = (date: string) => date.slice(0, 'YYYY-MM-DD'.length);

/** To the minute, in UTC. */
export const minute = (time: Date) => time.toISOString().slice(0, 16).replace('T', ' ');
