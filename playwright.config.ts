// End-to-end tests: the built service and a real browser.
import { defineConfig } from '@playwright/test';
import type { WorkerFixtures } from './test/e2e/support/test.ts';
import { chromiumPath } from './test/support/chromium.ts';

export default defineConfig<object, WorkerFixtures>({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  globalSetup: './test/support/run.ts',
  // One more than two cores can run, since a page often waits.
  workers: 3,
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['./test/support/figures-playwright.ts'], ['./test/support/failures-playwright.ts']],
  timeout: 90_000,
  expect: { timeout: 15_000 },
  projects: [
    { name: 'sqlite', use: { engine: 'sqlite' }, grepInvert: /@long/ },
    // A server database must give the same answers to people's questions. test/query and test/conformance check that
    // conditions mean the same on every engine; here the page meets another engine's types.
    { name: 'postgres', use: { engine: 'postgres' }, grep: /@server(?!-)/ },
    // A part of `npm run test:soak`.
    { name: 'long', use: { engine: 'sqlite' }, grep: /@long/ },
    { name: 'long-postgres', use: { engine: 'postgres' }, grep: /@server-long/ },
  ],
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    reuseContext: true,
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'UTC',
    actionTimeout: 20_000,
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: await chromiumPath(),
      args: [
        // Chromium's sandbox refuses root, and small containers have little shared memory.
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
