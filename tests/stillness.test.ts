import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { browserForTests } from './support/browser.ts';
import { builtFirm } from './support/firm.ts';
import { readShifts, watchShifts } from './support/shifts.ts';

const own = await builtFirm('own');
const browser = browserForTests({ firm: 'own' });

describe('the layout stands still while a slow processor shows the page as it reads it', () => {
  it.each(own.everyRoute())('on %s', async (path) => {
    // The policy lets nobody write into a page.
    const page = await browser.open(path, { viewport: { width: 390, height: 844 }, bypassCSP: true });
    const html = own.html(path);
    const body = html.indexOf('<body');
    // Words that belong together and the strokes of a drawing are read at once, all else tag by tag.
    const pieces = html.slice(body).split(/(?=<(?!\/?(?:span|path)\b))/);
    await page.evaluate(startAgain, html.slice(0, body));
    await page.evaluate(watchShifts);
    expect(await page.evaluate(writePieces, pieces)).toBeGreaterThan(50);
    const shifts = await page.evaluate(readShifts);
    const total = shifts.reduce((sum, { value }) => sum + value, 0);
    expect(total.toFixed(2), JSON.stringify(shifts)).toBe('0.00');
  });
});

it.each(['own', 'other'] as const)(
  'every page of the %s firm that no link leads to is light, too',
  async (name) => {
    const firm = await builtFirm(name);
    const files = readdirSync(firm.built(''), { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.html') && file !== 'index.html',
    );
    expect(files.length).toBeGreaterThan(15);
    const heavy = files.filter((file) => brotliCompressSync(readFileSync(firm.built(file))).length > 14_600);
    expect(heavy).toEqual([]);
  },
);

/** Runs in the page: empties it, down to its head. */
async function startAgain(head: string) {
  document.open();
  document.write(head);
  await document.fonts.ready;
}

/** Runs in the page: a frame for each piece until the first view is full, then the rest. */
async function writePieces(pieces: string[]): Promise<number> {
  let frames = 0;
  for (const piece of pieces) {
    document.write(piece);
    if (document.documentElement.scrollHeight > 1.2 * innerHeight) continue;
    await new Promise(requestAnimationFrame);
    frames += 1;
  }
  document.close();
  return frames;
}
