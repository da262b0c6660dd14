// End-to-end tests: the built service and a real browser.
import { defineConfig } from '@playwright/test';
import { chromiumPath } from './test/support/chromium.ts';

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  globalSetup: './test/support/run.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  timeout: 60_000,
  use: {
    browserName: 'chromium',
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
