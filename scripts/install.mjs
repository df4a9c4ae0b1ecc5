// @ts-check
// Installs what is missing. Plain JavaScript, because it runs before anything is installed, on whatever Node the
// machine has; everything after it runs on the Node that package.json pins.
import { execSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const wanted = 'package-lock.json';
const installed = 'node_modules/.package-lock.json';

if (!isInstalled()) {
  console.log('Installing dependencies…');
  // Not `npm ci`: it refuses a lock file without the packages for other systems, which not every registry holds.
  // Warnings would only say that this Node is older than the one being installed.
  execSync('npm install --no-save --loglevel=error', { stdio: 'inherit' });
}

/** npm keeps a copy of the lock file beside what it installed: the same packages mean that nothing is missing. */
function isInstalled() {
  if (!existsSync(installed)) return false;
  const packages = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const present = packages(installed);
  return Object.entries(packages(wanted)).every(
    ([path, { version, optional }]) => path === '' || optional || present[path]?.version === version,
  );
}
