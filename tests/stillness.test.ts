import { statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { browserForTests } from './support/browser.ts';
import { expectStill, oneOfEachKind } from './support/every-page.ts';
import { builtFirm } from './support/firm.ts';
import { listPagesIn } from './support/generated-articles.ts';
import { watchShifts } from './support/shifts.ts';

const own = await builtFirm('own');
const browser = browserForTests({ firm: 'own' });

describe('the layout stands still while a slow processor shows the page as it reads it', () => {
  it.each(oneOfEachKind(own.everyRoute()))('on %s', async (path) => {
    // The policy allows no script to write into a page.
    const page = await browser.open(path, { viewport: { width: 390, height: 844 }, bypassCSP: true });
    const html = own.html(path);
    const body = html.indexOf('<body');
    // Words that belong together and the strokes of a drawing are read at once, all else tag by tag.
    const pieces = html.slice(body).split(/(?=<(?!\/?(?:span|path)\b))/);
    await page.evaluate(startAgain, html.slice(0, body));
    await page.evaluate(watchShifts);
    expect(await page.evaluate(writePieces, pieces)).toBeGreaterThan(50);
    await expectStill(page);
  });
});

it('is light also on the pages that tell what went wrong, and on every page of a long list', async () => {
  const { built } = await builtFirm('other');
  const lists = listPagesIn(built(''));
  expect(lists.length).toBeGreaterThan(5);
  const heavy = ['/404', '/410', '/503', ...lists].filter(
    (path) => statSync(built(`${path}.html.br`)).size > 14_600,
  );
  expect(heavy).toEqual([]);
});

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
