import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { browsers } from './src/build/browsers.ts';
import { buildAhead, keepWhatDiffers } from './src/build/build-ahead.ts';
import { checkContentFirst } from './src/build/check-content.ts';
import { compress } from './src/build/compress.ts';
import { enquiriesInDevelopment } from './src/build/enquiries-in-development.ts';
import { gallery } from './src/build/gallery.ts';
import { inbox } from './src/build/inbox.ts';
import { intentDirective } from './src/build/intent-directive.ts';
import { markdown } from './src/build/markdown.ts';
import { markdownPages } from './src/build/markdown-pages.ts';
import { noExamples } from './src/build/no-examples.ts';
import { reactAlone } from './src/build/react-alone.ts';
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
    reactAlone({ experimentalDisableStreaming: true }),
    intentDirective(),
    gallery(),
    checkContentFirst(),
    noExamples(),
    enquiriesInDevelopment(),
    siteData(),
    rewritePages(),
    markdownPages(),
    buildAhead(),
    writeHeaders(),
    redirects(),
    keepWhatDiffers(),
    compress(),
    inbox(),
  ],
  // rewritePages() puts them into the pages, without what no page needs.
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
