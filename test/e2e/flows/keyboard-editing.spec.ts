import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { temporaryFolder } from '../../support/folders.ts';
import { Bench } from '../support/bench.ts';
import { serveShop } from '../support/shop.ts';
import { expect, inLongRun, test } from '../support/test.ts';
import { trayOf } from '../support/tray.ts';

// This file never uses a mouse.

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not reach ${wanted}.`);
}

/** From any page to the table. */
async function customersFromPalette(page: Page, bench: Bench): Promise<void> {
  await press(page, 'Control+k');
  await page.keyboard.type('customer');
  await expect(page.getByRole('option', { name: /^Customer/ }).first()).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await press(page, 'Enter');
  await expect(bench.grid).toBeVisible();
}

test('cells are edited, conflicts resolved, changes applied and undone, and the focus is never lost', async ({
  page,
}) => {
  await using shop = await serveShop(await temporaryFolder());
  const bench = new Bench(page, shop.address);
  const dialog = page.getByRole('dialog', { name: 'Changes that are not applied yet' });

  // Skips the many tab stops of the rail.
  await page.goto(shop.address);
  await expect(page.getByRole('link', { name: /^Customer/ })).toBeVisible();
  await customersFromPalette(page, bench);
  await expect(page.getByRole('main')).toBeFocused();
  await press(page, 't');
  await expect(bench.grid).toBeFocused();

  await press(page, 'Control+Home', 'ArrowRight');
  for (const name of ['Ada L', 'Bob B', 'Cy C']) {
    await page.keyboard.type(name);
    await press(page, 'Enter');
  }
  await expect(trayOf(page)).toContainText('3 cells in 3 rows changed');
  shop.change("UPDATE customer SET name = name || '!' WHERE id > 1");
  await tabTo(page, page.getByRole('button', { name: 'Review…', exact: true }));
  await press(page, 'Enter');

  // The first button would discard the first row, so the row itself has the focus. Conflicts come first.
  const row = (name: string) => dialog.getByRole('region', { name });
  await expect(row('Bob B')).toBeFocused();
  await press(page, 'Tab');
  await expect(row('Bob B').getByRole('button', { name: 'Discard the changes to Bob B' })).toBeFocused();
  await press(page, 'Enter');
  // The focus moves to the next decision, and then to the note.
  await expect(row('Cy C').getByRole('button', { name: 'Keep mine' })).toBeFocused();
  await press(page, 'Tab', 'Enter');
  await expect(dialog.getByLabel('Note for the history')).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Apply', exact: true })).toBeEnabled();
  await press(page, 'Enter');
  await expect(trayOf(page)).toBeHidden();
  await expect(bench.grid).toBeFocused();
  expect(shop.rows('SELECT name FROM customer ORDER BY id')).toEqual([['Ada L'], ['Bo!'], ['Cy!']]);

  // Messages stay while they have the focus, and answering one returns it to the table.
  const copied = page.getByText('Copied 1 row');
  await press(page, 'Control+c');
  await expect(copied).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Undo', exact: true }));
  await page.waitForTimeout(6_000);
  await expect(copied).toBeVisible();
  await press(page, 'Shift+Tab');
  await expect(copied).toBeHidden();
  // In a select, the key chooses an option.
  await press(page, 'Shift+Tab', 't', 'ArrowRight', 'Delete');
  await tabTo(page, page.getByRole('button', { name: 'Use empty text instead', exact: true }));
  await press(page, 'Enter');
  await expect(page.getByText('1 cell set to an empty text')).toBeVisible();
  await expect(bench.grid).toBeFocused();
  await press(page, 'Control+z');
  await expect(trayOf(page)).toBeHidden();

  // The undo button disappears, and the focus stays with its set.
  await page.goto(`${shop.address}/#/history`);
  const undo = page.getByRole('article').getByRole('button', { name: 'Undo' });
  await tabTo(page, undo);
  await expect(undo).toHaveAccessibleDescription(/^1 row changed Somebody · .* · Customer$/);
  await press(page, 'Enter');
  await expect(page.getByRole('article', { name: '1 row changed' })).toBeFocused();
  expect(shop.rows('SELECT name FROM customer WHERE id = 1')).toEqual([['Ada']]);

  // Closing a form returns the focus to the button that opened it.
  await page.goto(`${shop.address}/#/record/customer/1`);
  await tabTo(page, page.getByRole('button', { name: 'Edit', exact: true }));
  await press(page, 'Enter');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await press(page, 'Escape');
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeFocused();
});

