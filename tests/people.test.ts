import { statSync } from 'node:fs';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { routes } from '../src/routes.ts';
import { built, content, html } from './support/other-firm.ts';

it.each([
  [routes.about, () => true],
  [routes.contact, ({ answers }: { answers: boolean }) => answers],
] as const)(
  '%s shows a portrait where there is one and a monogram where there is none',
  async (path, isShown) => {
    const people = content.people().filter(({ data }) => isShown(data));
    const page = html(path);
    expect(page.match(/class="person"/g)).toHaveLength(people.length);
    expect(page.match(/class="monogram"/g)).toHaveLength(people.length - 1);
    const [picture = '', ...more] = page.match(/<img [^>]+>/g) ?? [];
    expect(more).toEqual([]);
    expect(picture).toMatch(/width="96" height="96" alt="" loading="lazy"/);
    const files = picture.match(/\/_astro\/[^" ]+/g) ?? [];
    for (const [i, side] of [96, 192].entries()) {
      const file = built(files[i] ?? '');
      const { width, height, format } = await sharp(file).metadata();
      expect([width, height, format]).toEqual([side, side, 'webp']);
      expect(statSync(file).size).toBeLessThan(20_000);
    }
  },
);
