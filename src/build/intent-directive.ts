import type { AstroIntegration } from 'astro';

export const intentDirective = (): AstroIntegration => ({
  name: 'intent-directive',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) => {
      addClientDirective({ name: 'intent', entrypoint: './src/islands/intent.ts' });
    },
  },
});
