import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/**
 * Astro gives each island an id that depends on the folder in which the site was built, and that nothing reads. Without
 * it, the same commit makes the same bytes anywhere.
 */
export const withoutIslandIds = (): AstroIntegration => ({
  name: 'without-island-ids',
  hooks: {
    'astro:build:done': ({ dir }) => {
      const folder = fileURLToPath(dir);
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!name.endsWith('.html')) continue;
        const html = readFileSync(`${folder}/${name}`, 'utf8');
        if (html.includes('<astro-island '))
          writeFileSync(`${folder}/${name}`, html.replace(/(<astro-island) uid="[^"]*"/g, '$1'));
      }
    },
  },
});
