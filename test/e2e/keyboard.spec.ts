import type { Locator, Page } from '@playwright/test';
import { expect, inLongRun, test, users } from './support/test.ts';

/** Presses Tab until the wanted element has the focus, as a person would. */
async function tabTo(
  page: Page,
  role: Parameters<Page['getByRole']>[0],
  name: string | RegExp,
): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: typeof name === 'string' }).first();
  await expect(wanted).toBeAttached();
  for (let press = 0; press < 60; press++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${role} ${name}.`);
}

// This file never uses a mouse.

test.use({ forgiven: /status of 401/ });

test('a person logs in, looks and logs out', inLongRun, async ({ page, guarded }) => {
  await page.goto(guarded.address);
  await expect(page.getByLabel('User name')).toBeFocused();
  await page.keyboard.type('ada');
  await page.keyboard.press('Tab');
  await page.keyboard.type(users.ada);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('searchbox', { name: 'Search entities, fields, records' })).toBeVisible();
  await tabTo(page, 'button', 'Signed in as ada');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('User name')).toBeFocused();
});
test('an entity is opened from the home page', inLongRun, async ({ page, bench }) => {
  await page.goto(bench.address);
  await expect(page.getByRole('searchbox', { name: 'Search entities, fields, records' })).toBeFocused();
  await page.keyboard.type('media');
  await tabTo(page, 'link', /^Media Type/);
  await page.keyboard.press('Enter');
  await bench.expectRows(5);
});

test('the palette finds and opens an entity', async ({ page, bench }) => {
  await page.goto(bench.address);
  await expect(page.getByRole('link', { name: /^Genre/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Entities, records, queries, commands' })).toBeFocused();
  await page.keyboard.type('playlist t');
  await expect(page.getByRole('option', { name: /^Playlist Track/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(bench.sentence).toHaveText(/^Playlist Track/);
});

test('fields are found, expanded and chosen', inLongRun, async ({ page, bench }) => {
  /** Moves down the tree to an item. */
  const walkTo = async (item: Locator) => {
    await expect(async () => {
      if ((await item.getAttribute('aria-selected')) === 'true') return;
      await page.keyboard.press('ArrowDown');
      await expect(item).toHaveAttribute('aria-selected', 'true', { timeout: 100 });
    }).toPass({ timeout: 20_000, intervals: [0] });
  };
  await bench.open('Album');
  await bench.grid.focus();
  await page.keyboard.press('/');
  await expect(bench.rail.getByRole('searchbox', { name: 'Find a field: “art name”' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(bench.tree).toBeFocused();
  await walkTo(bench.treeItem('Album ID'));
  await page.keyboard.press('Space');
  await expect(bench.head('Album ID')).toBeHidden();
  await page.keyboard.press('Home');
  await walkTo(bench.treeItem('Track many'));
  await page.keyboard.press('ArrowRight');
  await expect(bench.treeItem('Track many')).toHaveAttribute('aria-expanded', 'true');
  await walkTo(bench.treeItem('Track ID', 2));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Count of Track' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(bench.head('Count of Track')).toBeVisible();
  await expect(bench.tree).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(bench.treeItem(/^Track .*many$/)).toHaveAttribute('aria-expanded', 'false');
});

test('a filter is set, changed and removed', inLongRun, async ({ page, bench, demo }) => {
  await bench.open('Customer');
  await bench.grid.focus();
  await page.keyboard.press('f');
  await page.keyboard.type('country');
  await page.keyboard.press('Enter');
  await expect(bench.filterForm.getByRole('combobox', { name: 'Value' })).toBeFocused();
  await page.keyboard.type('braz');
  await expect(page.getByRole('option', { name: /^Brazil/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(bench.filterForm.getByRole('combobox', { name: 'Value' })).toHaveValue('Brazil');
  await page.keyboard.press('Enter');
  const brazil = await demo.number(`SELECT count(*) FROM "Customer" WHERE "Country" = 'Brazil'`);
  await bench.expectRows(brazil);

  await tabTo(page, 'button', 'Remove');
  await page.keyboard.press('Enter');
  await bench.expectRows(620);
  await page.keyboard.press('Control+z');
  await bench.expectRows(brazil);
});

test('the grid is a single tab stop, with access to every cell, heading, menu and record', async ({
  page,
  bench,
  demo,
}) => {
  await bench.open('Album');
  await bench.grid.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(bench.head('Release Date')).toHaveAttribute('aria-sort', 'ascending');
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Sort descending' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(bench.head('Release Date')).toHaveAttribute('aria-sort', 'descending');
  await expect(bench.grid).toBeFocused();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(bench.heads.nth(2)).toHaveText('Release Date');

  const [album] = await demo.rows(
    `SELECT a."Title", r."Name" FROM "Album" a JOIN "Artist" r ON r."ArtistId" = a."ArtistId"
     ORDER BY a."ReleaseDate" DESC, a."AlbumId" LIMIT 1`,
  );
  // Until the rows of the new order arrive, the old ones are shown.
  await expect((await bench.column('Title')).first()).toHaveText(String(album?.[0]));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: String(album?.[1]), level: 2 })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(bench.grid).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(String(album?.[0]));
  await tabTo(page, 'link', 'Back to the result');
  await page.keyboard.press('Enter');
  await expect(bench.head('Release Date')).toHaveAttribute('aria-sort', 'descending');
});

test('cells are selected and copied', async ({ page, bench }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await bench.open('MediaType');
  await bench.grid.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+c');
  await expect(page.getByText('Copied 2 rows')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split('\n').at(-1)?.split('\t')).toHaveLength(2);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  await expect(page.getByText('Copied 5 rows')).toBeVisible();
});

test('a mark of the chart can be focused, and filters', async ({ page, bench }) => {
  await bench.open('Invoice');
  await tabTo(page, 'link', 'Chart');
  await page.keyboard.press('Enter');
  const marks = page.getByRole('group', { name: /arrow keys move/ }).getByRole('button');
  await expect(marks.first()).toBeAttached();
  await tabTo(page, 'button', /Filter by this\.$/);
  await page.keyboard.press('ArrowRight');
  await expect(marks.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(bench.filters).toHaveText([/^Invoice Date is in /]);
});

test('a second entity is added and sorted by', inLongRun, async ({ page, bench }) => {
  await bench.open('Genre');
  await tabTo(page, 'button', 'Combine with an unrelated table');
  await page.keyboard.press('Enter');
  await page.keyboard.type('exch');
  await expect(page.getByText('25 × 2,610 = 65,250 rows')).toBeVisible();
  await page.keyboard.press('Enter');
  await bench.expectRows(65_250);
  await tabTo(page, 'button', 'Sort by…');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(bench.sentence).toContainText('sorted by Genre › ');
});

test('an export is started', inLongRun, async ({ page, bench }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await bench.open('Genre');
  await tabTo(page, 'button', 'Export');
  await page.keyboard.press('Enter');
  const download = page.waitForEvent('download');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toBe('Genre.csv');
});

test('single-key shortcuts can be switched off', inLongRun, async ({ page, bench }) => {
  await page.goto(`${bench.address}/#/help`);
  await tabTo(page, 'switch', /./);
  await page.keyboard.press('Space');
  await bench.open('Genre');
  await bench.grid.focus();
  await page.keyboard.press('f');
  await page.keyboard.press('?');
  await expect(bench.sentence).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a skip button leads past the bar to the content', inLongRun, async ({ page, bench }) => {
  await bench.open('Genre');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
