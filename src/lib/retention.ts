/** For how long the server remembers what it needs to keep the form usable. The privacy policy names these. */
export const retention = {
  /** A message that is sent again within this time is stored once. */
  repeatDays: 2,
  /** Requests of one network are counted within this time. */
  windowMinutes: 10,
  /** The nightly backups that are there at a time. */
  backups: 14,
  /** Where page views are counted, the count of a day is kept for this long. */
  countDays: 730,
};
