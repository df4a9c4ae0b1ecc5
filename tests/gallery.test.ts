import { readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examples } from '../src/gallery/examples.tsx';
import { violations } from './support/axe.ts';
import { browserForTests } from './support/browser.ts';
import { startDev } from './support/dev-server.ts';
import { url } from './support/other-firm.ts';

const { newPage } = browserForTests();
let dev: Awaited<ReturnType<typeof startDev>>;
beforeAll(async () => {
  dev = await startDev();
});
afterAll(() => dev.stop());

describe('the gallery', () => {
  it('shows every ui component', () => {
    const source = readFileSync('src/gallery/examples.tsx', 'utf8');
    const parts = readdirSync('src/ui')
      .filter((name) => name.endsWith('.tsx'))
      .map((name) => name.replace('.tsx', ''))
      // These are drawn by the components that use them.
      .filter(
        (name) => !['EnquiryFieldset', 'FormAnswer', 'Icon', 'Measure', 'Notice', 'Trap'].includes(name),
      );
    expect(parts.length).toBeGreaterThan(10);
    for (const part of parts) expect(source).toContain(`<${part}`);
  });

  it('is not part of the built site', async () => {
    const response = await fetch(`${url}/_gallery`);
    expect(response.status).toBe(404);
  });

  it.each(['light', 'dark'] as const)(
    'draws something for every example and pleases axe, in %s',
    async (colorScheme) => {
      const page = await newPage({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(`${dev.url}/_gallery`, { waitUntil: 'networkidle' });
      const shown = page.locator('[data-example]');
      expect(await shown.count()).toBe(examples.length);
      for (const example of await shown.all()) {
        const { channels } = await sharp(await example.screenshot()).stats();
        const name = await example.getAttribute('data-example');
        expect(Math.max(...channels.map(({ stdev }) => stdev)), `${name} is blank`).toBeGreaterThan(1);
      }
      expect(await violations(page)).toEqual([]);
    },
  );
});
