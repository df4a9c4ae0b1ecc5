/** No Intl: its first call takes a tenth of a second on a slow phone. */
const months = 'January,February,March,April,May,June,July,August,September,October,November,December'.split(
  ',',
);

/** The visitor's date, for elements with data-today. */
export const todayText = (now: Date) => `${months[now.getMonth()]} ${now.getDate()}, ${now.getFullYear()}`;
