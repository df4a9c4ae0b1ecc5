import type { Page } from 'playwright-core';
import { defineContrast, type Pair } from './contrast.ts';

/** Pairs of texts whose boxes cover each other by more than a hair. */
export function overlappingTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxes: { node: Node; text: string; rect: DOMRect }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim();
      if (!text || !element?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (element.closest('script, style, .sr-only, .skip, .action-bar')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        const seen = shown(element, letters(rect));
        if (seen.width > 0 && seen.height > 0) boxes.push({ node, text, rect: seen });
      }
    }
    boxes.sort((a, b) => a.rect.top - b.rect.top);
    const found: string[] = [];
    for (const [i, a] of boxes.entries())
      for (let j = i + 1; j < boxes.length; j++) {
        const b = boxes[j];
        if (!b || b.rect.top >= a.rect.bottom) break;
        const apart = a.rect.right <= b.rect.left || b.rect.right <= a.rect.left;
        if (a.node !== b.node && !apart) found.push(`${a.text.slice(0, 40)} | ${b.text.slice(0, 40)}`);
      }
    return found;

    /** A line box is taller than its letters; a tight heading may share that air with its neighbour. */
    function letters({ x, y, width, height }: DOMRect): DOMRect {
      return new DOMRect(x + 1, y + height * 0.28, width - 2, height * 0.44);
    }

    /** What is left of a box inside everything that clips it: a cut title, a clamped excerpt. */
    function shown(element: Element | null, box: DOMRect): DOMRect {
      if (!element) return box;
      const clip = getComputedStyle(element).overflow === 'visible' ? box : element.getBoundingClientRect();
      const [left, top] = [Math.max(box.left, clip.left), Math.max(box.top, clip.top)];
      const [right, bottom] = [Math.min(box.right, clip.right), Math.min(box.bottom, clip.bottom)];
      return shown(
        element.parentElement,
        new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top)),
      );
    }
  });
}

/** Texts that run over the edge of something that hides what lies outside it. */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim();
      // A short name of something is cut on purpose where it says so; a list or a table scrolls.
      if (!text || node.parentElement?.closest('script, style, .sr-only, .skip, .truncate')) continue;
      if (node.parentElement?.checkVisibility() === false) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right } = range.getBoundingClientRect();
      for (let around = node.parentElement; around; around = around.parentElement) {
        const { overflowX } = getComputedStyle(around);
        const edge = around.getBoundingClientRect();
        if (overflowX === 'auto' || overflowX === 'scroll') break;
        if (overflowX !== 'visible' && (right > edge.right + 1 || left < edge.left - 1)) cut.push(text);
      }
    }
    return cut;
  });
}

/** The lines of text of which a point lies in a form of a scene. */
export const textOnDrawings = (page: Page) =>
  page.evaluate(() => {
    const shapes = [...document.querySelectorAll<SVGPathElement>('.scene-sky path')].map((shape) => ({
      shape,
      box: shape.getBoundingClientRect(),
    }));
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement;
      if (!text.textContent?.trim() || !element?.checkVisibility({ visibilityProperty: true })) continue;
      if (element.closest('svg, .sr-only, .tip-text, .action-bar, .skip')) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const line of range.getClientRects())
        for (const { shape, box } of shapes) {
          if (
            line.right < box.left ||
            line.left > box.right ||
            line.bottom < box.top ||
            line.top > box.bottom
          )
            continue;
          const toShape = shape.getScreenCTM()?.inverse();
          const points = [line.top + 4, (line.top + line.bottom) / 2, line.bottom - 4].flatMap((y) =>
            Array.from({ length: Math.ceil(line.width / 8) }, (_, i) => new DOMPoint(line.left + i * 8, y)),
          );
          if (points.some((point) => shape.isPointInFill(point.matrixTransform(toShape))))
            found.push(text.textContent.trim());
        }
    }
    return [...new Set(found)];
  });

