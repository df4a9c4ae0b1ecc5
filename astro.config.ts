import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import type { AstroIntegration } from 'astro';
import { defineConfig } from 'astro/config';
import { site } from './src/config/site.ts';
import { browsers } from './src/integrations/browsers.ts';
import { checkContentFirst } from './src/integrations/check-content.ts';
import { development } from './src/integrations/development.ts';
import { editing } from './src/integrations/editing.ts';
import { finishSite } from './src/integrations/finish-site.ts';
import { markdown } from './src/integrations/markdown.ts';
import { noExamples } from './src/integrations/no-examples.ts';

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
    checkContentFirst(),
    noExamples(),
    development(),
    editing(),
    finishSite(),
  ],
  // finishSite() puts them into the pages, without what no page needs.
  build: { format: 'file', inlineStylesheets: 'never' },
  markdown,
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
