import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import type { AstroIntegration } from 'astro';
import { build } from 'vite';
import { browsers } from './browsers.ts';

/** The owner's inbox, beside the site and never in it: only its own server hands it out (src/server/inbox). */
export const inbox = (): AstroIntegration => ({
  name: 'inbox',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      // A site that is built ahead is the same for its owner.
      if (process.env.AS_OF) return;
      await build({
        configFile: false,
        envDir: false,
        logLevel: 'error',
        root: fileURLToPath(new URL('../inbox/', import.meta.url)),
        base: './',
        plugins: [tailwindcss()],
        build: {
          outDir: fileURLToPath(new URL('../inbox/', dir)),
          emptyOutDir: true,
          assetsInlineLimit: 0,
          target: browsers,
          cssTarget: browsers,
        },
      });
    },
  },
});
