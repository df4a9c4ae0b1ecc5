import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { site } from '../config/site.ts';
import { filesBelow } from '../lib/files-below.ts';
import { writeFiles } from './disk.ts';
import { judgeOf } from './judge.ts';
import type { Change, Value } from './protocol.ts';
import { startVisit } from './visit.ts';

const HOME = 'content/pages/home.yaml';
const FAQ = 'content/faq.yaml';
const POST = 'content/posts/the-price-of-one-mug.md';

type Judge = ReturnType<typeof judgeOf>;

/** The fixture's content in a folder of its own, and two people who edit it. Nothing that they save is wrong. */
function startVisits() {
  const root = mkdtempSync(join(tmpdir(), 'visit-'));
  cpSync('tests/other-firm/content', join(root, 'content'), { recursive: true });
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const write = (file: string, text: string) => writeFileSync(join(root, file), text);
  const start = (judge: Judge = async () => []) => startVisit({ root, judge, orderOf: () => [] });
  return {
    root,
    read,
    write,
    mine: start(),
    theirs: start(),
    judged: () => start(judgeOf(root, site, new Map())),
  };
}
const heading = (value: string, was: string): Change => ({
  ...{ kind: 'set', file: HOME, path: ['hero', 'heading'] as const },
  ...{ value, was },
});
const headingIn = (text: string) => /^hero:\n(?:.*\n)*? {2}heading: (.*)$/m.exec(text)?.[1] ?? '';

it('never overwrites what somebody else changed meanwhile, and says what that is', async () => {
  const { read, mine, theirs } = startVisits();
  const before = headingIn(read(HOME));
  await theirs.save(heading('Theirs', before));
  const saving = mine.save(heading('Mine', before));
  await expect(saving).rejects.toMatchObject({ now: 'Theirs', message: expect.stringContaining(HOME) });
  expect(headingIn(read(HOME))).toBe('Theirs');
  // Beside it, both may write into one file.
  const was = /^ {2}audience: (.*)$/m.exec(read(HOME))?.[1] ?? '';
  await mine.save({ kind: 'set', file: HOME, path: ['hero', 'audience'], value: 'Beside it', was });
  expect(headingIn(read(HOME))).toBe('Theirs');
});

it('refuses a list and a text that somebody else changed', async () => {
  const { read, write, mine, theirs } = startVisits();
  const items: Value = [{ id: 'a', question: 'b', answer: 'c' }];
  await expect(
    mine.save({ kind: 'move', file: FAQ, path: [0, 'items'], at: 0, to: 1, was: items }),
  ).rejects.toThrow('somebody else');
  const text = read(POST);
  const paragraph = text.split('\n\n')[2] ?? '';
  const start = text.indexOf(paragraph);
  await theirs.save({ kind: 'text', file: POST, start, value: 'Theirs', was: paragraph });
  await expect(mine.save({ kind: 'text', file: POST, start, value: 'Mine', was: paragraph })).rejects.toThrow(
    'somebody else',
  );
  // Words that only moved are found.
  write(POST, text.replace('\n---\n', '\n---\n\nOne more paragraph.\n'));
  await mine.save({ kind: 'text', file: POST, start, value: 'Mine', was: paragraph });
  expect(read(POST)).toContain('\n\nMine\n');
});

it('takes every change back and makes it again, the last one first, to the byte', async () => {
  const { read, mine } = startVisits();
  const states = [read(HOME)];
  for (const value of ['First', 'Second', 'Third'])
    await mine.save(heading(value, headingIn(states.at(-1) ?? ''))).then(() => states.push(read(HOME)));
  for (const state of states.slice(0, -1).toReversed()) {
    await mine.undo();
    expect(read(HOME)).toBe(state);
  }
  await expect(mine.undo()).rejects.toThrow('nothing to undo');
  for (const state of states.slice(1)) {
    await mine.redo();
    expect(read(HOME)).toBe(state);
  }
  await expect(mine.redo()).rejects.toThrow('nothing to redo');
});

it('puts one change back and leaves the later ones', async () => {
  const { root, read, write, mine } = startVisits();
  const before = headingIn(read(HOME));
  const file = 'content/people/8-new.yaml';
  await mine.save(heading('Changed', before));
  const audience = /^ {2}audience: (.*)$/m.exec(read(HOME))?.[1] ?? '';
  await mine.save({ kind: 'set', file: HOME, path: ['hero', 'audience'], value: 'Later', was: audience });
  await mine.save({ kind: 'create', folder: 'content/people', name: 'New', value: { name: 'New' } });
  expect(readdirSync(join(root, 'content/people'))).toContain('8-new.yaml');
  const [first, , third] = mine.history().changes;
  expect(first).toMatchObject({ words: `Changed hero.heading (${HOME})`, from: before, to: 'Changed' });
  await mine.putBack(first?.id ?? 0);
  expect(headingIn(read(HOME))).toBe(before);
  expect(read(HOME)).toContain('audience: Later');
  await mine.putBack(third?.id ?? 0);
  expect(readdirSync(join(root, 'content/people'))).not.toContain('8-new.yaml');
  expect(mine.history()).toMatchObject({ canUndo: true, canRedo: true });
  // Where the place itself is another by now, nothing is guessed.
  await mine.redo();
  write(file, 'name: Somebody else\n');
  await expect(mine.undo()).rejects.toThrow(file);
  expect(read(file)).toBe('name: Somebody else\n');
});

