import { existsSync } from 'node:fs';
import { type Browser, chromium, devices, type Page } from 'playwright-core';
import { type Running, start } from './run.ts';

export const PHONE = 'Chromium with an empty cache and a processor 4 times slower, as Lighthouse has a phone';

export function launchChromium(): Promise<Browser> {
  const places = [
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
  const executablePath = process.env.CHROMIUM ?? places.find(existsSync);
  if (!executablePath) throw new Error('No Chromium was found: CHROMIUM=/path npm run bench');
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
}

export async function openPhone(browser: Browser): Promise<Page> {
  const page = await browser.newPage(devices['Pixel 7']);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return page;
}

/** Milliseconds there and back, and Mbit/s. */
export type Line = readonly [roundTrip: number, speed: number];

export const nameOf = ([roundTrip, speed]: Line) => `${roundTrip} ms, ${speed} Mbit/s`;

/** A slow line to a server that runs here. */
export const startLine = ({ url }: Running, line: Line) =>
  start((port) => ['bench/support/line.ts', port, new URL(url).port, ...line]);
