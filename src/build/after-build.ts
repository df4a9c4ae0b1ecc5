import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** A step that is taken when all pages are there: it is told the folder of the built site, and that of the project. */
export function afterBuild(
  name: string,
  step: (dir: URL, root: string) => void | Promise<void>,
): AstroIntegration {
  let root: string;
  return {
    name,
    hooks: {
      'astro:config:done': ({ config }) => {
        root = fileURLToPath(config.root);
      },
      'astro:build:done': ({ dir }) => step(dir, root),
    },
  };
}