test(
  'Enter in the note waits for the check, and Undo in the message returns to the table',
  inLongRun,
  async ({ page }) => {
    await using shop = await serveShop(await temporaryFolder());
    const bench = new Bench(page, shop.address);
    const dialog = page.getByRole('dialog', { name: 'Changes that are not applied yet' });
    await page.goto(shop.address);
    await customersFromPalette(page, bench);
    await press(page, 't', 'Control+Home', 'ArrowRight');
    for (const name of ['Ada L', 'Bob B']) {
      await page.keyboard.type(name);
      await press(page, 'Enter');
    }
    shop.change("UPDATE customer SET name = name || '!' WHERE id = 2");
    await tabTo(page, page.getByRole('button', { name: 'Review…', exact: true }));
    await press(page, 'Enter');
    await expect(dialog.getByRole('region', { name: 'Bob B' })).toBeFocused();

    // The check after the last decision takes a while.
    let answer: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/database/changes', async (route) => {
      await held;
      await route.continue();
    });
    await press(page, 'Tab', 'Enter');
    await expect(dialog.getByLabel('Note for the history')).toBeFocused();
    await page.keyboard.type('by hand');
    await press(page, 'Enter');
    answer();
    await expect(trayOf(page)).toBeHidden();
    expect(shop.rows('SELECT name FROM customer ORDER BY id')).toEqual([['Ada L'], ['Bo!'], ['Cy']]);

    await expect(bench.grid).toBeFocused();
    await tabTo(page, page.getByRole('button', { name: 'Undo', exact: true }));
    await press(page, 'Enter');
    await expect(bench.grid).toBeFocused();
    await expect
      .poll(() => shop.rows('SELECT name FROM customer ORDER BY id'))
      .toEqual([['Ada'], ['Bo!'], ['Cy']]);
  },
);

test('typing replaces a long text and JSON, and continues a text on a new line', async ({ page }) => {
  await using shop = await serveShop(await temporaryFolder());
  const bench = new Bench(page, shop.address);
  await page.goto(
    `${shop.address}/#/query?1(((null,('customer',null,null,'id','notes','settings','email'))))e`,
  );
  await expect(bench.status).toHaveText('3 rows');
  // Rows may be there before it is known that they can be changed.
  await expect(bench.grid).toHaveAttribute('aria-readonly', 'false');
  // Keys are typed before the code of the dialog is there.
  const delayed = Promise.withResolvers<void>();
  await page.route('**/CellDialog*', async (route) => {
    await delayed.promise;
    await route.continue();
  });
  const textbox = page.getByRole('dialog').getByRole('textbox');
  await press(page, 't', 'ArrowRight');
  await page.keyboard.type('no more engines');
  await page.keyboard.press('Space');
  await page.keyboard.type('at');
  delayed.resolve();
  await expect(textbox).toHaveValue('no more engines at');
  await page.keyboard.type(' all');
  await expect(textbox).toHaveValue('no more engines at all');
  await press(page, 'Control+Enter', 'ArrowRight');
  await page.keyboard.type('{"theme": 1}');
  await expect(textbox).toHaveValue('{"theme": 1}');
  await press(page, 'Control+Enter', 'F2');
  await expect(textbox).toHaveValue(/1\s*}$/);
  await page.keyboard.type(' ');
  await expect(textbox).toHaveValue(/} $/);
  await press(page, 'Escape', 'ArrowDown', 'ArrowLeft');
  await page.keyboard.type('one');
  await press(page, 'Alt+Enter');
  await page.keyboard.type('two');
  await expect(textbox).toHaveValue('one\ntwo');
  await press(page, 'Control+Enter');
  await expect(trayOf(page)).toContainText('3 cells in 2 rows changed');
  await expect(bench.grid).toBeFocused();
  await page.goto('about:blank');
});

