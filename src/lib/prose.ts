/** Elements that few texts hold, and how their HTML is recognised. */
const parts = {
  h4: '<h4',
  table: '<table',
  ledger: 'class="ledger"',
  entries: '<td><strong>',
  list: '<li',
  h3: '<h3',
  dl: '<dl',
  hr: '<hr',
  blockquote: '<blockquote',
  figure: '<figure',
  img: '<img',
  code: '<code',
  pre: '<pre',
  details: '<details',
  notes: '<section class="notes"',
};

/** The classes of a running text. Elements it does not hold get no class, so the build drops their styles. */
export const proseClasses = (html: string): string =>
  [
    'prose',
    ...Object.entries(parts).flatMap(([name, mark]) => (html.includes(mark) ? [`with-${name}`] : [])),
  ].join(' ');
