/** The `test` of the end-to-end tests: a demo service per worker, the workbench helper, and no console errors. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import type { RunningCommand } from '../../support/command.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { Bench } from './bench.ts';
import { type Demo, type Engine, startDemo } from './demo.ts';
import { serveStored, shopPolicy } from './people.ts';
import { type ChangingShop, serveShop } from './shop.ts';

export interface WorkerFixtures {
  /** The engine that the demo is served from. */
  engine: Engine;
  demo: Demo;
  /** The same data behind a login; `users` may log in. */
  guarded: RunningCommand;
  /** The same data once more, for tests that save something. */
  keeper: RunningCommand;
  /** The same data with a policy; everybody's password is their name. */
  policed: RunningCommand;
  /** A small shop whose data may be changed. */
  shop: ChangingShop;
}

export const users = { ada: 'correct horse', zoë: 'p:ä=ss wörd' };

/** A test that stops its service may still have a page with open requests. */
const serviceEnded = /net::ERR_CONNECTION_(RESET|REFUSED|CLOSED)/;

interface TestFixtures {
  /** Console messages that are allowed. */
  forgiven: RegExp | undefined;
  complaints: string[];
  bench: Bench;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  engine: ['sqlite', { option: true, scope: 'worker' }],
  demo: [
    async ({ engine }, use) => {
      await using demo = await startDemo(engine);
      await use(demo);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  guarded: [
    async ({ demo }, use) => {
      const file = join(await temporaryFolder(), 'users');
      await writeFile(
        file,
        Object.entries(users)
          .map((user) => `${user.join('=')}\n`)
          .join(''),
      );
      await using service = await demo.serve('--users', file);
      await use(service);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  keeper: [
    async ({ demo }, use) => {
      await using service = await demo.serve();
      await use(service);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  policed: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner asks for a pattern
    async ({}, use) => {
      await using service = await serveStored(await temporaryFolder(), shopPolicy);
      await use(service);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner asks for a pattern
    async ({}, use) => {
      await using shop = await serveShop(await temporaryFolder());
      await use(shop);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  forgiven: [undefined, { option: true }],
  // Script errors, refused resources and policy violations all appear in the console.
  complaints: [
    async ({ page, forgiven }, use) => {
      const complaints: string[] = [];
      page.on('console', (message) => {
        const text = message.text();
        if (message.type() === 'error' && !serviceEnded.test(text) && !forgiven?.test(text))
          complaints.push(text);
      });
      page.on('pageerror', (error) => complaints.push(String(error.stack)));
      await use(complaints);
      expect(complaints, 'errors in the console').toEqual([]);
    },
    { auto: true },
  ],
  bench: async ({ page, demo }, use) => {
    await use(new Bench(page, demo.address));
  },
});

/** Marks tests in which the page shows dates, decimals and long numbers: they also run on a server's data. */
export const onServersToo = { tag: '@server' };

/** The same, in the long run only. */
export const onServersInLongRun = { tag: '@server-long' };

/** Marks tests that mostly repeat another test: see the project `long` of playwright.config.ts. */
export const inLongRun = { tag: '@long' };

export { expect };
