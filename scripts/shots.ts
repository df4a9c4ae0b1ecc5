/** Takes a picture of every route: `npm run shots [-- route …]`, into shots/, which is not committed. */
import { mkdirSync } from 'node:fs';
import { launchChromium } from '../tests/support/chromium.ts';
import { readFirm } from '../tests/support/read-firm.ts';
import { startSite } from '../tests/support/server.ts';

const widths = [390, 768, 1440];
const schemes = ['light', 'dark'] as const;
const asked = process.argv.slice(2);
const paths = asked.length > 0 ? asked : [...(await readFirm(process.cwd())).everyRoute(), '/no-such-page'];

mkdirSync('shots', { recursive: true });
const site = await startSite();
const browser = await launchChromium();
for (const colorScheme of schemes) {
  for (const width of widths) {
    const page = await browser.newPage({
      viewport: { width, height: 900 },
      colorScheme,
      reducedMotion: 'reduce',
    });
    for (const path of paths) {
      await page.goto(site.url + path, { waitUntil: 'networkidle' });
      const name = path.replace(/^\//, '').replaceAll('/', '-') || 'home';
      await page.screenshot({ path: `shots/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
    await page.close();
  }
}
await browser.close();
await site.stop();
console.log(`${paths.length * widths.length * schemes.length} pictures are in shots/`);
