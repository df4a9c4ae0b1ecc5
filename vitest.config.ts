import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import './tests/support/temporary-folders.ts';

/** What hangs has to end; how long the rest takes is the machine's affair. */
const patience = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 120_000 } } };

/** What takes longest begins first: begun last, it would run alone while the other processor has nothing to do. */
const LONGEST = ['every-page', 'editor', 'development', 'accessibility', 'young-firm', 'contact'];
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLong = ({ moduleId }: TestSpecification) =>
      LONGEST.some((name) => moduleId.endsWith(`/tests/${name}.test.ts`));
    const others = await super.sort(files);
    return others.toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)));
  }
}

export default defineConfig({
  test: {
    // The tests wait for browsers more than they compute.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
          // As below: what a file imports remembers nothing of it, and is loaded once for all.
          isolate: false,
          ...patience,
        },
      },
      {
        test: {
          name: 'site',
          include: ['tests/*.test.ts', 'tests/hostile/*.test.ts'],
          globalSetup: 'tests/support/global-setup.ts',
          isolate: false,
          ...patience,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: 'tests/faults/support/global-setup.ts',
          ...patience,
        },
      },
      {
        test: {
          // Slow, and rarely broken: `npm run test:deep`.
          name: 'deep',
          include: ['tests/deep/*.test.ts'],
          fileParallelism: false,
          globalSetup: 'tests/support/global-setup.ts',
          ...patience,
        },
      },
    ],
  },
});
