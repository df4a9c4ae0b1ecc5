import { getImage } from 'astro:assets';
import type { ImageMetadata } from 'astro';
import { escapeHtml } from '../lib/escape-html.ts';
import { PICTURE, pictureOf } from './markup.ts';

const pictures = import.meta.glob<{ default: ImageMetadata }>('/content/posts/*.{avif,jpg,jpeg,png,webp}', {
  eager: true,
});

/** As wide as the text on a small and a large phone and on a sharp, wide screen. */
const WIDTHS = [400, 800, 1280];
/** On a phone less than it is: the third pixel of a sharp one is not worth its bytes. */
const SIZES = '(min-width: 46rem) 40rem, 66vw';
const QUALITY = { avif: 45, webp: 68 };

/** Puts the pictures into a text: each as small as the reader's screen allows, in the best form their browser reads. */
export async function setPictures(html: string): Promise<string> {
  const marks = [...html.matchAll(PICTURE)];
  const set = await Promise.all(marks.map(([, written = '']) => setPicture(written)));
  return marks.reduce((text, [mark], i) => text.replace(mark, () => set[i] ?? ''), html);
}

async function setPicture(written: string): Promise<string> {
  const { src, alt } = pictureOf(written);
  const found = pictures[`/content/posts/${src.replace(/^\.\//, '')}`];
  // The content check has found each of them.
  if (!found) throw new Error(`There is no picture ${src}.`);
  const original = found.default;
  const sources = await Promise.all(
    (['avif', 'webp'] as const).map(async (format) => {
      const settings = { src: original, format, quality: QUALITY[format] };
      const { srcSet, src } = await getImage(
        isSmall(original) ? settings : { ...settings, widths: widthsOf(original) },
      );
      const choice = isSmall(original) ? `srcset="${src}"` : `srcset="${srcSet.attribute}" sizes="${SIZES}"`;
      return `<source type="image/${format}" ${choice}>`;
    }),
  );
  const width = Math.min(800, original.width);
  const fallback = await getImage({
    src: original,
    width,
    format: original.format === 'png' ? 'png' : 'jpeg',
  });
  const height = Math.round((width * original.height) / original.width);
  return `<picture>${sources.join('')}<img src="${fallback.src}" width="${width}" height="${height}" alt="${escapeHtml(alt)}" loading="lazy" decoding="async"></picture>`;
}

/** One that is smaller than a phone keeps its size: it may stand within a line. */
const isSmall = ({ width }: ImageMetadata) => width < 400;

const widthsOf = ({ width }: ImageMetadata) => [...new Set(WIDTHS.map((wanted) => Math.min(wanted, width)))];
