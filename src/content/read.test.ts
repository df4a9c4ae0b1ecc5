import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { firm, writeSmallContent } from '../../tests/support/small-content.ts';
import { type Entry, readContent } from './read.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'content-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeSmallContent(root);
});
const path = (file: string) => join(root, 'content', file);
const copy = (file: string, name: string) => copyFileSync(path(file), path(join(dirname(file), name)));
const idsOf = (entries: Entry<unknown>[]) => entries.map(({ id }) => id);

it.each([
  ['case-studies', '1-a-study.yaml'],
  ['people', '1-a-person.yaml'],
] as const)(
  '%s stand in the order of their numbers, ten after nine, which are no part of their ids',
  (folder, file) => {
    for (const number of [10, 9]) copy(`${folder}/${file}`, `${number}-of-${number}.yaml`);
    expect(idsOf(readContent(root, firm)[folder]())).toEqual([expect.any(String), 'of-9', 'of-10']);
  },
);

it('the name of an article is its address, with the number it may begin with', () => {
  for (const name of ['2024-review', '10-ways']) copy('posts/an-article.md', `${name}.md`);
  expect(idsOf(readContent(root, firm).posts()).sort()).toEqual(['10-ways', '2024-review', 'an-article']);
});

it.each([
  ['posts', 'posts/an-article.md'],
  ['legal', 'legal/terms-of-service.md'],
] as const)(
  'tokens are filled in outside code, and a link may name a heading as the page has it: %s',
  (kind, file) => {
    const text = readFileSync(path(file), 'utf8');
    writeFileSync(
      path(file),
      `${text}\n## Kept for {site.retentionMonths} months by {site.name}\n\n\`{site.name}\`\n`,
    );
    const [entry]: Entry<unknown>[] = readContent(root, firm)[kind]();
    expect(entry?.body).toContain('## Kept for 24 months by Small Firm\n\n`{site.name}`');
    expect(entry?.outline?.anchors).toEqual(['kept-for-24-months-by-small-firm']);
  },
);
