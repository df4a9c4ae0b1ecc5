const HOUR_MS = 60 * 60 * 1000;

/** Hours between two times that fall on Monday to Friday in this machine's time zone; 24 make a working day. */
export function workingHours(from: Date, to: Date): number {
  let hours = 0;
  for (let start = from; start < to; ) {
    const midnight = new Date(start.getFullYear(), start.getMonth(), start.getDate() + 1);
    const end = midnight < to ? midnight : to;
    const isWeekend = start.getDay() === 0 || start.getDay() === 6;
    if (!isWeekend) hours += (end.getTime() - start.getTime()) / HOUR_MS;
    start = end;
  }
  return hours;
}
