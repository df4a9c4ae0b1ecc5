import type { Page } from 'playwright-core';

/** What a browser older than those of src/integrations/browsers.ts does not know, by a name that no browser knows. */
const unknown = {
  'light-dark()': [/light-dark\(/g, 'two-schemes('],
  popover: [/:popover-open/g, ':shown-above'],
} as const;
export type Unknown = keyof typeof unknown;

/** Has the page know less: its pages come with those words changed, which it then ignores as it would the real ones. */
export async function makeOlder(page: Page, ...without: Unknown[]): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    let html = await response.text();
    for (const name of without) {
      const [word, other] = unknown[name];
      html = html.replace(word, other);
    }
    if (without.includes('popover')) html = html.replaceAll(' popover', ' data-popover');
    // The policy names the hashes of the words as they were.
    const { 'content-security-policy': _, ...headers } = response.headers();
    return route.fulfill({ response, headers, body: html });
  });
}
