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
    [`name: ${name}`, 'role: Adviser', 'status: confirmed', ...lines, ''].join('\n'),
  );
/** Nobody but these. */
function employ(...names: string[]): void {
  rmSync(folder(), { recursive: true });
  mkdirSync(folder());
  for (const name of names) write(name, 'answers: true');
}

describe('people', () => {
  it('have a portrait where there is one and a monogram where there is none; some answer enquiries', async () => {
    employ('Ana', 'Bo', 'Chi', 'Dev');
    write('Eve');
    write('Fay', 'answers: true', 'portrait: portrait.jpg');
    await sharp({ create: { width: 900, height: 600, channels: 3, background: '#8b5cf6' } })
      .jpeg()
      .toFile(join(folder(), 'portrait.jpg'));
    expect(project.build()).toEqual({ status: 0, output: '' });
    const client = join(project.root, 'dist/client');
    for (const [page, count] of [
      ['about', 6],
      ['contact', 5],
    ] as const) {
      const html = readFileSync(join(client, `${page}.html`), 'utf8');
      expect(html.match(/class="person"/g)).toHaveLength(count);
      expect(html.match(/class="monogram"/g)).toHaveLength(count - 1);
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
    employ('Ana');
    write('Bo', 'portrait: nobody.jpg');
    const { status, output } = project.build();
    expect(status).not.toBe(0);
    expect(output).toContain(
      'content/people/Bo.yaml: line 4: `portrait` is ‘nobody.jpg’; wanted: the name of one in content/people',
    );
    expect(output).not.toMatch(/^ {4}at /m);
  });
});
