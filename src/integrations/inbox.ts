import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { build } from 'vite';
import { browsers } from './browsers.ts';

/** Builds the owner's inbox beside the site: only its own server hands it out (src/server/inbox). */
export const buildInbox = (outDir: string) =>
  build({
    configFile: false,
    envDir: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('../inbox/', import.meta.url)),
    base: './',
    plugins: [tailwindcss()],
    build: { outDir, emptyOutDir: true, assetsInlineLimit: 0, target: browsers, cssTarget: browsers },
  });
