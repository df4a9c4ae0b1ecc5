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

export function launchChromium(...more: string[]): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath)
    throw new Error('No Chromium was found. Install one, or name it: CHROMIUM=/path/to/chromium npm test');
  return chromium.launch({
    executablePath,
    // A test runs as root in CI, where Chromium's sandbox does not start.
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--font-render-hinting=none', ...more],
  });
}
