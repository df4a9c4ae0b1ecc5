import { getImage } from 'astro:assets';
import type { ImageMetadata } from 'astro';
import { site } from '../config/site.ts';
import type { Person } from '../config/site-schema.ts';
import { Mistake } from '../lib/mistake.ts';
import { getPage } from './get.ts';

export interface Portrayed extends Person {
  /** A square picture, for the usual and for a fine screen. */
  picture?: { src: string; srcSet: string };
  /** What a screen reader is told of the link to their profile. */
  newTab: string;
}

/** The side of a portrait on the page, in pixels. */
export const PORTRAIT_SIZE = 96;

const folder = 'content/people';
const pictures = import.meta.glob<{ default: ImageMetadata }>('/content/people/*.{avif,jpg,jpeg,png,webp}', {
  eager: true,
});

/** The founder first, then the others as site.config.ts names them. */
export async function getPeople(): Promise<Portrayed[]> {
  const { newTab } = await getPage('shared');
  return Promise.all(
    [site.founder, ...site.team].map(async (person) => ({
      ...person,
      newTab,
      ...(person.portrait && { picture: await pictureOf(person.name, person.portrait) }),
    })),
  );
}

async function pictureOf(name: string, file: string) {
  const found = pictures[`/${folder}/${file}`];
  if (!found)
    throw new Mistake(
      `site.config.ts: the portrait of ${name}: found “${file}”; wanted: the name of a picture in ${folder}.`,
    );
  const sized = (factor: number) =>
    getImage({
      src: found.default,
      width: PORTRAIT_SIZE * factor,
      height: PORTRAIT_SIZE * factor,
      fit: 'cover',
      format: 'webp',
    });
  const [usual, fine] = await Promise.all([sized(1), sized(2)]);
  return { src: usual.src, srcSet: `${fine.src} 2x` };
}
