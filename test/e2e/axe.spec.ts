import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { Bench } from './support/bench.ts';
import { enterAs } from './support/people.ts';
import { addressOf, expectNothingSticksOut, screens } from './support/screens.ts';
import { expect, test } from './support/test.ts';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Each violation in a line, with the first elements that it was found at. Some of the rules, or all. */
async function violations(page: Page, rules?: string[]): Promise<readonly string[]> {
  // The debugger's evaluation is not subject to the page's security policy, so that stays as it is.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async (runOnly) => {
    // The evaluated source has just put it there.
    const { axe } = window as unknown as {
      axe: { run: (context: object, options: RunOptions) => Promise<AxeResults> };
    };
    // Of many siblings of one kind, the rows of a grid above all, the first tell as much as all of them.
    for (const element of document.querySelectorAll('[role="row"], [role="treeitem"], [role="option"], li')) {
      const alike = [...(element.parentElement?.children ?? [])].indexOf(element) >= 8;
      element.toggleAttribute('data-alike', alike);
    }
    // What is in order, thousands of elements, need not be told; and the page loads nothing from elsewhere.
    const options: RunOptions = { resultTypes: ['violations'], preload: false };
    const results = await axe.run({ exclude: ['[data-alike]'] }, runOnly ? { ...options, runOnly } : options);
    return results.violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n${nodes
          .slice(0, 3)
          .map(({ target, failureSummary }) => `  ${target.join(' ')}: ${failureSummary}`)
          .join('\n')}`,
    );
  }, rules);
}

// A login that is refused, and an error that is wanted.
test.use({ forgiven: /status of (401|504)/ });

test.describe('axe finds nothing, light and dark, and nothing sticks out of a narrow window, on the screen', () => {
  for (const screen of screens) {
    test(screen.name, async ({ page, demo, guarded, keeper, policed, shop }) => {
      const services = { demo, guarded, keeper, policed, shop };
      await screen.show(new Bench(page, addressOf(screen, services)));
      expect(await violations(page), 'light').toEqual([]);
      // Nothing but the colours changes.
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      expect(await violations(page, ['color-contrast']), 'dark').toEqual([]);
      if (screen.wideOnly) return;
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(() => expectNothingSticksOut(page)).toPass({ timeout: 5_000 });
    });
  }
});

test('axe finds nothing in the other parts of the Access room, light and dark', async ({ page, policed }) => {
  await enterAs(page, policed.address, 'root');
  for (const [fragment, shown] of [
    ['access/users', page.getByRole('heading', { name: 'una' })],
    ['access/versions', page.getByRole('heading', { name: 'Version 1' })],
    ['access/audit', page.getByRole('cell', { name: 'Login' }).first()],
    ['access/column/Customer/Email', page.getByText('of all rows').first()],
    ['tokens', page.getByRole('heading', { name: 'You have no tokens' })],
    ['assistants', page.getByRole('heading', { name: 'What was asked' })],
  ] as const) {
    await page.goto(`${policed.address}/#/${fragment}`);
    await expect(shown).toBeVisible();
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    expect(await violations(page), `${fragment}, light`).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    expect(await violations(page, ['color-contrast']), `${fragment}, dark`).toEqual([]);
  }
});

test('a violation is noticed', async ({ page, bench }) => {
  await page.goto(`${bench.address}/#/help`);
  await expect(page.getByRole('heading', { name: 'Keyboard' })).toBeVisible();
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('button')));
  expect(await violations(page)).toEqual([expect.stringMatching(/^button-name: /)]);
});
