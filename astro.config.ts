import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { compress } from './src/build/compress.ts';
import { enquiriesInDevelopment } from './src/build/enquiries-in-development.ts';
import { gallery } from './src/build/gallery.ts';
import { intentDirective } from './src/build/intent-directive.ts';
import { noExamples } from './src/build/no-examples.ts';
import { redirects } from './src/build/redirects.ts';
import { rewritePages } from './src/build/rewrite-pages.ts';
import { siteData } from './src/build/site-data.ts';
import { writeHeaders } from './src/build/write-headers.ts';
import { site } from './src/config/site.ts';

export default defineConfig({
  site: site.url,
  trailingSlash: 'never',
  outDir: './dist/client',
  // Nothing here suspends, and a stream for each component costs more than the component.
  integrations: [
    react({ experimentalDisableStreaming: true }),
    intentDirective(),
    gallery(),
    noExamples(),
    enquiriesInDevelopment(),
    siteData(),
    rewritePages(),
    writeHeaders(),
    redirects(),
    compress(),
  ],
  build: { format: 'file', inlineStylesheets: 'always' },
  devToolbar: { enabled: false },
  server: { port: 4321 },
  vite: {
    plugins: [tailwindcss()],
    // The fonts are preloaded by name and scripts are loaded by name: neither may become a data: address.
    build: {
      assetsInlineLimit: (file) => (/\.woff2$/.test(file) ? false : undefined),
      cssTarget: 'chrome123',
    },
  },
});
