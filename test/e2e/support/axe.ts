/** axe's findings on the open page. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { expect } from './test.ts';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** One line per violation, with the first affected elements. Runs all rules, or only some. */
export async function violations(page: Page, rules?: string[]): Promise<readonly string[]> {
  // Evaluation by the debugger is exempt from the page's security policy, which therefore stays enabled.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async (runOnly) => {
    // Defined by the source evaluated above.
    const { axe } = window as unknown as {
      axe: { run: (context: object, options: RunOptions) => Promise<AxeResults> };
    };
    // Of many similar siblings, such as grid rows, only the first ones are checked.
    for (const element of document.querySelectorAll('[role="row"], [role="treeitem"], [role="option"], li')) {
      const alike = [...(element.parentElement?.children ?? [])].indexOf(element) >= 8;
      element.toggleAttribute('data-alike', alike);
    }
    // Passed checks of thousands of elements are omitted; and the page loads nothing from other origins.
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

/** No violations in light mode, and no contrast violations in dark mode, where only colours differ. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect(await violations(page), `${what}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  expect(await violations(page, ['color-contrast']), `${what}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}
