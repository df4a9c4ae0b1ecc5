import { holdHtml } from '../lib/no-break.ts';

/** To be raised when the HTML of the same Markdown changes: it is kept from one build to the next. */
export const MARKUP = 2;

/** The HTML that Markdown gave, as our pages set it; `newTab` is what a link to elsewhere says to a screen reader. */
export const finishMarkup = (html: string, newTab: string) =>
  holdHtml(
    html
      .replace(/<table>[\s\S]*?<\/table>/g, setTable)
      .replace(
        /<a href="(https?:[^"]*)">([\s\S]*?)<\/a>/g,
        `<a href="$1" target="_blank" rel="noopener">$2<span class="sr-only"> (${newTab})</span></a>`,
      ),
  );

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
