import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyProject, type ProjectCopy } from './support/project-copy.ts';

let project: ProjectCopy;
beforeAll(() => {
  project = copyProject();
});
afterAll(() => project.remove());

const folder = () => join(project.root, 'content/people');
const write = (name: string, ...lines: string[]) =>
  writeFileSync(
    join(folder(), `${name}.yaml`),
    [`name: ${name}`, 'role: Adviser', 'answers: true', 'status: confirmed', ...lines, ''].join('\n'),
  );
/** Nobody but these. */
function employ(...names: string[]): void {
  rmSync(folder(), { recursive: true });
  mkdirSync(folder());
  for (const name of names) write(name);
}

describe('people', () => {
  it('are six at most, with a portrait where there is one and a monogram where there is none', async () => {
    employ('Ana', 'Bo', 'Chi', 'Dev', 'Eve');
    write('Fay', 'portrait: portrait.jpg');
    await sharp({ create: { width: 900, height: 600, channels: 3, background: '#8b5cf6' } })
      .jpeg()
      .toFile(join(folder(), 'portrait.jpg'));
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

  it('who do not answer enquiries are named on About alone', () => {
    employ('Ana', 'Bo');
    write('Bo', 'sentence: Elsewhere.');
    writeFileSync(
      join(folder(), 'Bo.yaml'),
      readFileSync(join(folder(), 'Bo.yaml'), 'utf8').replace('answers: true\n', ''),
    );
    expect(project.build().status).toBe(0);
    const count = (page: string) =>
      readFileSync(join(project.root, `dist/client/${page}.html`), 'utf8').match(/class="person"/g)?.length;
    expect([count('about'), count('contact')]).toEqual([2, 1]);
  });

  it('whose portrait is not there stop the build with a sentence', () => {
    employ('Ana');
    write('Bo', 'portrait: nobody.jpg');
    const { status, output } = project.build();
    expect(status).not.toBe(0);
    expect(output).toContain('content/people: the portrait of Bo: found “nobody.jpg”; wanted: the name of');
    expect(output).not.toMatch(/^ {4}at /m);
  });

  it.each([0, 7])('are not %s', (count) => {
    employ(...Array.from({ length: count }, (_, i) => `Person${i}`));
    expect(project.build().output).toContain(`the folder holds ${count} people; wanted: one to 6`);
  });
});
