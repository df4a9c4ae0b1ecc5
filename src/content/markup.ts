import { holdHtml } from '../lib/no-break.ts';

/** To be raised when the HTML of the same Markdown changes: it is kept from one build to the next. */
export const MARKUP = 1;

/** The HTML that Markdown gave, as our pages set it. */
export const finishMarkup = (html: string) => holdHtml(html.replace(/<table>[\s\S]*?<\/table>/g, setTable));

const classes: Record<string, string> = { right: ' class="to-right"', center: ' class="to-centre"' };

/**
 * A table that is too wide scrolls by itself, with the keyboard too, under the name of its columns. Its columns are set
 * by classes: the Content-Security-Policy refuses the style attributes of Markdown.
 */
function setTable(table: string): string {
  const names = [...table.matchAll(/<th\b[^>]*>([\s\S]*?)<\/th>/g)].map(([, cell = '']) =>
    cell.replace(/<[^>]*>/g, '').trim(),
  );
  const label = names.filter(Boolean).join(', ').replaceAll('"', '&quot;');
  const set = table.replace(/ style="text-align: ?(\w+);?"/g, (_, side: string) => classes[side] ?? '');
  return `<div class="table" role="region" tabindex="0" aria-label="${label}">${set}</div>`;
}
