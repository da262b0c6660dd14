import type { Locator, Page } from '@playwright/test';
import { temporaryFolder } from '../../support/folders.ts';
import { Bench } from '../support/bench.ts';
import { serveShop } from '../support/shop.ts';
import { expect, inLongRun, test } from '../support/test.ts';
import { apply, review, trayOf } from '../support/tray.ts';

const ITEMS = 250;

/** A cell, by its row number from 1 and its column heading. */
async function cellOf(bench: Bench, row: number, heading: string): Promise<Locator> {
  const place = await bench.head(heading).getAttribute('aria-colindex');
  return bench.grid.locator(`[aria-rowindex="${row + 1}"] [aria-colindex="${place}"]`);
}

async function paste(page: Page, bench: Bench, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await expect(bench.grid).toBeFocused();
  await page.keyboard.press('Control+v');
}

test.describe('cells of the grid', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('are edited, kept in a tray, pasted 500 at once, applied, and undone from the history', async ({
    page,
  }) => {
    await using shop = await serveShop(await temporaryFolder());
    const bench = new Bench(page, shop.address);
    const items = () => shop.rows('SELECT id, title, price, sold FROM item ORDER BY id');
    const before = items();
    await bench.open('item');
    await expect(bench.grid).toHaveAttribute('aria-readonly', 'false');

    // A new row after many others is scrolled into view, although the tray shrinks the grid.
    await bench.result.getByRole('button', { name: 'New row' }).click();
    await expect(trayOf(page)).toContainText('1 new row');
    const last = bench.grid.locator(`[aria-rowindex="${ITEMS + 2}"]`);
    await expect(last).toBeInViewport({ ratio: 0.9 });
    await trayOf(page).getByRole('button', { name: 'Discard all' }).click();
    await expect(trayOf(page)).toBeHidden();
    await bench.grid.press('Control+Home');

    // By keyboard only: typing, Tab, a mistake reported at the cell, Escape, null.
    await (await cellOf(bench, 1, 'Title')).click();
    await page.keyboard.type('First one');
    await page.keyboard.press('Tab');
    await page.keyboard.type('dear');
    await page.keyboard.press('Enter');
    await expect(bench.grid.getByRole('alert')).toHaveText(
      'This is not a number. Write 1234.56, without commas.',
    );
    await page.keyboard.press('Control+a');
    await page.keyboard.type('1,234.50');
    await page.keyboard.press('Enter');
    await expect(await cellOf(bench, 1, 'Price')).toContainText('1,234.50 (not applied yet; was 1.5)');
    await page.keyboard.press('F2');
    await page.keyboard.type('9');
    await page.keyboard.press('Escape');
    await expect(trayOf(page)).toContainText('2 cells in 1 row changed');
    await page.keyboard.press('Delete');
    await expect(trayOf(page)).toContainText('3 cells in 2 rows changed');
    await expect(await cellOf(bench, 2, 'Price')).toContainText('null');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('2024-02-29');
    await page.keyboard.press('Enter');
    await expect(trayOf(page)).toContainText('4 cells in 2 rows changed');

    // Pending edits survive sorting and navigation, and nothing is written meanwhile.
    await bench.head('Title').click();
    await expect(await cellOf(bench, 1, 'Title')).toContainText('First one');
    await page.getByRole('link', { name: 'All changes' }).click();
    await expect(page.getByText('Nothing has been changed here yet')).toBeVisible();
    await expect(trayOf(page)).toContainText('4 cells in 2 rows changed');
    await bench.open('item');
    await expect(await cellOf(bench, 1, 'Title')).toContainText('First one');
    expect(items()).toEqual(before);
    // They also survive a reload, after the prompt before leaving.
    page.once('dialog', (dialog) => dialog.accept());
    await page.reload();
    await expect(trayOf(page)).toContainText('4 cells in 2 rows changed');
    await expect(await cellOf(bench, 1, 'Title')).toContainText('First one');

    // One is discarded, the others are applied.
    const dialog = await review(page);
    await expect(dialog.getByRole('row', { name: /^Title Item 1 First one/ })).toBeVisible();
    await dialog.getByRole('button', { name: 'Discard the edit of Title' }).click();
    await expect(dialog.getByRole('row', { name: /^Title/ })).toHaveCount(0);
    await dialog.getByText('SQL').click();
    await expect(dialog.locator('pre')).toContainText(/update .*"item" set "price"/);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(trayOf(page)).toBeHidden();
    await expect(await cellOf(bench, 1, 'Price')).toHaveText('1,234.50');
    const edited = before.map(([id, title, price, sold]) =>
      id === 1
        ? [id, title, 1234.5, sold]
        : id === 2
          ? [id, title, null, '2024-02-29']
          : [id, title, price, sold],
    );
    expect(items()).toEqual(edited);

    // A block that does not fit is refused as a whole; 500 cells across pages that were never loaded are accepted.
    await (await cellOf(bench, 1, 'Title')).click();
    await paste(page, bench, 'a\t1\t2024-01-01\ttoo much');
    await expect(page.getByText('from here 1 column of it would not fit')).toBeVisible();
    await expect(trayOf(page)).toBeHidden();
    // Every invalid cell is listed.
    await (await cellOf(bench, 1, 'Price')).click();
    await paste(page, bench, 'dear\ncheap');
    const skipped = page.getByRole('status').locator('div').filter({
      hasText:
        'Nothing was pasted. 2 cells skipped. Row 1, Price: This is not a number. Write 1234.56, without commas. Also skipped: Row 2, Price.',
    });
    await expect(skipped).toBeVisible();
    await expect(skipped.getByRole('button', { name: 'Undo' })).toHaveCount(0);
    await (await cellOf(bench, 1, 'Title')).click();
    const titles = Array.from({ length: ITEMS }, (_, i) =>
      i === 6 ? 'Two\nlines, "quoted"' : `New ${i + 1}`,
    );
    const block = titles.map((title, i) => {
      const quoted = /["\n]/.test(title) ? `"${title.replaceAll('"', '""')}"` : title;
      return `${quoted}\t${(i + 1).toLocaleString('en')},000.25`;
    });
    await paste(page, bench, `${block.join('\r\n')}\r\n`);
    await expect(trayOf(page)).toContainText('500 cells in 250 rows changed');
    await apply(page);
    await expect(bench.grid).toBeFocused();
    await expect(await cellOf(bench, 3, 'Title')).toHaveText('New 3');
    expect(items()).toEqual(titles.map((title, i) => [i + 1, title, (i + 1) * 1000 + 0.25, edited[i]?.[3]]));

    await page.getByRole('link', { name: 'All changes' }).click();
    await expect(page.getByRole('article')).toHaveCount(2);
    await page.getByRole('article').first().getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('article')).toHaveCount(3);
    expect(items()).toEqual(edited);
    await page.getByRole('article').nth(2).getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('article')).toHaveCount(4);
    expect(items()).toEqual(before);
    await page.goto('about:blank');
  });

  test('are copied, cut, filled and undone with their exact values', async ({ page }) => {
    await using shop = await serveShop(await temporaryFolder());
    const bench = new Bench(page, shop.address);
    const cell = async (row: number, heading: string) => {
      await bench.reveal(heading);
      return cellOf(bench, row, heading);
    };
    await bench.open('customer');

    // Copying takes the pending value; pasting a copied column into another one skips its heading.
    await (await cell(1, 'Name')).click();
    await page.keyboard.type('Ada L');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+c');
    await expect(page.getByText('Copied 2 rows')).toBeVisible();
    await (await cell(2, 'Email')).click();
    await page.keyboard.press('Control+v');
    await expect(await cell(2, 'Email')).toContainText('Ada L');
    await expect(await cell(3, 'Email')).toContainText('Bo');

    // A text, an empty text and null: cut, then pasted from the last row on.
    await (await cell(1, 'Notes')).click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+x');
    await expect(await cell(2, 'Notes')).toContainText('null');
    await (await cell(1, 'Notes')).click();
    await page.keyboard.press('Control+v');
    await expect(await cell(2, 'Notes')).toContainText('empty text');
    await expect(await cell(3, 'Notes')).toContainText('null');
    await (await cell(2, 'Notes')).click();
    await page.keyboard.press('Control+c');
    await expect(page.getByText('Copied 1 row')).toBeVisible();
    await (await cell(3, 'Notes')).click();
    await page.keyboard.press('Control+v');
    await expect(await cell(3, 'Notes')).toContainText('empty text (not applied yet; was null)');
    await (await cell(1, 'Settings')).click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+d');
    await expect(page.getByText('1 cell filled.')).toBeVisible();

    // Undo takes the latest action, whether in a cell or in the query.
    const name = bench.head('Name');
    await (await cell(1, 'Name')).click();
    await bench.head('Name').click();
    await expect(name).toHaveAttribute('aria-sort', 'ascending');
    await (await cell(3, 'Name')).click();
    await page.keyboard.type('Cyd');
    await page.keyboard.press('Enter');
    await expect(await cell(3, 'Name')).toContainText('Cyd');
    await page.keyboard.press('Control+z');
    await expect(await cell(3, 'Name')).toHaveText('Cy');
    await expect(name).toHaveAttribute('aria-sort', 'ascending');
    await page.keyboard.press('Control+y');
    await expect(await cell(3, 'Name')).toContainText('Cyd');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect(name).toHaveAttribute('aria-sort', 'none');
    await page.keyboard.press('Control+z');
    await expect(trayOf(page)).toContainText('4 cells in 3 rows changed');
    await page.keyboard.press('Control+y');
    await expect(trayOf(page)).toContainText('5 cells in 3 rows changed');
    await apply(page);
    expect(shop.rows('SELECT name, email, notes, settings FROM customer ORDER BY id')).toEqual([
      ['Ada L', 'ada@example.org', 'Likes engines\nand looms', '{"theme": "dark"}'],
      ['Bo', 'Ada L', '', '{"theme": "dark"}'],
      ['Cy', 'Bo', '', null],
    ]);

    // If there is not enough space, that is reported and nothing else happens.
    await (await cell(1, 'Name')).click();
    await paste(page, bench, Array.from({ length: 200_000 }, (_, i) => `x${i}`).join('\n'));
    await expect(page.getByText('At most 10,000 cells can be changed at once.')).toBeVisible();
    await expect(trayOf(page)).toBeHidden();
    await page.goto('about:blank');
  });

  test(
    'are pasted exactly into another tab, whether it was opened before copying or after',
    inLongRun,
    async ({ page, context }) => {
      await using shop = await serveShop(await temporaryFolder());
      const bench = new Bench(page, shop.address);
      await bench.open('customer');
      const before = await context.newPage();
      await new Bench(before, shop.address).open('customer');
      await page.bringToFront();
      // A text, an empty text and null.
      await (await cellOf(bench, 1, 'Notes')).click();
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Control+c');
      await expect(page.getByText('Copied 3 rows')).toBeVisible();
      const after = await context.newPage();
      await new Bench(after, shop.address).open('customer');
      for (const other of [before, after]) {
        const twin = new Bench(other, shop.address);
        await other.bringToFront();
        await (await cellOf(twin, 1, 'Email')).click();
        await other.keyboard.press('Control+v');
        await expect(await cellOf(twin, 2, 'Email')).toContainText('empty text');
        await expect(await cellOf(twin, 3, 'Email')).toContainText(
          'null (not applied yet; was cy@example.org)',
        );
        await trayOf(other).getByRole('button', { name: 'Discard all' }).click();
        await other.close();
      }
    },
  );

  test(
    'of a new row stay in it, even if the other rows are counted only afterwards',
    inLongRun,
    async ({ page }) => {
      await using shop = await serveShop(await temporaryFolder());
      const bench = new Bench(page, shop.address);
      const items = () => shop.rows('SELECT id, title FROM item ORDER BY id');
      const before = items();
      const counted = Promise.withResolvers<void>();
      await page.route('**/uni-grid-request', async (route) => {
        const { unigrid } = route.request().postDataJSON();
        if (unigrid.count === 'exact') await counted.promise;
        await route.continue();
      });
      await bench.open('item');

      // So far only 200 of 250 rows are known: rows pasted below them might overwrite stored ones.
      await (await cellOf(bench, 1, 'Title')).click();
      await paste(page, bench, Array.from({ length: 220 }, (_, i) => `Other ${i + 1}`).join('\n'));
      await expect(page.getByText('The rows are still being counted')).toBeVisible();
      await expect(trayOf(page)).toBeHidden();

      await bench.result.getByRole('button', { name: 'New row' }).click();
      await page.keyboard.type('Brand');
      // On a slow machine keystrokes arrive while the row is unmounted.
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 10 });
      counted.resolve();
      const rest = ' new, and typed on';
      await page.keyboard.type(rest, { delay: 15 });
      await expect(bench.status).toContainText(String(ITEMS));
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      await page.keyboard.press('Enter');
      // The typed text is in the row it was typed for, which is in view at its new place.
      await expect(await cellOf(bench, ITEMS + 1, 'Title')).toContainText(`Brand${rest}`);
      await expect(bench.grid.locator(`[aria-rowindex="${ITEMS + 2}"]`)).toBeInViewport();
      await expect(trayOf(page)).toContainText('1 new row');
      await apply(page);
      expect(items()).toEqual([...before, [ITEMS + 1, `Brand${rest}`]]);
      await page.goto('about:blank');
    },
  );

  test('of a new row begin with the key if a person has to give it', async ({ page }) => {
    await using shop = await serveShop(await temporaryFolder());
    shop.change(`CREATE TABLE place (code VARCHAR(5) NOT NULL PRIMARY KEY, name VARCHAR(20) NOT NULL);
      INSERT INTO place VALUES ('A1', 'Attic')`);
    const bench = new Bench(page, shop.address);
    await bench.open('place');
    await bench.result.getByRole('button', { name: 'New row' }).click();
    await page.keyboard.type('B2');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Barn');
    await page.keyboard.press('Enter');
    await apply(page);
    expect(shop.rows('SELECT code, name FROM place ORDER BY code')).toEqual([
      ['A1', 'Attic'],
      ['B2', 'Barn'],
    ]);

    // The form says so too; a number that the database gives is optional.
    await page.goto(`${shop.address}/#/new/place`);
    await expect(page.getByLabel('Code', { exact: true })).toHaveAttribute('placeholder', 'required');
    await page.goto(`${shop.address}/#/new/item`);
    await expect(page.getByLabel('ID', { exact: true })).toHaveAttribute('placeholder', 'optional');
    await page.goto('about:blank');
  });

  test('that refer to records are pasted by name or key, and looked up together', async ({ page }) => {
    await using shop = await serveShop(await temporaryFolder());
    const PURCHASES = 60;
    shop.change(`INSERT INTO customer (id, name) WITH RECURSIVE n (i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 199)
      SELECT i, 'Buyer ' || i FROM n`);
    shop.change(`INSERT INTO purchase (id, customer_id, placed) WITH RECURSIVE n (i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < ${1000 + PURCHASES - 4})
      SELECT i, 1, '2024-01-01' FROM n`);
    const bench = new Bench(page, shop.address);
    await bench.open('purchase');
    await (await cellOf(bench, 1, 'Customer')).click();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('uni-grid-request')) asked.push(request.postData() ?? '');
    });
    const buyers = Array.from({ length: PURCHASES }, (_, i) => 100 + i);
    const block = buyers.map((id) => (id % 2 === 0 ? String(id) : `Buyer ${id}`)).with(2, 'Nobody');
    await paste(page, bench, block.join('\n'));
    await expect(page.getByText('Row 3, Customer: No record is named “Nobody”.')).toBeVisible();
    await expect(trayOf(page)).toContainText(`${PURCHASES - 1} cells in ${PURCHASES - 1} rows changed`);
    await expect(await cellOf(bench, 1, 'Customer')).toContainText('Buyer 100');
    await expect(await cellOf(bench, 2, 'Customer')).toContainText('Buyer 101');
    expect(asked.filter((body) => body.includes('"IN"'))).toHaveLength(2);
    expect(asked.length).toBeLessThan(5);
    await apply(page);
    expect(shop.rows('SELECT customer_id FROM purchase ORDER BY id').flat()).toEqual(buyers.with(2, 2));
    await page.goto('about:blank');
  });

  test('belong to the records that they show: joined ones, and new ones that refer to each other', async ({
    page,
  }) => {
    await using shop = await serveShop(await temporaryFolder());
    const bench = new Bench(page, shop.address);
    const people = () => shop.rows('SELECT id, name, active FROM customer ORDER BY id');
    const purchases = () =>
      shop.rows('SELECT id, customer_id, placed, total, note FROM purchase ORDER BY id');

    // Two purchases of one customer show the same name: it is edited once and changes in both rows.
    await bench.open('purchase');
    await bench.chooseInTree('Customer', 'Name');
    const name = 'Customer › Name';
    await bench.expectColumn(name, ['Ada', 'Ada', 'Bo']);
    await (await cellOf(bench, 2, name)).click();
    await page.keyboard.type('Ada King');
    await page.keyboard.press('Enter');
    await expect(await cellOf(bench, 1, name)).toContainText('Ada King (not applied yet; was Ada)');
    await expect(trayOf(page)).toContainText('1 cell in 1 row changed');

    // A message's action is performed and reported, and the grid gets the focus back.
    await (await cellOf(bench, 1, 'Note')).click();
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Use empty text instead' }).click();
    await expect(page.getByText('1 cell set to an empty text')).toBeVisible();
    await expect(bench.grid).toBeFocused();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await expect(trayOf(page)).toContainText('1 cell in 1 row changed');

    // Booleans can be typed by their first letters; deleting a customer deletes purchases, one of which is also marked
    // below.
    await bench.open('customer');
    await (await cellOf(bench, 3, 'Active')).click();
    await page.keyboard.type('no');
    await page.keyboard.press('Enter');
    await expect(await cellOf(bench, 3, 'Active')).toContainText('no (not applied yet; was true)');
    await (await cellOf(bench, 2, 'Name')).click({ button: 'right' });
    await bench.take('Delete this row');

    // A new customer, and a new purchase that refers to it.
    await bench.result.getByRole('button', { name: 'New row' }).click();
    await page.keyboard.type('Dee');
    await page.keyboard.press('Tab');
    await expect(bench.grid).toBeFocused();
    await bench.open('purchase');
    await bench.result.getByRole('button', { name: 'New row' }).click();
    await page.keyboard.press('F2');
    await page.getByRole('option', { name: 'New Customer: Dee' }).click();
    await expect(bench.grid).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('2025-01-01T00:00:00');
    await page.keyboard.press('Enter');

    // A deleted row.
    await (await cellOf(bench, 3, 'Note')).click({ button: 'right' });
    await bench.take('Delete this row');
    await expect(trayOf(page)).toContainText(
      '2 cells in 2 rows changed, 2 new rows, and 2 rows to be deleted',
    );
    await apply(page);
    expect(people()).toEqual([
      [1, 'Ada King', 1],
      [3, 'Cy', 0],
      [4, 'Dee', 1],
    ]);
    expect(purchases()).toEqual([
      [10, 1, '2024-05-01T10:00:00', 5.5, 'first'],
      [11, 1, '2024-05-02T11:30:00', 7, null],
      [12, 4, '2025-01-01T00:00:00', null, 'none'],
    ]);
    await page.goto('about:blank');
  });

  // A conflict in a record form is resolved in the same way: see editing.spec.ts.
  test('that two people edit are resolved one by one', inLongRun, async ({ page, browser }) => {
    await using shop = await serveShop(await temporaryFolder());
    const bench = new Bench(page, shop.address);
    await bench.open('purchase');
    for (const row of [1, 2, 3]) {
      await (await cellOf(bench, row, 'Note')).click();
      await page.keyboard.type(`mine ${row}`);
      await page.keyboard.press('Enter');
    }
    const other = await (await browser.newContext()).newPage();
    const theirs = new Bench(other, shop.address);
    await theirs.open('purchase');
    for (const row of [1, 2]) {
      await (await cellOf(theirs, row, 'Note')).click();
      await other.keyboard.type(`theirs ${row}`);
      await other.keyboard.press('Enter');
    }
    await apply(other);
    await other.close();
    const dialog = await review(page);
    const conflicts = dialog.getByRole('group', { name: /^Note: This is no longer as you saw it/ });
    await expect(conflicts).toHaveText([
      /Expectedfirst.*Yoursmine 1.*Nowtheirs 1/s,
      /Expectednull.*Yoursmine 2.*Nowtheirs 2/s,
    ]);
    await expect(dialog.getByRole('button', { name: 'Apply' })).toHaveCount(0);
    await conflicts.first().getByRole('button', { name: 'Keep mine' }).click();
    await conflicts.getByRole('button', { name: 'Take theirs' }).click();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(trayOf(page)).toBeHidden();
    expect(shop.rows('SELECT note FROM purchase ORDER BY id')).toEqual([
      ['mine 1'],
      ['theirs 2'],
      ['mine 3'],
    ]);
    await expect(await cellOf(bench, 2, 'Note')).toHaveText('theirs 2');
    await page.goto('about:blank');
  });
});
