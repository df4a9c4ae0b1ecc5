/** An address of the site as others know it. The home page is a slash, as in the sitemap and in every browser. */
export const absoluteUrl = (to: string, base: string) => new URL(to, base).href;