it('changes the address of an article, and leads the old one on', async () => {
  const { root, read, mine } = startVisits();
  const text = read(POST);
  await mine.save({ kind: 'rename', file: POST, to: 'What one mug costs' });
  expect(readdirSync(join(root, 'content/posts'))).not.toContain('the-price-of-one-mug.md');
  expect(read('content/posts/what-one-mug-costs.md')).toBe(text);
  const added = '- from: /blog/the-price-of-one-mug\n  to: /blog/what-one-mug-costs\n';
  expect(read('content/redirects.yaml')).toContain(added);
  await mine.undo();
  expect(read(POST)).toBe(text);
  expect(read('content/redirects.yaml')).not.toContain(added);
});

it.each([
  [
    'an article',
    'content/posts/the-price-of-one-mug.md',
    '- from: /blog/the-price-of-one-mug\n  to: /blog/renamed\n',
  ],
  ['a service', 'content/services/3-packing-and-post.yaml', ''],
  ['a case study', 'content/case-studies/1-stoneware-mugs.yaml', ''],
])(
  'gives %s another address, and every text that names it or leads to it follows',
  async (_, file, added) => {
    const { root, judged } = startVisits();
    const name = file.replace(/^.*\/(\d-)?|\.\w+$/g, '');
    const texts = () =>
      filesBelow(join(root, 'content')).map((one): [string, string] => [
        one,
        readFileSync(join(root, 'content', one), 'utf8'),
      ]);
    const before = Object.fromEntries(texts());
    await judged().save({ kind: 'rename', file, to: 'Renamed' });
    const wanted = Object.entries(before).map(([one, text]) => [
      one.replaceAll(name, 'renamed'),
      text.replaceAll(name, 'renamed'),
    ]);
    expect(Object.values(before).filter((text) => text.includes(name)).length).toBeGreaterThan(1);
    const now = Object.fromEntries(wanted);
    now['redirects.yaml'] += added;
    expect(Object.fromEntries(texts())).toEqual(now);
  },
);

it('gives a question another address, and every text that names it or leads to it follows', async () => {
  const { read, judged } = startVisits();
  const path = [...findId(parse(read(FAQ)), 'broken-on-arrival'), 'id'];
  await judged().save({ kind: 'set', file: FAQ, path, value: 'it-broke', was: 'broken-on-arrival' });
  for (const file of [FAQ, 'content/pages/contact.yaml', 'content/redirects.yaml']) {
    expect(read(file), file).toContain('it-broke');
    expect(read(file), file).not.toContain('broken-on-arrival');
  }
});

const findId = (groups: { items: { id: string }[] }[], id: string): (string | number)[] => {
  const at = groups.findIndex(({ items }) => items.some((item) => item.id === id));
  return [at, 'items', groups[at]?.items.findIndex((item) => item.id === id) ?? -1];
};

it.each([
  ['a draft', (text: string) => text.replace('\n---\n', '\ndraft: true\n---\n')],
  ['an article that waits for its day', (text: string) => text.replace(/^date: .*$/m, 'date: 2999-01-01')],
])('gives %s another address without a redirect, since nobody could read it', async (_, hide) => {
  const { read, write, judged } = startVisits();
  const file = 'content/posts/begun.md';
  const text = hide(read(POST));
  write(file, text);
  const before = read('content/redirects.yaml');
  await judged().save({ kind: 'rename', file, to: 'finished' });
  expect(read('content/posts/finished.md')).toBe(text);
  expect(read('content/redirects.yaml')).toBe(before);
});

it('moves a file among those of its folder by their numbers', async () => {
  const { root, mine } = startVisits();
  const names = () => readdirSync(join(root, 'content/services')).sort();
  const before = names();
  const bare = (name = '') => name.replace(/^\d+-/, '');
  await mine.save({ kind: 'order', file: `content/services/${before[2]}`, to: 0 });
  expect(names().map(bare)).toEqual([before[2], before[0], before[1], ...before.slice(3)].map(bare));
  await mine.undo();
  expect(names()).toEqual(before);
});

it('keeps the ends of lines of Windows and the mark in front', async () => {
  const { read, write, mine } = startVisits();
  const windows = `\ufeff${read(HOME).replaceAll('\n', '\r\n')}`;
  write(HOME, windows);
  const before = headingIn(windows.replaceAll('\r\n', '\n'));
  await mine.save(heading('Changed', before));
  expect(read(HOME)).toBe(windows.replace(`heading: ${before}`, 'heading: Changed'));
});

it('leaves a read-only file as it is, and says so', async () => {
  const { root, read, mine } = startVisits();
  const before = read(HOME);
  chmodSync(join(root, HOME), 0o444);
  await expect(mine.save(heading('Changed', headingIn(before)))).rejects.toThrow(
    `${HOME}: nothing was saved`,
  );
  expect(read(HOME)).toBe(before);
  expect(readdirSync(join(root, 'content/pages')).filter((name) => name.startsWith('.'))).toEqual([]);
});

it('writes a file whole or not at all when it is killed', async () => {
  const { root, read } = startVisits();
  const [one, other] = ['one ', 'other '].map((word) => word.repeat(200_000));
  writeFiles(root, new Map([[HOME, one ?? '']]));
  const program = `import { writeFiles } from './src/edit/disk.ts';
    for (let i = 0; ; i++) writeFiles(${JSON.stringify(root)}, new Map([['${HOME}', ['one ', 'other '][i % 2].repeat(200_000)]]));`;
  for (let i = 0; i < 5; i += 1) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' });
    const exited = once(child, 'exit');
    const { mtimeMs } = statSync(join(root, HOME));
    while (statSync(join(root, HOME)).mtimeMs === mtimeMs) await sleep(1);
    child.kill('SIGKILL');
    await exited;
    expect([one, other]).toContain(read(HOME));
  }
});
