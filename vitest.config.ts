import { defineConfig } from 'vitest/config';

/** What hangs has to end; how long the rest takes is the machine's affair. */
const patience = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } };

export default defineConfig({
  test: {
    // The tests wait for browsers more than they compute.
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
          // Some of them talk to real databases and mail servers.
          ...patience,
        },
      },
      {
        test: {
          name: 'site',
          include: ['tests/*.test.ts', 'tests/hostile/*.test.ts'],
          globalSetup: 'tests/support/global-setup.ts',
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