/** The borders of the controls of a form on their surfaces. */
export async function controlPairs(page: Page): Promise<Pair[]> {
  await page.evaluate(defineContrast);
  return page.evaluate(() =>
    [...document.querySelectorAll('.control')].map((control) => {
      const { borderTopColor } = getComputedStyle(control);
      const surface = control.parentElement ?? control;
      return {
        ...window.contrastOf(borderTopColor, surface),
        text: control.id,
        color: borderTopColor,
        kind: 'control',
      };
    }),
  );
}

/** The longest way on a phone from one thing to press to the next, in px. */
export const farthestPress = (page: Page) =>
  page.evaluate(() => {
    const tops = [...document.querySelectorAll<HTMLElement>('main :is(a, button, summary, input, textarea)')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => element.getBoundingClientRect().top + scrollY);
    const end = document.querySelector('main')?.getBoundingClientRect().bottom ?? 0;
    const all = [0, ...tops, end + scrollY].sort((a, b) => a - b);
    return Math.max(...all.slice(1).map((top, i) => top - (all[i] ?? 0)));
  });

/** Parts of the page that hold nothing: a list without items, a section without words. */
export const emptyParts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :is(ul, ol, dl, section, figure, blockquote), footer :is(ul, nav)')]
      .filter((element) => element.textContent?.trim() === '' && !element.querySelector('img, svg'))
      .map((element) => element.outerHTML.slice(0, 200)),
  );

/** Words that are set in the colour of their ground. */
export const invisibleTexts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('a, button, h1, h2, h3, p')]
      .filter((element) => {
        const { color, backgroundColor } = getComputedStyle(element);
        return color === backgroundColor;
      })
      .map(({ textContent }) => textContent),
  );

/** Controls that Tab does not reach in as many steps as there are controls, or whose focus cannot be seen. */
export async function missedByKeyboard(page: Page): Promise<string[]> {
  const count = await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    const controls = [
      ...document.querySelectorAll<HTMLElement>('a, button, input, textarea, summary, [tabindex]'),
    ].filter((control) => control.tabIndex >= 0 && control.checkVisibility({ visibilityProperty: true }));
    for (const control of controls) {
      control.dataset.waits = '';
      control.addEventListener('focus', () => {
        const { outlineStyle, outlineWidth } = getComputedStyle(control);
        if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) delete control.dataset.waits;
      });
    }
    return controls.length;
  });
  for (let i = 0; i < count; i++) await page.keyboard.press('Tab');
  return page.locator('[data-waits]').evaluateAll((all) => all.map(({ outerHTML }) => outerHTML));
}

export interface FoundLink {
  href: string;
  text: string;
  /** What a screen reader hears: the words without what is hidden from it. */
  heard: string;
  target: string;
  rel: string;
  place: 'header' | 'footer' | 'main' | 'skip';
}

export const linksOn = (page: Page): Promise<FoundLink[]> =>
  page.locator('a').evaluateAll((anchors) =>
    anchors.map((anchor) => {
      const heard = anchor.cloneNode(true) as HTMLElement;
      for (const hidden of heard.querySelectorAll('[aria-hidden=true]')) hidden.remove();
      const { target, rel } = anchor as HTMLAnchorElement;
      const place = anchor.closest('body > header, body > footer, main')?.localName;
      return {
        href: anchor.getAttribute('href') ?? '',
        text: (anchor.textContent ?? '').trim(),
        heard: (anchor.getAttribute('aria-label') ?? heard.textContent ?? '').trim(),
        target,
        rel,
        place: (place ?? 'skip') as FoundLink['place'],
      };
    }),
  );

/** Writes 40 letters for the firm's name, and begins every text with a word that never ends. */
export const writeEndlessWords = (page: Page, firmName: string) =>
  page.evaluate((name) => {
    const long = 'Betriebsunterbrechungsversicherungsgesell';
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.textContent?.trim() === name) node.textContent = 'Forty Letters and Not One Less & Partners';
      else if (node.parentElement?.matches('h1, h2, h3, p, dt, dd'))
        node.textContent = `${long} ${node.textContent}`;
    }
  }, firmName);
