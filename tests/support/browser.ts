import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { launchChromium } from './chromium.ts';

/** One real browser for a test file; `open` gives each test a page of its own, closed at the end. */
export function browserForTests() {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  const newPage = async (options: BrowserContextOptions = {}): Promise<Page> => {
    const context = await browser.newContext({ baseURL: inject('url'), ...options });
    return context.newPage();
  };

  return {
    newPage,
    async open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
      const page = await newPage(options);
      await page.goto(path);
      return page;
    },
  };
}
