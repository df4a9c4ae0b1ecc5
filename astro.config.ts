import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import type { AstroIntegration } from 'astro';
import { defineConfig } from 'astro/config';
import { site } from './src/config/site.ts';
import { browsers } from './src/integrations/browsers.ts';
import { provideContent, siteContent } from './src/integrations/content.ts';
import { development } from './src/integrations/development.ts';
import { editing } from './src/integrations/editing.ts';
import { finishSite } from './src/integrations/finish-site.ts';
import { markdown } from './src/integrations/markdown.ts';
import { noExamples } from './src/integrations/no-examples.ts';

/** Set where the site is built as it will be at a moment to come, or with its drafts (src/integrations/build-ahead.ts). */
const { AS_OF: moment, DRAFTS: drafts } = process.env;
const asOf = moment ? Date.parse(moment) : Date.now();
const content = siteContent(import.meta.dirname, site, asOf, drafts !== undefined);

/** `client:intent`: an island wakes up when a visitor turns to it. */
const intentDirective: AstroIntegration = {
  name: 'intent-directive',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'intent', entrypoint: './src/browser/intent.ts' }),
  },
};

export default defineConfig({
  site: site.url,
  trailingSlash: 'never',
  outDir: './dist/client',
  // Nothing here suspends, and a stream for each component costs more than the component.
  integrations: [
    react({ experimentalDisableStreaming: true }),
    intentDirective,
    provideContent(content),
    noExamples(content),
    development(content),
    editing(content),
    finishSite(content, moment !== undefined),
  ],
  // finishSite() puts them into the pages, without what no page needs.
  build: { format: 'file', inlineStylesheets: 'never' },
  markdown: markdown(() => {
    const { newTab, markup } = content.current.pages.shared;
    return { newTab, ...markup };
  }),
  devToolbar: { enabled: false },
  server: { port: 4321 },
  vite: {
    plugins: [tailwindcss()],
    // The server reads .env by itself; Vite would start again whenever it changes, and watch content/ no more.
    envDir: false,
    // The fonts are preloaded by name and scripts are loaded by name: neither may become a data: address.
    build: {
      assetsInlineLimit: (file) => (/\.woff2$/.test(file) ? false : undefined),
      target: browsers,
      cssTarget: browsers,
    },
  },
});
