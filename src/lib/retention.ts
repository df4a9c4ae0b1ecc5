/** How long data is kept besides enquiries. The privacy policy names these figures. */
export const retention = {
  /** A message that is sent again within this time is not stored twice. */
  repeatDays: 2,
  /** The window in which requests of one network are counted. */
  windowMinutes: 10,
  /** The number of nightly backups. */
  backups: 14,
  /** How long daily page views are kept, where they are counted. */
  countDays: 730,
};
