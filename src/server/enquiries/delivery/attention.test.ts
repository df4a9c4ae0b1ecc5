import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { emptyEnquiry } from '../../../lib/enquiry.ts';
import { openSqlite } from '../store/sqlite.ts';
import { createStore, type EnquiryStore } from '../store/store.ts';
import { startAttention } from './attention.ts';

let folder: string;
let store: EnquiryStore;
let told: unknown[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'attention-'));
  store = createStore(openSqlite(join(folder, 'enquiries.db')));
  told = [];
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const start = () =>
  startAttention(store, ['mail'], (event, { sentence } = {}) => told.push([event, sentence]));
const park = async (message: string) => {
  await store.add({ enquiry: { ...emptyEnquiry, email: 'a@b.example', message }, kinds: ['mail'] });
  for (const claimed of await store.claim('mail', { lease: 1000, longestDelay: 1000, limit: 1 }))
    await store.settle(claimed, { state: 'parked', error: '550 no' });
};
const line = (sentence: string) => ['needs-attention', expect.stringContaining(sentence)];

it('tells the log when what needs attention has changed, and not what the start has said', async () => {
  await park('Before the start');
  const attention = start();
  await attention.look();
  await attention.look();
  expect(told).toEqual([]);
  await park('After the start');
  await attention.look();
  await attention.look();
  expect(told).toEqual([line('2 deliveries have been refused')]);
  await store.resendAll();
  await attention.look();
  expect(told).toHaveLength(1);
  await park('Later');
  await attention.look();
  expect(told.slice(1)).toEqual([line('1 delivery has been refused')]);
  attention.stop();
});

it('tells of everything where the store could not be asked at the start', async () => {
  await park('Before the start');
  const { standing } = store;
  store.standing = () => Promise.reject(new Error('gone'));
  const attention = start();
  await attention.look();
  store.standing = standing;
  await attention.look();
  expect(told.at(-1)).toEqual(line('1 delivery has been refused'));
  attention.stop();
});
