import type { AstroIntegration } from 'astro';

/** A page for ourselves, in development only: it is never part of the built site. */
export const gallery = (): AstroIntegration => ({
  name: 'gallery',
  hooks: {
    'astro:config:setup': ({ command, injectRoute }) => {
      if (command !== 'dev') return;
      injectRoute({ pattern: '/_gallery', entrypoint: './src/gallery/gallery.astro' });
    },
  },
});
