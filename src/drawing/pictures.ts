import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import sharp from 'sharp';
import { memo } from '../lib/memo.ts';
import { HASHED } from '../server/http/files.ts';
import { CACHE, cached, digestOf } from './cache.ts';

/** A build takes those that a page shows out of the cache (finish-site.ts); in development Vite serves them from there. */
const ADDRESS = import.meta.env?.DEV ? `/${CACHE}/` : HASHED;

/** As wide as any page shows one, on a sharp screen. */
export const WIDEST = 1280;

/** More effort than this takes ten times as long and saves a twentieth. */
const ENCODING = { effort: 2, chromaSubsampling: '4:2:0', mozjpeg: true };
const endings = { avif: 'avif', jpeg: 'jpg', png: 'png', webp: 'webp' };

export interface Form {
  width: number;
  /** Left out where the picture keeps its proportions. */
  height?: number;
  format: keyof typeof endings;
  quality: number;
}

export interface Picture {
  /** As it is shown: upright, and no wider than any page shows it. */
  width: number;
  height: number;
  isOpaque: boolean;
  make(form: Form): Promise<{ src: string; bytes: number }>;
}

/**
 * A photograph is scaled down once, and everything is made from that: a camera's has fifty million points. What the camera
 * wrote into it, such as the place, is not in what is made.
 */
export async function readPicture(file: string): Promise<Picture> {
  const source = await readFile(file);
  const digest = digestOf(source);
  const scaled = memo(() => scaledDown(source));
  const measured = await cached(digestOf(`the size of ${digest} within ${WIDEST}`), async () => {
    const { width, height, channels } = (await scaled()).info;
    return Buffer.from(JSON.stringify({ width, height, isOpaque: channels % 2 === 1 }));
  });
  return {
    ...(JSON.parse(measured.toString()) as Pick<Picture, 'width' | 'height' | 'isOpaque'>),
    async make({ width, height, format, quality }) {
      const recipe = digestOf(JSON.stringify([digest, WIDEST, width, height, format, quality, ENCODING]));
      const name = `${plainName(file)}.${recipe.slice(0, 10)}.${endings[format]}`;
      const made = await cached(name, async () => {
        const { data, info } = await scaled();
        return sharp(data, { raw: info })
          .resize({ width, height })
          .toFormat(format, { ...ENCODING, quality })
          .toBuffer();
      });
      return { src: ADDRESS + name, bytes: made.length };
    },
  };
}

/** Phones like spaces and brackets, which an address spells in another way. */
const plainName = (file: string) => basename(file, extname(file)).replace(/[^\w-]+/g, '-');

const scaledDown = (source: Buffer) =>
  sharp(source)
    .autoOrient()
    .resize({ width: WIDEST, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });

/** The first step whose result fits, or else the last one. */
export async function firstThatFits<Step, Made extends { bytes: number }>(
  steps: Step[],
  budget: number,
  make: (step: Step) => Promise<Made>,
): Promise<Step & Made> {
  const [first, ...rest] = steps as [Step, ...Step[]];
  const made = await make(first);
  return made.bytes <= budget || rest.length === 0
    ? { ...first, ...made }
    : firstThatFits(rest, budget, make);
}
