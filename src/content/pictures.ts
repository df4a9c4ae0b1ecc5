import { type Form, firstThatFits, type Picture, readPicture, WIDEST } from '../drawing/pictures.ts';
import { escapeHtml, unescapeHtml } from '../lib/escape-html.ts';
import { Mistake } from '../lib/mistake.ts';
import { decoded } from './check/text.ts';
import type { Article } from './get.ts';

/**
 * Limits for an article's pictures on a phone, in bytes. The cover is part of the first view. Browsers fetch lazy pictures
 * some screens before they are seen, so those near the beginning share what the cover leaves.
 */
const places = {
  cover: { budget: 4700, words: 'a cover', remedy: 'a simpler or smaller one', attributes: '' },
  near: {
    budget: 18_000,
    words: 'the beginning of an article',
    remedy: 'a simpler or smaller one, or a place further down',
    attributes: ' loading="lazy" decoding="async"',
  },
  other: {
    budget: 60_000,
    words: 'a picture',
    remedy: 'a simpler or smaller one',
    attributes: ' loading="lazy" decoding="async"',
  },
};
/** The first screens of a phone hold so many characters of text; a square picture takes the room of some of them. */
const FIRST_SCREENS_CHARACTERS = 3000;
const SQUARE_CHARACTERS = 500;

/** Phones are up to 440 points wide, with three pixels each; two pixels are sharp enough. */
const PHONE_WIDTH_PX = 800;
const PHONE_SCREEN_PX = 440 * 3;
/** For a small phone. A narrower picture keeps its size, because it may be part of a line. */
const SMALL_WIDTH_PX = 400;

/** How a picture is made lighter, step by step. */
const BEST_QUALITY = 45;
const LOWER_QUALITIES = [38, 31, 24];
const NARROWER_WIDTHS_PX = [640, 480, 400, 320, 240];

interface Shown {
  /** The file that shows it, such as content/posts/a.md. */
  file: string;
  name: string;
  alt: string;
  picture: Picture;
}

/** The text of an article with its pictures, each as small as the reader's screen allows, and its cover. */
export async function illustrated({ html, file, cover, coverAlt = '' }: Article) {
  const shown = (name: string, alt: string) => open(file, name, alt);
  const head = cover ? await shown(cover, coverAlt) : undefined;
  let above = head ? heightOf(head) : 0;
  const marks: (Shown & { mark: string; isNear: boolean; set?: string })[] = [];
  for (const { 0: mark, 1: written = '', index } of html.matchAll(PICTURE)) {
    const { src, alt } = pictureOf(written);
    const found = await shown(decoded(src).replace(/^\.\//, ''), alt);
    const before = html
      .slice(0, index)
      .replace(PICTURE, '')
      .replace(/<[^>]*>/g, '').length;
    marks.push({ ...found, mark, isNear: before + above < FIRST_SCREENS_CHARACTERS });
    above += heightOf(found);
  }

  const first = head && (await setPicture(head, 'cover'));
  let left = places.near.budget - (first?.bytes ?? 0);
  const near = marks.filter(({ isNear }) => isNear);
  for (const [i, mark] of near.entries()) {
    const { html, bytes } = await setPicture(mark, 'near', left / (near.length - i));
    mark.set = html;
    left -= bytes;
  }
  for (const mark of marks) mark.set ??= (await setPicture(mark, 'other')).html;
  return {
    html: marks.reduce((text, { mark, set = '' }) => text.replace(mark, () => set), html),
    cover: first?.html,
    share: head && (await head.picture.make({ width: 1200, height: 630, format: 'jpeg', quality: 70 })).src,
  };
}

/** Astro's placeholder for a picture beside the text, with its source and description as JSON. */
const PICTURE = /<img __ASTRO_IMAGE_="([^"]*)"[^>]*>/g;

const pictureOf = (written: string) => JSON.parse(unescapeHtml(written)) as { src: string; alt: string };

const open = async (file: string, name: string, alt: string): Promise<Shown> => ({
  file,
  name,
  alt,
  // The content check has found and read each of them.
  picture: await readPicture(`content/posts/${name}`),
});

const heightOf = ({ picture: { width, height } }: Shown) => (SQUARE_CHARACTERS * height) / width;

function stepsOf({ width: whole }: Picture): [Form, ...Form[]] {
  const width = Math.min(PHONE_WIDTH_PX, whole);
  const narrower = whole < SMALL_WIDTH_PX ? [] : NARROWER_WIDTHS_PX.filter((each) => each < width);
  return [
    { format: 'avif', quality: BEST_QUALITY, width },
    ...LOWER_QUALITIES.map((quality): Form => ({ format: 'avif', quality, width })),
    ...narrower.map(
      (width): Form => ({ format: 'avif', quality: LOWER_QUALITIES.at(-1) ?? BEST_QUALITY, width }),
    ),
  ];
}

/** Lowers the quality of a picture until it fits, then its width, and prints a line about it. Throws if nothing fits. */
export async function setPicture(
  { file, name, alt, picture }: Shown,
  place: keyof typeof places,
  budget = places[place].budget,
) {
  const { words, remedy, attributes } = places[place];
  const [best, ...lighter] = stepsOf(picture);
  const phone = await firstThatFits([best, ...lighter], budget, picture.make);
  const { bytes, quality } = phone;
  if (bytes > budget)
    throw new Mistake(
      `${file}: the picture ‘${name}’ takes ${kilobytes(bytes)} on a phone, ${kilobytes(bytes - budget)} more than ${words} may; wanted: ${remedy}.`,
    );
  const narrower = phone.width < best.width ? ` and ${phone.width} pixels wide` : '';
  if (quality < best.quality)
    say(
      `${file}: the picture ‘${name}’ is set at quality ${quality}${narrower}, to fit ${kilobytes(budget)} on a phone.`,
    );

  const isSmall = picture.width < SMALL_WIDTH_PX;
  const widths = [SMALL_WIDTH_PX, phone.width, Math.min(WIDEST, picture.width)];
  const forms = isSmall
    ? []
    : [...new Set(widths)].filter((width) => width !== SMALL_WIDTH_PX || phone.width >= SMALL_WIDTH_PX);
  const set = await Promise.all(
    forms.map(async (width) => `${(await picture.make({ format: 'avif', quality, width })).src} ${width}w`),
  );
  const choice = isSmall
    ? `srcset="${phone.src}"`
    : `srcset="${set.join(', ')}" sizes="(min-width: 46rem) 40rem, ${Math.floor((phone.width / PHONE_SCREEN_PX) * 100)}vw"`;
  const width = Math.min(PHONE_WIDTH_PX, picture.width);
  const height = Math.round((width * picture.height) / picture.width);
  // For feed readers, and for browsers older than the supported ones.
  const plain = await picture.make({ format: picture.isOpaque ? 'jpeg' : 'png', quality: 60, width });
  return {
    html: `<picture><source type="image/avif" ${choice}><img src="${plain.src}" width="${width}" height="${height}" alt="${escapeHtml(alt)}"${attributes}></picture>`,
    bytes,
  };
}

/** Prints each sentence once: feeds set the same pictures as pages. */
function say(sentence: string): void {
  if (!said.has(sentence)) console.log(sentence);
  said.add(sentence);
}
const said = new Set<string>();

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1000)} kB`;
