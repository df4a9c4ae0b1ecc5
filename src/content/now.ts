/** The moment for which the site is built: another than this one where what will be published is built ahead. */
export const now = (): number => (process.env.AS_OF ? Date.parse(process.env.AS_OF) : Date.now());
