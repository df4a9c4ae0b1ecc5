/** By name, as a first call to Intl keeps a slow phone busy for a tenth of a second. */
const months = 'January,February,March,April,May,June,July,August,September,October,November,December'.split(
  ',',
);

/** The visitor's own day, where an element is marked with data-today. */
export const todayText = (now: Date) => `${months[now.getMonth()]} ${now.getDate()}, ${now.getFullYear()}`;
