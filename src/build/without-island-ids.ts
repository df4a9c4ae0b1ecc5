/**
 * Astro gives each island an id that depends on the folder in which the site was built, and that nothing reads. Without
 * it, the same commit makes the same bytes anywhere.
 */
export const withoutIslandIds = (html: string): string =>
  html.includes('<astro-island ') ? html.replace(/(<astro-island) uid="[^"]*"/g, '$1') : html;
