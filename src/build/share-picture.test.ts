import { expect, it } from 'vitest';
import { drawable } from './share-picture.tsx';

it.each([
  ['Plain words: 10 % – more', 'Plain words: 10 % – more'],
  ['Rocket 🚀 science 👩‍🚀', 'Rocket science'],
  ['Žluťoučký kůň', 'Žluťoučký kůň'],
  ['हिन्दी में', ''],
])('draws of ‘%s’ what the font has', (text, drawn) => expect(drawable(text)).toBe(drawn));
