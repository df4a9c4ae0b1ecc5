import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { site } from '../src/config/site.ts';
import { copyProject, type ProjectCopy } from './support/project-copy.ts';

let project: ProjectCopy;
beforeAll(() => {
  project = copyProject();
});
afterAll(() => project.remove());

const configure = (founder: Partial<typeof site.founder>, team: typeof site.team = []) =>
  writeFileSync(
    join(project.root, 'site.config.ts'),
    `export default ${JSON.stringify({ ...site, founder: { ...site.founder, ...founder }, team })};\n`,
  );

describe('people', () => {
  it('are six at most, with a portrait where there is one and a monogram where there is none', async () => {
    mkdirSync(join(project.root, 'content/people'), { recursive: true });
    await sharp({ create: { width: 900, height: 600, channels: 3, background: '#8b5cf6' } })
      .jpeg()
      .toFile(join(project.root, 'content/people/portrait.jpg'));
    const others = ['Ana', 'Bo', 'Chi', 'Dev', 'Eve'].map((name) => ({ name, role: 'Adviser' }));
    configure({ portrait: 'portrait.jpg' }, others);
    expect(project.build()).toEqual({ status: 0, output: '' });
    const client = join(project.root, 'dist/client');
    for (const page of ['about', 'contact']) {
      const html = readFileSync(join(client, `${page}.html`), 'utf8');
      expect(html.match(/class="person"/g)).toHaveLength(6);
      expect(html.match(/class="monogram"/g)).toHaveLength(5);
      const [picture = '', ...more] = html.match(/<img [^>]+>/g) ?? [];
      expect(more).toEqual([]);
      expect(picture).toMatch(/width="96" height="96" alt="" loading="lazy"/);
      const files = picture.match(/\/_astro\/[^" ]+/g) ?? [];
      for (const [i, side] of [96, 192].entries()) {
        const src = files[i] ?? '';
        const { width, height, format } = await sharp(join(client, src)).metadata();
        expect([width, height, format]).toEqual([side, side, 'webp']);
        expect(statSync(join(client, src)).size).toBeLessThan(20_000);
      }
    }
  });

  it('whose portrait is not there stop the build with a sentence', () => {
    configure({ portrait: 'nobody.jpg' });
    const { status, output } = project.build();
    expect(status).not.toBe(0);
    expect(output).toContain('“nobody.jpg”; wanted: the name of a picture in content/people.');
    expect(output).not.toMatch(/^ {4}at /m);
  });

  it('of a team of six besides the founder stop it too', () => {
    configure(
      {},
      Array.from({ length: 6 }, (_, i) => ({ name: `Person ${i}`, role: 'Adviser' })),
    );
    expect(project.build().output).toContain('up to five people besides the founder');
  });
});
