/** What React keeps between two texts; only an island that wakes up reads it there. */
const BETWEEN_TEXTS = '<!-- -->';
/** Where Astro's loader would look while a page still arrives. Ours wakes an island long after that. */
const ISLAND_ENDS = '<!--astro:end-->';
const ISLAND = /(<astro-island [\s\S]*?<\/astro-island>)/;

/** Takes out what frameworks leave behind for themselves. */
export const withoutComments = (html: string): string =>
  html
    .replaceAll(ISLAND_ENDS, '')
    .split(ISLAND)
    .map((part, i) => (i % 2 === 1 ? part : part.replaceAll(BETWEEN_TEXTS, '')))
    .join('');
