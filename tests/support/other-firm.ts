import { builtFirm } from './firm.ts';

/** The firm that tests of behaviour look at. */
export const {
  root,
  output,
  url,
  database,
  site,
  content,
  contentWith,
  enquiryFields,
  articles,
  wordsOf,
  authorOf,
  claimOf,
  everyRoute,
  meeting,
  built,
  html,
} = await builtFirm('other');
