import type { TestProject } from 'vitest/node';
import { siteWithoutPages } from './site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    root: string;
  }
}

export default async function setup(project: TestProject) {
  const copy = await siteWithoutPages();
  project.provide('root', copy.root);
  return () => copy.remove();
}
