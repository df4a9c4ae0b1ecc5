import { execFileSync } from 'node:child_process';
import type { TestProject } from 'vitest/node';
import { plainEnvironment } from './environment.ts';
import { startSite } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    url: string;
    /** Where the site that all tests share stores its enquiries. */
    database: string;
  }
}

/** Builds the site once and serves it, as `npm start` does, to all tests of this folder. */
export default async function setup(project: TestProject) {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit', env: plainEnvironment() });
  const site = await startSite();
  project.provide('url', site.url);
  project.provide('database', site.database);
  return () => site.stop();
}
