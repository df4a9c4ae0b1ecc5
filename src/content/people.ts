import { firstThatFits, readPicture } from '../drawing/pictures.ts';
import { serviceHue } from '../drawing/scene.ts';
import { memoInBuild } from '../lib/memo.ts';
import { getPage, getPersons, getServices } from './get.ts';

/** The limit for a portrait on a sharp screen: bytes for each pixel of its side. */
const BYTES_PER_PIXEL = 50;
const QUALITIES = [80, 60, 40, 20];

/** In the order of their files, with portraits of this width and height in pixels. */
export const getPeople = memoInBuild(async (side: number) => {
  const { newTab } = await getPage('shared');
  const services = await getServices();
  const practiceOf = (id: string | undefined) => {
    const service = services.find((one) => one.id === id);
    return service && { icon: service.icon, hue: serviceHue(service.color) };
  };
  return Promise.all(
    (await getPersons()).map(async (person) => ({
      ...person,
      practice: practiceOf(person.practice),
      newTab,
      ...(person.portrait && { picture: await pictureOf(person.portrait, side) }),
    })),
  );
});

async function pictureOf(file: string, side: number) {
  // The content check has found and read it.
  const picture = await readPicture(`content/people/${file}`);
  const sized = (factor: number, quality: number) =>
    picture.make({ width: side * factor, height: side * factor, format: 'webp', quality });
  const fine = await firstThatFits(
    QUALITIES.map((quality) => ({ quality })),
    BYTES_PER_PIXEL * side,
    ({ quality }) => sized(2, quality),
  );
  const usual = await sized(1, fine.quality);
  return { src: usual.src, srcSet: `${fine.src} 2x`, width: side, height: side };
}
