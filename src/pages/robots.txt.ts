import { site } from '../config/site.ts';
import { sitemapPath } from '../routes.ts';

export const GET = () => new Response(`User-agent: *\nAllow: /\n\nSitemap: ${site.url}${sitemapPath}\n`);
