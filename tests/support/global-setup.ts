import { execFileSync } from 'node:child_process';
import type { TestProject } from 'vitest/node';
import { startSite, visitorsEnv } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    url: string;
  }
}

/** Builds the site once and serves it, as `npm start` does, to all tests of this folder. */
export default async function setup(project: TestProject) {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit', env: visitorsEnv() });
  const site = await startSite();
  project.provide('url', site.url);
  return () => site.stop();
}
