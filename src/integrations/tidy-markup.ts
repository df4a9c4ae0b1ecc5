/** React's mark between two texts: only hydration reads it. */
const BETWEEN_TEXTS = '<!-- -->';
/** Astro's loader looks for it while a page still arrives. Ours hydrates an island long after that. */
const ISLAND_ENDS = '<!--astro:end-->';
/** Not allowed in the body; our own styles say the same (contact.css). */
const STYLE_OF_ISLANDS = /<style>astro-island[^<]*<\/style>/g;
const ISLAND = /(<astro-island [\s\S]*?<\/astro-island>)/;
/** It depends on the folder in which the site was built, and nothing reads it. Without it a build is reproducible. */
const ISLAND_ID = /(<astro-island) uid="[^"]*"/g;
/** Browsers do not mind; validators do. */
const NAMES_OF_REACT = / (?:popoverTarget|autoComplete|inputMode|maxLength|noValidate|tabIndex|srcSet)="/g;

/** Removes what frameworks leave in a page for themselves, and spells attributes as the standard does. */
export const tidyMarkup = (html: string): string =>
  html
    .replaceAll(ISLAND_ENDS, '')
    .replace(STYLE_OF_ISLANDS, '')
    .replace(ISLAND_ID, '$1')
    .split(ISLAND)
    .map((part, i) => (i % 2 === 1 ? part : part.replaceAll(BETWEEN_TEXTS, '')))
    .join('')
    .replace(NAMES_OF_REACT, (name) => name.toLowerCase());
