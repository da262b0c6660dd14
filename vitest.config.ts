import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import LongestFirst from './test/support/longest-first.ts';

const shared = {
  pool: 'forks',
  globalSetup: 'test/support/run.ts',
  hookTimeout: 120_000,
} as const;

/** Each in its own process, because they break things on purpose, or inspect what a process leaves behind. */
const apart = [
  'test/{faults,package,safety,support}/**/*.test.ts',
  'test/http/{command,first-request,pipelining,secrets,sign-on-command,stop,streams,workers}.test.ts',
];

/** Files that leave some cases to the long run. */
const shortened = globSync('test/**/*.test.ts').filter((file) =>
  readFileSync(file, 'utf8').includes('/long-run.ts'),
);

export default defineConfig({
  test: {
    reporters: ['default', './test/support/figures.ts', './test/support/failures.ts'],
    // Unapproved snapshots fail: see the task `golden`.
    update: 'none',
    sequence: { sequencer: LongestFirst },
    // Two more than two cores can run, since many tests wait.
    maxWorkers: 4,
    projects: [
      {
        test: {
          ...shared,
          // Files that share a worker's modules: loading the service takes longer than the tests of many files.
          name: 'test',
          include: ['{src,web,demo,bench,test}/**/*.test.{ts,tsx}'],
          exclude: ['test/e2e/**', ...apart],
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'test-apart',
          include: apart,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'soak',
          maxWorkers: 2,
          env: { JOINERY_LONG_RUN: 'yes' },
          include: ['test/**/*.soak.ts', ...shortened],
          exclude: ['test/**/*.clock.soak.ts'],
          testTimeout: 30 * 60_000,
          hookTimeout: 10 * 60_000,
        },
      },
      {
        test: {
          ...shared,
          // Timing tests: they run after all others, one at a time.
          name: 'soak-clock',
          include: ['test/**/*.clock.soak.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          testTimeout: 30 * 60_000,
          hookTimeout: 10 * 60_000,
        },
      },
    ],
  },
});
