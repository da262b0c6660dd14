/** What axe finds on the page that is open. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { expect } from './test.ts';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Each violation in a line, with the first elements that it was found at. Some of the rules, or all. */
export async function violations(page: Page, rules?: string[]): Promise<readonly string[]> {
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

/** Nothing in light, and no colours that are too faint in dark, where nothing else differs. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect(await violations(page), `${what}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  expect(await violations(page, ['color-contrast']), `${what}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}
