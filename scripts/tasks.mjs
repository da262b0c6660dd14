// What a developer does often, as lists of commands that run one after another with the Node of the clone.
export const tasks = {
  build: [],
  check: [
    ['biome', 'ci'],
    ['tsc', '-b'],
    ['vitest', 'run', '--project', 'test', 'test/layers.test.ts'],
  ],
  format: [['biome', 'check', '--write']],
  'test:soak': [['vitest', 'run', '--project', 'soak', '--project', 'soak-clock']],
  'safety-table': [['node', 'test/safety/write-table.ts']],
  bench: [['node', 'bench/run.ts']],
  screenshots: [['node', 'scripts/screenshots.ts']],
};
