import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { site } from '../config/site.ts';
import { findExamples, isReserved } from '../content/examples.ts';
import { sentenceOf } from '../content/unfinished.ts';
import { Mistake } from '../lib/mistake.ts';

/** A build for a real address stops while an example is left. */
export const noExamples = (): AstroIntegration => ({
  name: 'no-examples',
  hooks: {
    'astro:config:done': ({ config }) => {
      if (process.env.NODE_ENV !== 'production' || isReserved(site.url)) return;
      const examples = findExamples(fileURLToPath(config.root), site);
      if (examples.length === 0 || process.env.ALLOW_EXAMPLES === '1') return;
      throw new Mistake(
        [
          ...examples.map(sentenceOf),
          `Nothing was built for ${site.url}. ALLOW_EXAMPLES=1 publishes examples as if they were true.`,
        ].join('\n'),
      );
    },
  },
});
