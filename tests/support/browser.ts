import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { launchShell } from './chromium.ts';
import type { FirmName } from './firm.ts';

/**
 * One real browser for a test file. A page opened in a test is closed when that test ends; a page opened in
 * beforeAll is there for all tests of the file.
 */
export function browserForTests({ firm = 'other', flags = [] }: { firm?: FirmName; flags?: string[] } = {}) {
  let browser: Browser;
  let contexts: BrowserContext[] = [];
  beforeAll(async () => {
    // A process for each site and a spare one cost more than the pages; nothing foreign is opened here.
    browser = await launchShell('--renderer-process-limit=1', ...flags);
  });
  beforeEach(() => {
    contexts = [];
  });
  afterEach(() => Promise.all(contexts.map((context) => context.close())));
  afterAll(() => browser.close());

  const newPage = async (options: BrowserContextOptions = {}): Promise<Page> => {
    const context = await browser.newContext({ baseURL: inject('firms')[firm].url, ...options });
    context.setDefaultTimeout(120_000);
    contexts.push(context);
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
