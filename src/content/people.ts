import { getImage } from 'astro:assets';
import type { ImageMetadata } from 'astro';
import { Mistake } from '../lib/mistake.ts';
import type { Portrayed } from '../sections/shared/People.tsx';
import { getPage, getPersons } from './get.ts';

/** The side of a portrait on the page, in pixels. */
const SIDE = 96;

const folder = 'content/people';
const pictures = import.meta.glob<{ default: ImageMetadata }>('/content/people/*.{avif,jpg,jpeg,png,webp}', {
  eager: true,
});

/** In the order of their files. */
export async function getPeople(): Promise<Portrayed[]> {
  const { newTab } = await getPage('shared');
  return Promise.all(
    (await getPersons()).map(async (person) => ({
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
      `${folder}: the portrait of ${name}: found “${file}”; wanted: the name of a picture in that folder.`,
    );
  const sized = (factor: number) =>
    getImage({
      src: found.default,
      width: SIDE * factor,
      height: SIDE * factor,
      fit: 'cover',
      format: 'webp',
    });
  const [usual, fine] = await Promise.all([sized(1), sized(2)]);
  return { src: usual.src, srcSet: `${fine.src} 2x`, width: SIDE, height: SIDE };
}
