/** What few texts hold, and what is looked for in their HTML. */
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

/** The classes of a running text. What it does not hold has no class, and so no rules in the styles of its page. */
export const proseClasses = (html: string): string =>
  [
    'prose',
    ...Object.entries(parts).flatMap(([name, mark]) => (html.includes(mark) ? [`with-${name}`] : [])),
  ].join(' ');
