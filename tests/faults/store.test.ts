import { closeSync, mkdtempSync, openSync, statSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { emptyEnquiry } from '../../src/lib/enquiry.ts';
import { readyPath } from '../../src/routes.ts';
import { openSqlite } from '../../src/server/db/sqlite.ts';
import { createStore } from '../../src/server/db/store.ts';
import { createAccept } from '../../src/server/enquiries/accept.ts';
import { runOwner } from '../support/owner.ts';
import { readFixture } from '../support/read-firm.ts';
import { type RunningSite, startSite } from '../support/server.ts';
import { type Disk, smallDisk } from './support/disk.ts';
import { lock } from './support/lock.ts';
import { expectKept, stored } from './support/stored.ts';
import { answered, until, type Visit, visit, visitors } from './support/visitors.ts';

const { form } = (await readFixture()).wordsOf('contact');
const sites: RunningSite[] = [];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'store-'));
});
afterEach(async () => {
  await Promise.all(sites.splice(0).map((site) => site.stop()));
});

describe('a small disk', () => {
  let disk: Disk;
  beforeEach(() => {
    disk = smallDisk();
  });
  afterEach(async () => {
    await Promise.all(sites.splice(0).map((site) => site.stop()));
    disk.remove();
  });

  it('that is full is reported in a sentence; once there is room, so is success', async () => {
    const { url, file } = await start(join(disk.folder, 'enquiries.db'));
    const before = await visit(url);
    expect(await ready(url)).toBe(200);
    disk.fill();
    const during = await visitUntilRefused(url);
    await until('monitors see it', async () => (await ready(url)) === 503);
    disk.empty();
    await until('monitors see it', async () => (await ready(url)) === 200);
    const after = await visit(url);
    expect([before.status, after.status]).toEqual([200, 200]);
    await expectStored(file, [before, ...during, after]);
  });

  it('that is read-only is reported in a sentence; once it can be written, so is success', async () => {
    disk.readOnly();
    const { url, file } = await start(join(disk.folder, 'enquiries.db'));
    expectRefused(await visit(url));
    disk.writable();
    const after = await visit(url);
    expect(after.status).toBe(200);
    await expectStored(file, [after]);
  });
});

describe('a store', () => {
  it('that another process locks is reported in a sentence; once it lets go, so is success', async () => {
    const { url, file } = await start();
    const visits = [await visit(url)];
    for (const kind of ['IMMEDIATE', 'EXCLUSIVE'] as const) {
      const holder = await lock(file, kind);
      expectRefused(await visit(url));
      await holder.release();
      visits.push(await visit(url));
    }
    expect(visits.map(({ status }) => status)).toEqual([200, 200, 200]);
    await expectStored(file, visits);
  });

  it('that is locked from the start is reported in a sentence; once it is free, so is success', async () => {
    const file = join(folder, 'enquiries.db');
    const holder = await lock(file, 'EXCLUSIVE');
    const { url } = await start(file);
    // What the start itself has to write gives up first: a visitor would stand behind it.
    await until('the start has given up', () =>
      sites.some((site) => site.output().includes('enquiries-not-purged')),
    );
    expectRefused(await visit(url));
    await holder.release();
    const after = await visit(url);
    expect(after.status).toBe(200);
    await expectStored(file, [after]);
  });

  it.each([
    ['whose beginning is overwritten', (file: string) => overwrite(file, 0, 4096)],
    ['whose pages are overwritten', (file: string) => overwrite(file, 4096, 1_000_000)],
    ['that is cut off', (file: string) => truncateSync(file, 4096)],
  ])('%s is known to be of no use, and nothing is acknowledged', async (_, damage) => {
    const { url, file } = await start();
    for (let i = 0; i < 20; i++) expect((await visit(url)).status).toBe(200);
    expect(await ready(url)).toBe(200);
    // The log of changes is folded into the file, as it is by itself now and then.
    const other = new DatabaseSync(file, { timeout: 5000 });
    other.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    other.close();
    damage(file);
    await until('monitors see it', async () => (await ready(url)) === 503);
    expectRefused(await visit(url));
  });

  it('that is asked for too much at once refuses the rest, and keeps what it accepted', async () => {
    const store = createStore(openSqlite(join(folder, 'enquiries.db')));
    const accept = createAccept({
      store,
      quotaOf: () => ({ perDay: 0, perAddress: 0, networks: [] }),
      kinds: ['mail'],
      onStored: () => {},
      log: () => {},
    });
    const outcomes = await Promise.all(
      Array.from({ length: 1500 }, (_, i) =>
        accept({
          enquiry: { ...emptyEnquiry, email: 'ada@example.com', message: `Enquiry number ${i}` },
          trap: '',
          address: '127.0.0.1',
        }),
      ),
    );
    const accepted = outcomes
      .filter((outcome) => outcome.kind === 'accepted')
      .map(({ reference }) => reference);
    expect(accepted).toHaveLength(1000);
    expect(outcomes.filter(({ kind }) => kind === 'unavailable')).toHaveLength(500);
    expect(new Set((await store.list()).map(({ reference }) => reference))).toEqual(new Set(accepted));
    await store.close();
  });

  it('can be copied while it is written: the copy is whole', async () => {
    const { url, file } = await start();
    const crowd = visitors(100, url);
    await until('there is something to copy', async () => (await stored(`file:${file}`)).length > 20);
    const before = await stored(`file:${file}`);
    const copy = join(folder, 'copy.db');
    const backup = await runOwner(['backup', copy], { DATABASE_URL: `file:${file}` }, inject('root'));
    expect(backup).toMatchObject({ code: 0 });
    const visits = await crowd.leave();
    expect(answered(visits)).toHaveLength(visits.length);
    await expectStored(file, visits);

    const opened = new DatabaseSync(copy);
    expect(opened.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    expect(opened.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
    opened.close();
    const copied = new Set((await stored(`file:${copy}`)).map(({ reference }) => reference));
    expect(before.filter(({ reference }) => !copied.has(reference))).toEqual([]);
    expect(copied.size).toBeLessThan(visits.length);
  });
});

const ready = async (url: string) => (await fetch(url + readyPath)).status;

function overwrite(file: string, from: number, length: number) {
  const size = Math.min(length, statSync(file).size - from);
  const opened = openSync(file, 'r+');
  writeSync(opened, Buffer.alloc(size, 0xa5), 0, size, from);
  closeSync(opened);
}

async function start(file = join(folder, 'enquiries.db')) {
  const site = await startSite(inject('root'), { DATABASE_URL: `file:${file}` });
  sites.push(site);
  return { url: site.url, file };
}

/** A full disk may have room for a last one in what the store set aside. */
async function visitUntilRefused(url: string): Promise<Visit[]> {
  const visits = [];
  for (let i = 0; i < 100; i++) {
    const one = await visit(url);
    visits.push(one);
    if (one.status === 200) continue;
    expectRefused(one);
    return visits;
  }
  throw new Error('A full disk took 100 enquiries.');
}

function expectRefused({ status, error }: Visit) {
  expect({ status, error }).toEqual({ status: 503, error: form.failed.unavailable });
}

/** Nothing is there but what was acknowledged. */
async function expectStored(file: string, visits: Visit[]) {
  expect(await expectKept(`file:${file}`, visits)).toHaveLength(answered(visits).length);
}
