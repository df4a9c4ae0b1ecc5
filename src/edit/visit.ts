import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Mistake } from '../lib/mistake.ts';
import { apply, between, type Files } from './apply.ts';
import { allFiles, type Contents, filesIn, writeFiles } from './disk.ts';
import type { Change, Changed, History, Path } from './protocol.ts';

export interface Visit {
  save(change: Change): Promise<string>;
  /** Writes a file that is no text, such as a photograph. */
  put(file: string, contents: Buffer, words: string): Promise<string>;
  undo(): Promise<string>;
  redo(): Promise<string>;
  putBack(id: number): Promise<string>;
  history(): History;
}

interface Options {
  root: string;
  /** What the build would say of these changes: a sentence for each mistake that they bring. */
  judge(files: ReadonlyMap<string, Contents | null>): Promise<string[]>;
  orderOf(file: string, path: Path): string[];
}

interface Entry extends Changed {
  file: string;
  files: { file: string; before: Contents | null; after: Contents | null }[];
  /** Of a text that is saved at each pause: what was saved before in one go is one change. */
  goesOn?: { file: string; value: string };
}

/** All changes from opening to closing the editor, each of which can be taken back. Each is whole or not made at all. */
export function startVisit({ root, judge, orderOf }: Options): Visit {
  const entries: Entry[] = [];
  let undone: Entry[] = [];
  /** One after the other: each is judged by what the one before has left. */
  let queue: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(run: () => Promise<Result>): Promise<Result> => {
    const next = queue.then(run, run);
    queue = next.catch(() => {});
    return next;
  };
  const read = (file: string) => {
    const path = join(root, file);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  };
  const files: Files = {
    read,
    orderOf,
    filesIn: (folder) => filesIn(root, folder),
    all: () => allFiles(root),
  };

  /** Judges, and writes unless somebody else was faster. */
  async function write(changed: ReadonlyMap<string, Contents | null>): Promise<void> {
    const before = new Map([...changed.keys()].map((file) => [file, read(file)]));
    const mistakes = await judge(changed);
    if (mistakes.length > 0) throw new Mistake(mistakes.join('\n'));
    for (const [file, text] of before)
      if (read(file) !== text)
        throw new Mistake(
          `${file}: it was saved by somebody else at this moment, so nothing was saved; try again.`,
        );
    writeFiles(root, changed);
  }

  async function turn(entry: Entry, isBack: boolean): Promise<string> {
    const changed = new Map<string, Contents | null>();
    for (const { file, before, after } of entry.files) {
      const [from, to] = isBack ? [after, before] : [before, after];
      changed.set(file, exchanged(file, read(file) ?? null, from, to));
    }
    await write(changed);
    entry.isUndone = isBack;
    return entry.file;
  }

  return {
    save: (change) =>
      inTurn(async () => {
        const { files: changed, file, ...made } = apply(change, files);
        const parts = [...changed].map(([name, after]) => ({
          file: name,
          before: read(name) ?? null,
          after,
        }));
        if (parts.every(({ before, after }) => before === after)) return file;
        await write(changed);
        const last = entries.at(-1);
        undone = [];
        if (
          change.kind === 'text' &&
          last?.goesOn?.file === file &&
          last.goesOn.value === change.was &&
          !last.isUndone
        ) {
          Object.assign(last, { to: made.to, goesOn: { file, value: change.value } });
          (last.files[0] as Entry['files'][number]).after = parts[0]?.after ?? null;
          return file;
        }
        const goesOn = change.kind === 'text' ? { goesOn: { file, value: change.value } } : {};
        entries.push({ id: entries.length + 1, isUndone: false, file, files: parts, ...made, ...goesOn });
        return file;
      }),
    put: (file, contents, words) =>
      inTurn(async () => {
        await write(new Map([[file, contents]]));
        const id = entries.length + 1;
        entries.push({ id, isUndone: false, file, words, files: [{ file, before: null, after: contents }] });
        undone = [];
        return file;
      }),
    undo: () =>
      inTurn(async () => {
        const entry = entries.findLast(({ isUndone }) => !isUndone);
        if (!entry) throw new Mistake('There is nothing to undo.');
        const file = await turn(entry, true);
        undone.push(entry);
        return file;
      }),
    redo: () =>
      inTurn(async () => {
        const entry = undone.at(-1);
        if (!entry) throw new Mistake('There is nothing to redo.');
        const file = await turn(entry, false);
        undone.pop();
        return file;
      }),
    putBack: (id) =>
      inTurn(async () => {
        const entry = entries.find((one) => one.id === id);
        if (!entry || entry.isUndone) throw new Mistake('This change was put back already.');
        const file = await turn(entry, true);
        undone.push(entry);
        return file;
      }),
    history: () => ({
      changes: entries.map(({ files: _, file: __, goesOn: ___, ...changed }) => changed),
      canUndo: entries.some(({ isUndone }) => !isUndone),
      canRedo: undone.length > 0,
    }),
  };
}

/** As many characters on both sides of a change are compared as it takes to find its place. */
const AROUND = [400, 120, 40, 0];

/** A file with one change taken back or made again, whatever else was changed in it since. */
function exchanged(
  file: string,
  now: Contents | null,
  from: Contents | null,
  to: Contents | null,
): Contents | null {
  const same = (a: Contents | null, b: Contents | null) => a === b || String(a) === String(b);
  if (from === null || to === null || typeof to !== 'string' || typeof now !== 'string') {
    // A picture is read as a text here, and is what it was unless another was put in its place.
    if (same(now, from) || (Buffer.isBuffer(from) && now !== null)) return to;
    throw new Mistake(`${file}: it was changed since; put the later changes back first.`);
  }
  if (same(now, from)) return to;
  const text = String(from);
  const { start, same: end } = between(text, to);
  // Whole lines: a few letters may stand anywhere.
  const begin = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', text.length - end);
  const stop = lineEnd < 0 ? text.length : lineEnd;
  for (const around of AROUND) {
    const [head, tail] = [text.slice(Math.max(0, begin - around), begin), text.slice(stop, stop + around)];
    const wanted = head + text.slice(begin, stop) + tail;
    const at = now.indexOf(wanted);
    if (wanted === '' || at < 0) continue;
    if (now.indexOf(wanted, at + 1) >= 0) break;
    const put = head + to.slice(begin, to.length - (text.length - stop)) + tail;
    return now.slice(0, at) + put + now.slice(at + wanted.length);
  }
  throw new Mistake(`${file}: this place was changed again since; put the later change back first.`);
}
