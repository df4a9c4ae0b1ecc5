import { firstThatFits, readPicture } from '../build/pictures.ts';
import { getPage, getPersons } from './get.ts';

/** The side of a portrait on the page, in pixels. */
const SIDE = 96;

/** What one may take on a sharp screen, in bytes, and how it gets there. */
const BUDGET = 8000;
const QUALITIES = [80, 60, 40, 20];

/** In the order of their files. */
export async function getPeople() {
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
  // The content check has found and read it.
  const picture = await readPicture(`content/people/${file}`);
  const sized = (factor: number, quality: number) =>
    picture.make({ width: SIDE * factor, height: SIDE * factor, format: 'webp', quality });
  const fine = await firstThatFits(
    QUALITIES.map((quality) => ({ quality })),
    BUDGET,
    ({ quality }) => sized(2, quality),
  );
  const usual = await sized(1, fine.quality);
  return { src: usual.src, srcSet: `${fine.src} 2x`, width: SIDE, height: SIDE };
}
