/** The absolute URL of a path. The home page ends with a slash, as in the sitemap. */
export const absoluteUrl = (to: string, base: string) => new URL(to, base).href;
