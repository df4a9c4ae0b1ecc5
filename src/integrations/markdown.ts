import { satteri } from '@astrojs/markdown-satteri';
import Prism from 'prismjs';
import loadLanguages from 'prismjs/components/index.js';
import { defineMdastPlugin } from 'satteri';
import { ledgers } from '../content/markdown/ledger.ts';
import { type MarkupWords, markup } from '../content/markdown/markup.ts';
import { features } from '../content/markdown/outline.ts';

/** Code in a language that Prism does not know is shown as it is: Astro would put it into the page as HTML. */
const plainCode = defineMdastPlugin({
  name: 'plain-code',
  code(node, context) {
    if (node.lang && !isKnown(node.lang)) context.setProperty(node, 'lang', null);
  },
});

loadLanguages.silent = true;
function isKnown(language: string): boolean {
  // Astro has a grammar of its own; `meta`, the first entry of Prism’s list, is not a language.
  if (language === 'astro' || language === 'meta') return language === 'astro';
  loadLanguages([language]);
  return Object.hasOwn(Prism.languages, language);
}

/** Astro's settings for Markdown, with the site's own words. */
export const markdown = (words: () => MarkupWords) =>
  ({
    // By classes: the Content-Security-Policy refuses the style attributes of other highlighters.
    syntaxHighlight: 'prism',
    processor: satteri({ features, mdastPlugins: [ledgers, plainCode], hastPlugins: markup(words) }),
  }) as const;
