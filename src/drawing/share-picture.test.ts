import sharp from 'sharp';
import { expect, it } from 'vitest';
import { formOf } from './before-after.ts';
import { drawable, drawnPicture } from './share-picture.tsx';

it.each([
  ['Plain words: 10 % – more', 'Plain words: 10 % – more'],
  ['Rocket 🚀 science 👩‍🚀', 'Rocket science'],
  ['Žluťoučký kůň', 'Žluťoučký kůň'],
  ['हिन्दी में', ''],
])('draws of ‘%s’ what the font has', (text, drawn) => expect(drawable(text)).toBe(drawn));

it.each([
  'India and New Zealand: building global bridges',
  'Reflection is the new growth strategy',
  'A title of ninety characters, which is the longest that an article may have, and no longer',
])('the words of ‘%s’ stand beside the drawing, not on it', async (title) => {
  const measured = { metric: 'Orders', value: '1,000', before: 999, after: 1000, unit: '' };
  for (const better of ['higher', 'lower'] as const) {
    const picture = { form: formOf({ ...measured, better }), hue: 'peach' as const };
    const [bare, worded] = await Promise.all(
      ['', title].map(async (title) =>
        sharp(Buffer.from(await drawnPicture({ title, name: 'A firm', picture, said: '' })))
          .raw()
          .toBuffer({ resolveWithObject: true }),
      ),
    );
    const pixel = (at: number) => bare?.data.subarray(at, at + 3).toString('hex');
    const covered = new Set<string | undefined>();
    for (let at = 0; at < (bare?.data.length ?? 0); at += bare?.info.channels ?? 3)
      if (Math.abs((bare?.data[at] ?? 0) - (worded?.data[at] ?? 0)) > 60) covered.add(pixel(at));
    expect([...covered], better).toEqual([pixel(0)]);
  }
});
