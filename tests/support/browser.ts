import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { launchShell } from './chromium.ts';
import type { FirmName } from './firm.ts';

/** One for each set of flags: to start it costs more than most tests, so all files of a process share it. */
const browsers = new Map<string, Promise<Browser>>();
async function browserWith(flags: string[]): Promise<Browser> {
  const running = await browsers.get(flags.join());
  if (running?.isConnected()) return running;
  // A process for each site and a spare one cost more than the pages; nothing foreign is opened here.
  const started = launchShell('--renderer-process-limit=1', ...flags);
  browsers.set(flags.join(), started);
  return started;
}

/**
 * A real browser. A page opened in a test is closed when that test ends; a page opened in beforeAll is there for all
 * tests of the file.
 */
export function browserForTests({ firm = 'other', flags = [] }: { firm?: FirmName; flags?: string[] } = {}) {
  let browser: Browser;
  const lasting = new Set<BrowserContext>();
  let contexts = lasting;
  const close = (all: Set<BrowserContext>) => Promise.all([...all].map((context) => context.close()));
  beforeAll(async () => {
    browser = await browserWith(flags);
  });
  beforeEach(() => {
    contexts = new Set();
  });
  afterEach(() => close(contexts));
  afterAll(() => close(lasting));

  const newPage = async (options: BrowserContextOptions = {}): Promise<Page> => {
    const context = await browser.newContext({ baseURL: inject('firms')[firm].url, ...options });
    context.setDefaultTimeout(120_000);
    contexts.add(context);
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
