import { escapeHtml, unescapeHtml } from '../../lib/escape-html.ts';
import { holdHtml } from '../../lib/no-break.ts';
import type { Page } from '../../schemas/pages.ts';

/** What the site itself says within a text. */
export type MarkupWords = Pick<Page<'shared'>, 'newTab'> & Page<'shared'>['markup'];

/** The HTML that Markdown gave, as our pages set it. */
export const finishMarkup = (html: string, words: MarkupWords) =>
  holdHtml(
    [setMarks, setTables, setCode, setQuotations, setFigures, setTasks, setNotes, setLinks].reduce(
      (set, step) => step(set, words),
      html,
    ),
  );

type Step = (html: string, words: MarkupWords) => string;

const setLinks: Step = (html, { newTab }) =>
  html.replace(
    /<a href="(https?:[^"]*)">([\s\S]*?)<\/a>/g,
    `<a href="$1" target="_blank" rel="noopener">$2<span class="sr-only"> (${newTab})</span></a>`,
  );

const sides: Record<string, string> = { right: ' class="to-right"', center: ' class="to-centre"' };

/**
 * A table that is too wide scrolls by itself, with the keyboard too, under the name of its columns. Its columns are set
 * by classes: the Content-Security-Policy refuses the style attributes of Markdown.
 */
const setTables: Step = (html) =>
  html.replace(/<table>[\s\S]*?<\/table>/g, (table) => {
    const names = [...table.matchAll(/<th\b[^>]*>([\s\S]*?)<\/th>/g)].map(([, cell = '']) => textOf(cell));
    const set = table.replace(/ style="text-align: ?(\w+);?"/g, (_, side: string) => sides[side] ?? '');
    return `<section class="table" tabindex="0" aria-label="${quoted(names.filter(Boolean).join(', '))}">${set}</section>`;
  });

/** A line of code that is too wide scrolls by itself, with the keyboard too. */
const setCode: Step = (html, { code }) =>
  html.replace(
    /<pre(?: class="[^"]*")?(?: data-language="[^"]*")?>([\s\S]*?)<\/pre>/g,
    `<section class="code" tabindex="0" aria-label="${quoted(code)}"><pre>$1</pre></section>`,
  );

/** A quotation whose last paragraph begins with a dash has a source. */
const setQuotations: Step = (html) =>
  html.replace(
    /<blockquote>((?:(?!<\/?blockquote>)[\s\S])*?)\s*<p>[—–] ?((?:(?!<\/p>)[\s\S])*)<\/p>\s*<\/blockquote>/g,
    '<figure class="quotation"><blockquote>$1</blockquote><figcaption>$2</figcaption></figure>',
  );

/** Astro's mark of a picture that lies beside the text, with what the author wrote of it. */
export const PICTURE = /<img __ASTRO_IMAGE_="([^"]*)"[^>]*>/g;

export const pictureOf = (written: string) =>
  JSON.parse(unescapeHtml(written)) as { src: string; alt: string; title?: string };

/** Astro leaves < and > in it as they are; whoever looks for the end of a tag would find them. */
const setMarks: Step = (html) =>
  html.replace(PICTURE, (mark, written: string) =>
    mark.replace(written, () => escapeHtml(unescapeHtml(written))),
  );

/** A picture with a paragraph to itself is a figure; its title is the caption below it. */
const setFigures: Step = (html) =>
  html.replace(new RegExp(`<p>(${PICTURE.source})</p>`, 'g'), (_, picture: string, written: string) => {
    const { title } = pictureOf(written);
    return `<figure>${picture}${title ? `<figcaption>${escapeHtml(title)}</figcaption>` : ''}</figure>`;
  });

/** A box that nobody can tick is a sign. */
const setTasks: Step = (html) =>
  html
    .replace(/<input type="checkbox"( checked)? disabled>/g, (_, checked?: string) => (checked ? '☑' : '☐'))
    .replaceAll(' class="contains-task-list"', ' class="tasks"')
    .replaceAll(' class="task-list-item"', '');

const setNotes: Step = (html, { notes, backToText }) =>
  html
    .replace(
      /<section data-footnotes class="footnotes"><h2 class="sr-only" id="footnote-label">[^<]*<\/h2>/,
      `<section class="notes"><h2 id="footnote-label">${notes}</h2>`,
    )
    .replace(
      / data-footnote-backref="" aria-label="([^"]*)" class="data-footnote-backref"/g,
      ` aria-label="${quoted(backToText)} $1"`,
    )
    .replaceAll(' data-footnote-ref', '');

const textOf = (html: string) => html.replace(/<[^>]*>/g, '').trim();
const quoted = (text: string) => text.replaceAll('"', '&quot;');
