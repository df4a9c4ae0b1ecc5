import react from '@astrojs/react';
import type { AstroIntegration } from 'astro';

/** React for every component, without Astro's question whose it is, which renders each of them once more. */
export const reactAlone = (options: Parameters<typeof react>[0]): AstroIntegration => {
  const { name, hooks } = react(options);
  return {
    name,
    hooks: {
      ...hooks,
      'astro:config:setup': (setup) =>
        hooks['astro:config:setup']?.({
          ...setup,
          addRenderer: (renderer) =>
            setup.addRenderer({ ...renderer, serverEntrypoint: '/src/build/react-renderer.ts' }),
        }),
    },
  };
};
