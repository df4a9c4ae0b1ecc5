import { chownSync, mkdtempSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeFiles } from '../../src/edit/disk.ts';
import { emptyEnquiry } from '../../src/lib/enquiry.ts';
import { openSqlite } from '../../src/server/db/sqlite.ts';
import { createStore } from '../../src/server/db/store.ts';
import { runOwner } from '../support/owner.ts';
import { type Disk, smallDisk } from './support/disk.ts';

let disk: Disk;
let folder: string;
beforeEach(() => {
  disk = smallDisk();
  folder = mkdtempSync(join(tmpdir(), 'full-'));
});
afterEach(() => disk.remove());

const run = (file: string, ...parameters: string[]) => runOwner(parameters, { DATABASE_URL: `file:${file}` });

it.each([0, 40_000])(
  'a disk with %i bytes left refuses copies of the enquiries in a sentence, and has no half of one',
  async (room) => {
    const file = join(folder, 'enquiries.db');
    const copy = join(folder, 'copy.db');
    await fill(file);
    expect(await run(file, 'backup', copy)).toMatchObject({ code: 0 });
    disk.fill();
    const filler = join(disk.folder, 'filler');
    truncateSync(filler, statSync(filler).size - room);

    const target = join(disk.folder, 'new');
    const refused = {
      code: 1,
      error: expect.stringMatching(/^The disk of .* is full.* [Mm]ake room.*\.\n$/),
    };
    expect(await run(file, 'backup', target)).toMatchObject(refused);
    expect(await run(join(disk.folder, 'enquiries.db'), 'restore', copy, '--yes')).toMatchObject(refused);
    expect(await run(file, 'export', '--csv', '--out', target)).toMatchObject({
      code: 1,
      error: expect.stringContaining(target),
    });
    expect(readdirSync(disk.folder)).toEqual(['filler']);
  },
);

it('a full disk lets the site end in peace, and nothing is lost', async () => {
  const file = join(disk.folder, 'enquiries.db');
  const store = await filled(file, 5);
  disk.fill();
  await store.close();
  disk.empty();
  const again = createStore(openSqlite(file));
  expect(await again.count()).toBe(5);
  await again.close();
});

it('a restore by root leaves the store to the user who runs the site', async () => {
  const [file, copy] = [join(folder, 'enquiries.db'), join(folder, 'copy.db')];
  await fill(file);
  expect(await run(file, 'backup', copy)).toMatchObject({ code: 0 });
  chownSync(file, 12_345, 12_346);
  expect(await run(file, 'restore', copy, '--yes')).toMatchObject({ code: 0 });
  expect(statSync(file)).toMatchObject({ uid: 12_345, gid: 12_346 });
});

const fill = async (file: string) => (await filled(file, 30)).close();

async function filled(file: string, count: number) {
  const store = createStore(openSqlite(file));
  for (let i = 0; i < count; i++)
    await store.add({
      enquiry: {
        ...emptyEnquiry,
        email: 'ada@shop.example',
        message: `${i} ${'long '.repeat(500)}`,
      },
      kinds: ['mail'],
    });
  return store;
}

it('a full disk refuses what is edited on the page, and the file is as it was', () => {
  const text = 'Words that are there.\n';
  writeFiles(disk.folder, new Map([['a.yaml', text]]));
  disk.fill();
  const saving = () => writeFiles(disk.folder, new Map([['a.yaml', text.repeat(1000)]]));
  expect(saving).toThrow('a.yaml: nothing was saved: the disk is full; make room, then save again.');
  expect(readFileSync(join(disk.folder, 'a.yaml'), 'utf8')).toBe(text);
  expect(readdirSync(disk.folder).sort()).toEqual(['a.yaml', 'filler']);
  disk.empty();
  saving();
  expect(readFileSync(join(disk.folder, 'a.yaml'), 'utf8')).toBe(text.repeat(1000));
});
