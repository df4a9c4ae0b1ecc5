import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { renamedArticles } from './renamed.ts';
import { sentenceOf } from './unfinished.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'renamed-'));
  mkdirSync(join(root, 'content/posts'), { recursive: true });
  git('init', '--quiet');
});

function git(...words: string[]) {
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@firm.example', '-c', 'commit.gpgsign=false'];
  const { status, stderr } = spawnSync('git', ['-C', root, ...who, ...words], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
}
const save = () => {
  git('add', '-A');
  git('commit', '--quiet', '--message', 'Saved');
};
const path = (name: string) => join(root, 'content/posts', `${name}.md`);
const write = (name: string, front = 'date: 2026-01-01') =>
  writeFileSync(path(name), `---\ntitle: A title\n${front}\n---\n\nOne line.\n\nAnd another line.\n`);
const rename = (old: string, now: string) => renameSync(path(old), path(now));
const warningsFor = (ids: string[], from?: string) =>
  renamedArticles(root, ids, from ? [{ from, to: '/blog/new' }] : []).map(sentenceOf);

const SENTENCE =
  'content/redirects.yaml: /blog/old was an article and leads nowhere since its file has the name new.md; add `- from: /blog/old` and below it `to: /blog/new`.';

it('a renamed article is reported', () => {
  write('old');
  save();
  rename('old', 'new');
  save();
  expect(warningsFor(['new'])).toEqual([SENTENCE]);
});

it('both old addresses of an article that was renamed twice lead to the present one', () => {
  write('old');
  save();
  rename('old', 'between');
  save();
  rename('between', 'new');
  save();
  expect(warningsFor(['new'])).toEqual([SENTENCE.replaceAll('old', 'between'), SENTENCE]);
});

describe('no warning is given for', () => {
  it.each([
    ['an address that leads on', 'date: 2026-01-01', '/blog/old'],
    ['a draft', 'date: 2026-01-01\ndraft: true', undefined],
    ['an article of a day to come', 'date: 2999-01-01', undefined],
  ])('%s', (_, front, from) => {
    write('old', front);
    save();
    rename('old', 'new');
    save();
    expect(warningsFor(['new'], from)).toEqual([]);
  });

  it('an article with the old name again', () => {
    write('old');
    save();
    rename('old', 'new');
    save();
    rename('new', 'old');
    save();
    write('new');
    expect(warningsFor(['old', 'new'])).toEqual([]);
  });

  it('an article that was replaced by a different one', () => {
    write('old');
    save();
    rmSync(path('old'));
    writeFileSync(path('new'), '---\ntitle: Another\ndate: 2026-02-02\n---\n\nNothing of the first.\n');
    save();
    expect(warningsFor(['new'])).toEqual([]);
  });

  it('a folder without git', () => {
    rmSync(join(root, '.git'), { recursive: true });
    write('new');
    expect(warningsFor(['new'])).toEqual([]);
  });
});
