// The developer tasks: lists of commands that run in sequence with the clone's Node.
export const tasks = {
  build: [],
  check: [
    ['biome', 'ci'],
    ['tsc', '-b', 'src', 'test', 'test/e2e', 'test/web'],
    // Independent of the projects above, so it can run beside them.
    ['tsc', '-b', 'web'],
    ['vitest', 'run', '--project', 'test*', 'test/layers.test.ts'],
  ],
  format: [['biome', 'check', '--write']],
  'test:soak': [
    ['playwright', 'test', '--project', 'long*'],
    ['vitest', 'run', '--project', 'soak', '--project', 'soak-clock'],
  ],
  'test:engine': [['node', 'test/support/test-engine.ts']],
  // Accepts the currently generated SQL as correct: see test/query/golden.test.ts.
  golden: [['vitest', 'run', '--update', '--project', 'test*', 'test/query/golden.test.ts']],
  'safety-table': [['node', 'test/safety/write-table.ts']],
  bench: [['node', 'bench/run.ts']],
  screenshots: [['node', 'scripts/screenshots.ts']],
};
