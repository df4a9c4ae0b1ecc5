import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** All that the tests and their programs put into temporary folders lies in one, which goes when the tests have ended. */
const folder = mkdtempSync(join(tmpdir(), 'tests-'));
process.env.TMPDIR = folder;
process.once('exit', () => {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // A program that is about to end still writes there.
  }
});
