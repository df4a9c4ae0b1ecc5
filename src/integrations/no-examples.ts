import type { AstroIntegration } from 'astro';
import { findExamples, isReserved, sentenceOf } from '../content/unfinished.ts';
import { Mistake } from '../lib/mistake.ts';
import type { SiteContent } from './content.ts';

/** A build for a real address stops while an example is left. */
export const noExamples = (content: SiteContent): AstroIntegration => ({
  name: 'no-examples',
  hooks: {
    'astro:config:done': () => {
      const { url } = content.site;
      if (process.env.NODE_ENV !== 'production' || isReserved(url)) return;
      const examples = findExamples(content.current);
      if (examples.length === 0 || process.env.ALLOW_EXAMPLES === '1') return;
      throw new Mistake(
        [
          ...examples.map(sentenceOf),
          `Nothing was built for ${url}. ALLOW_EXAMPLES=1 publishes examples as if they were true.`,
        ].join('\n'),
      );
    },
  },
});
