import { expect, test } from '@playwright/test';
import { type RunningCommand, startCommand } from '../support/command.ts';

let service: RunningCommand;
test.beforeAll(async () => {
  service = await startCommand(process.execPath, ['bin/joinery.mjs', '--port', '0']);
});
test.afterAll(() => service[Symbol.asyncDispose]());

test('the page of the built service lists the entities of the demo and shows the rows of one', async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));

  await page.goto(service.address);
  await page.getByRole('link', { name: /^Genre/ }).click();
  await expect(page.getByText('Alternative & Punk').first()).toBeVisible();
  expect(complaints).toEqual([]);
});
