import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const places = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

export const findChromium = (): string | undefined => places.find((path) => path && existsSync(path));

/** The same engine without the rest of a browser, as Debian packs it: opening a page costs a quarter of the time. */
export const SHELL = '/usr/bin/chromium-headless-shell';

export const launchChromium = (...more: string[]) => launch(findChromium(), more);
export const launchShell = (...more: string[]) =>
  launch(!process.env.CHROMIUM && existsSync(SHELL) ? SHELL : findChromium(), more);

function launch(executablePath: string | undefined, more: string[]): Promise<Browser> {
  if (!executablePath)
    throw new Error('No Chromium was found. Install one, or name it: CHROMIUM=/path/to/chromium npm test');
  return chromium.launch({
    executablePath,
    // A test runs as root in CI, where Chromium's sandbox does not start.
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--font-render-hinting=none', ...more],
  });
}