test('cancelling the choice of a file returns to the editor of the cell', inLongRun, async ({ page }) => {
  await using shop = await serveShop(await temporaryFolder());
  const bench = new Bench(page, shop.address);
  await page.goto(`${shop.address}/#/query?1(((null,('customer',null,null,'id','photo'))))e`);
  // A row that is still loading cannot be edited.
  await expect(bench.status).toHaveText('3 rows');
  await press(page, 't', 'ArrowRight', 'F2');
  const file = page.getByRole('dialog', { name: 'Photo' }).getByLabel('File for Photo');
  await expect(file).toBeFocused();
  // The event that a browser fires.
  await file.dispatchEvent('cancel', { bubbles: true });
  await expect(file).toBeFocused();
  await press(page, 'Escape');
  await expect(bench.grid).toBeFocused();
});

test('a file is mapped, checked, corrected, imported and undone', async ({ page }) => {
  const folder = await temporaryFolder();
  await using shop = await serveShop(folder);
  const bench = new Bench(page, shop.address);
  const customers = () => shop.rows('SELECT id, name, email, notes FROM customer ORDER BY id');
  const before = customers();
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  const choose = async (lines: readonly string[]) => {
    const file = join(folder, 'people.csv');
    await writeFile(file, ['No;Customer name;E-Mail', ...lines].join('\n'));
    const chooser = page.waitForEvent('filechooser');
    await tabTo(page, page.getByLabel('Choose a file'));
    await press(page, 'Enter');
    await (await chooser).setFiles(file);
    await expect(heading('Columns')).toBeFocused();
    await tabTo(page, page.getByLabel('What happens to the rows'));
    await press(page, 'End');
    await expect(page.getByLabel('What happens to the rows')).toHaveValue('both');
    await tabTo(page, page.getByLabel('No goes to'));
    await page.keyboard.type('id');
    await expect(page.getByLabel('No goes to')).toHaveValue('id');
    await tabTo(page, page.getByRole('button', { name: 'Check all rows' }));
    await press(page, 'Enter');
    await expect(heading('Check')).toBeFocused();
  };

  await page.goto(shop.address);
  await expect(page.getByRole('link', { name: /^Customer/ })).toBeVisible();
  await customersFromPalette(page, bench);
  await tabTo(page, page.getByRole('link', { name: 'Import into Customer' }));
  await press(page, 'Enter');
  await choose(['7;Gil;', '8;;x']);
  await expect(page.getByText('1 row is invalid')).toBeVisible();
  const download = page.waitForEvent('download');
  await tabTo(page, page.getByRole('button', { name: 'Download all bad rows as CSV' }));
  await press(page, 'Enter');
  await download;
  await tabTo(page, page.getByRole('button', { name: 'Another file' }));
  await press(page, 'Enter');
  await expect(heading('File')).toBeFocused();

  await choose(['7;Gil;']);
  await expect(page.getByRole('button', { name: 'Import 1 row', exact: true })).toBeVisible();
  await tabTo(page, page.getByLabel('Note for the history (optional)'));
  await page.keyboard.type('by hand');
  await press(page, 'Enter');
  await expect(heading('Done')).toBeFocused();
  expect(customers()).toEqual([...before, [7, 'Gil', null, null]]);
  await tabTo(page, page.getByRole('button', { name: 'Undo' }));
  await press(page, 'Enter');
  await expect(page.getByText('Everything is as it was before.')).toBeVisible();
  expect(customers()).toEqual(before);
  await tabTo(page, page.getByRole('link', { name: 'See the history' }));
  await press(page, 'Enter');
  await expect(page.getByRole('heading', { name: 'by hand' })).toBeVisible();
  await page.goto('about:blank');
});
