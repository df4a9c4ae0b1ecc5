/** What React keeps between two texts; only an island that wakes up reads it there. */
const BETWEEN_TEXTS = '<!-- -->';
/** Where Astro's loader would look while a page still arrives. Ours wakes an island long after that. */
const ISLAND_ENDS = '<!--astro:end-->';
/** Not allowed in the body; our own styles say the same (contact.css). */
const STYLE_OF_ISLANDS = /<style>astro-island[^<]*<\/style>/g;
const ISLAND = /(<astro-island [\s\S]*?<\/astro-island>)/;
/** It depends on the folder in which the site was built, and nothing reads it: the same commit makes the same bytes. */
const ISLAND_ID = /(<astro-island) uid="[^"]*"/g;
/** Browsers do not mind; validators do. */
const NAMES_OF_REACT = / (?:popoverTarget|autoComplete|inputMode|maxLength|noValidate|tabIndex|srcSet)="/g;

/** Takes out of a page what frameworks leave behind for themselves, and says the rest as the standard does. */
export const tidyMarkup = (html: string): string =>
  html
    .replaceAll(ISLAND_ENDS, '')
    .replace(STYLE_OF_ISLANDS, '')
    .replace(ISLAND_ID, '$1')
    .split(ISLAND)
    .map((part, i) => (i % 2 === 1 ? part : part.replaceAll(BETWEEN_TEXTS, '')))
    .join('')
    .replace(NAMES_OF_REACT, (name) => name.toLowerCase());
