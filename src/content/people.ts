import { getImage } from 'astro:assets';
import type { ImageMetadata } from 'astro';
import type { Portrayed } from '../sections/shared/People.tsx';
import { getPage, getPersons } from './get.ts';

/** The side of a portrait on the page, in pixels. */
const SIDE = 96;

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
      ...(person.portrait && { picture: await pictureOf(person.portrait) }),
    })),
  );
}

async function pictureOf(file: string) {
  // The content check has found it.
  const { default: src } = pictures[`/content/people/${file}`] as { default: ImageMetadata };
  const sized = (factor: number) =>
    getImage({
      src,
      width: SIDE * factor,
      height: SIDE * factor,
      fit: 'cover',
      format: 'webp',
    });
  const [usual, fine] = await Promise.all([sized(1), sized(2)]);
  return { src: usual.src, srcSet: `${fine.src} 2x`, width: SIDE, height: SIDE };
}
