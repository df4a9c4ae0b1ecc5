import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { launchChromium } from './chromium.ts';

/** One real browser for a test file; `open` gives each test a page of its own, closed at the end. */
export function useBrowser() {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  const newPage = (options: BrowserContextOptions = {}): Promise<Page> =>
    browser.newPage({ baseURL: inject('url'), ...options });

  return {
    newPage,
    async open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
      const page = await newPage(options);
      await page.goto(path);
      return page;
    },
  };
}
