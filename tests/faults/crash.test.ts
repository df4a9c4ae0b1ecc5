import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, it } from 'vitest';
import { expectSurvival } from './support/kills.ts';

const folder = mkdtempSync(join(tmpdir(), 'crash-'));

// Fifty: deep/kills.test.ts.
it('keeps every acknowledged enquiry through three kills and a flood, each stored once and mailed once or waiting', () =>
  expectSurvival(inject('root'), `file:${join(folder, 'enquiries.db')}`, 3));
