import { writeFileSync } from 'node:fs';
import { site } from '../config/site.ts';
import { readPage } from '../content/read.ts';
import type { SiteData } from '../server/built.ts';
import { afterBuild } from './after-build.ts';

/** Hands the server what it says to visitors and to the owner. It reads neither content/ nor site.config.ts itself. */
export const siteData = () =>
  afterBuild('site-data', (dir, root) => {
    const { name, url, contactEmail, retentionMonths, countVisits } = site;
    const data: SiteData = {
      name,
      url,
      contactEmail,
      retentionMonths,
      countVisits,
      contact: readPage(root, site, 'contact'),
    };
    writeFileSync(new URL('../site.json', dir), JSON.stringify(data));
  });
