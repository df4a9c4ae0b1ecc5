import type { Page } from 'playwright-core';

/** WCAG: 4.5 for text, 3 for large text (24 px, or 18.66 px in bold) and for the borders of controls. */
export const LEAST = { text: 4.5, large: 3, control: 3 };

export interface Pair {
  text: string;
  color: string;
  surfaces: string[];
  ratio: number;
  kind: keyof typeof LEAST;
}

/** Every pair of a text colour and the worst of the colours behind it, as the browser has computed them. */
export async function textPairs(page: Page, within = 'body'): Promise<Pair[]> {
  await page.evaluate(defineContrast);
  return page.evaluate((scope) => {
    const pairs = new Map<string, Pair>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim();
      if (!element || !text || !element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }))
        continue;
      if (!element.closest(scope) || element.closest('script, style, .sr-only, .skip')) continue;
      const style = getComputedStyle(element);
      const size = Number.parseFloat(style.fontSize);
      const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      const pair = window.contrastOf(style.color, element);
      const key = `${style.color} ${pair.surfaces.join()} ${large}`;
      pairs.set(key, {
        ...pair,
        text: text.slice(0, 40),
        color: style.color,
        kind: large ? 'large' : 'text',
      });
    }
    return [...pairs.values()];
  }, within);
}

declare global {
  interface Window {
    contrastOf(color: string, element: Element): { ratio: number; surfaces: string[] };
  }
}

/** Runs in the page: the canvas turns any colour that CSS knows into sRGB. */
export function defineContrast(): void {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');

  const paint = (...layers: string[]) => {
    context.clearRect(0, 0, 1, 1);
    for (const layer of layers) {
      context.fillStyle = layer;
      context.fillRect(0, 0, 1, 1);
    }
    return [...context.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (layers: string[]) => {
    const [r = 0, g = 0, b = 0] = paint(...layers)
      .slice(0, 3)
      .map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };

  /** Stacks of colours behind an element, one for each colour of a gradient on the way down to something opaque. */
  const behind = (element: Element | null): string[][] => {
    if (!element) return [['Canvas']];
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    const gradient = backgroundImage.match(/(?:oklch|oklab|rgba?|color)\([^()]*\)/g) ?? [];
    const own = gradient.length > 0 ? gradient : [backgroundColor];
    const opaque = own.every((color) => paint(color)[3] === 255);
    const below = opaque ? [[]] : behind(element.parentElement);
    return own.flatMap((color) => below.map((stack) => [...stack, color]));
  };

  window.contrastOf = (color, element) => {
    const stacks = behind(element);
    const ratios = stacks.map((stack) => {
      const [a, b] = [luminance([...stack, color]), luminance(stack)];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    });
    const ratio = Math.round(Math.min(...ratios) * 100) / 100;
    return { ratio, surfaces: stacks.map((stack) => stack.join(' under ')) };
  };
}
