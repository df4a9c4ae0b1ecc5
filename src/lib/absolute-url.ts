/** An address of the site as others know it; the home page has no slash at its end. */
export const absoluteUrl = (to: string, base: string) =>
  new URL(to, base).href.replace(/(?<=^https?:\/\/[^/]+)\/$/, '');
