import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { site } from '../config/site.ts';
import { readPage } from '../content/read.ts';
import type { SiteData } from '../server/built.ts';

/** Hands the server what it says to visitors and to the owner. It reads neither content/ nor site.config.ts itself. */
export const siteData = (): AstroIntegration => {
  let root: string;
  return {
    name: 'site-data',
    hooks: {
      'astro:config:setup': ({ config }) => {
        root = fileURLToPath(config.root);
      },
      'astro:build:done': ({ dir }) => {
        const { name, contactEmail, retentionMonths, countVisits } = site;
        const data: SiteData = {
          name,
          contactEmail,
          retentionMonths,
          countVisits,
          contact: readPage(root, site, 'contact'),
        };
        writeFileSync(new URL('../site.json', dir), JSON.stringify(data));
      },
    },
  };
};
