import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { expectSurvival } from '../faults/support/kills.ts';
import { siteWithoutPages } from '../faults/support/site.ts';

const KILLS = 50;

it(`keeps every acknowledged enquiry through ${KILLS} kills and a flood`, {
  timeout: KILLS * 60_000,
}, async () => {
  expect.hasAssertions();
  const site = await siteWithoutPages();
  onTestFinished(site.remove);
  await expectSurvival(site.root, `file:${join(site.root, 'enquiries.db')}`, KILLS);
});
