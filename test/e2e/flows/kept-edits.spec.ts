import { type Page, request } from '@playwright/test';
import { temporaryFolder } from '../../support/folders.ts';
import { Bench } from '../support/bench.ts';
import { type ChangingShop, serveShop } from '../support/shop.ts';
import { expect, inLongRun, test } from '../support/test.ts';
import { apply, review, trayOf } from '../support/tray.ts';

/** The service processes the request, but its answer is lost. */
async function loseAnswers(page: Page): Promise<void> {
  await page.route('**/database/changes', async (route) => {
    const body = route.request().postData() ?? '';
    if (route.request().method() !== 'POST' || body.includes('dry_run')) return route.continue();
    await route.fetch();
    await route.abort();
  });
}

async function newItem(bench: Bench, title: string): Promise<void> {
  await bench.result.getByRole('button', { name: 'New row' }).click();
  await bench.page.keyboard.type(title);
  await bench.page.keyboard.press('Enter');
}

const newItems = (shop: ChangingShop) =>
  shop.rows('SELECT title, price FROM item WHERE id > 250 ORDER BY id');

test.describe('pending edits', () => {
  // These tests lose answers and cause refusals on purpose.
  test.use({ forgiven: /net::ERR_FAILED|status of 4\d\d/ });

  test('are not applied twice if the answer was lost, whatever happens to them and to the page afterwards', async ({
    page,
  }) => {
    await using shop = await serveShop(await temporaryFolder());
    const bench = new Bench(page, shop.address);
    page.on('dialog', (dialog) => dialog.accept());
    await bench.open('item');
    await newItem(bench, 'Lost');
    await loseAnswers(page);
    const dialog = await review(page);
    await dialog.getByLabel('Note for the history').fill('why');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(dialog).toContainText('The service is not responding');
    expect(newItems(shop)).toEqual([['Lost', null]]);

    // After a reload, without the note.
    await page.unroute('**/database/changes');
    await page.reload();
    await expect(trayOf(page)).toContainText('1 new row');
    await trayOf(page).getByRole('button', { name: 'Review…' }).click();
    await expect(page.getByText('Nothing was done twice.')).toBeVisible();
    await expect(trayOf(page)).toBeHidden();
    expect(newItems(shop)).toEqual([['Lost', null]]);

    // On the same page, with another value and another row.
    await newItem(bench, 'Found');
    await loseAnswers(page);
    const again = await review(page);
    await again.getByRole('button', { name: 'Apply' }).click();
    await expect(again).toContainText('The service is not responding');
    await again.getByRole('button', { name: 'Cancel' }).click();
    await page.unroute('**/database/changes');
    await bench.grid.press('ArrowRight');
    await page.keyboard.type('7.5');
    await page.keyboard.press('Enter');
    await newItem(bench, 'Late');
    await trayOf(page).getByRole('button', { name: 'Review…' }).click();
    // The earlier message may still be visible.
    await expect(page.getByText('Nothing was done twice.').last()).toBeVisible();
    await expect(trayOf(page)).toContainText('1 cell in 1 row changed and 1 new row');
    await apply(page);
    expect(newItems(shop)).toEqual([
      ['Lost', null],
      ['Found', 7.5],
      ['Late', null],
    ]);
    await page.goto('about:blank');
  });

  test('are undone and redone only once if the answer was lost', async ({ page }) => {
    await using shop = await serveShop(await temporaryFolder());
    const title = () => shop.rows('SELECT title FROM item WHERE id = 1');
    await using api = await request.newContext({ baseURL: shop.address });
    const change = { op: 'update', entity: 'item', key: { id: 1 }, set: { title: 'New' }, expect: {} };
    const expected = { ...change, expect: { title: 'Item 1' } };
    expect((await api.post('/api/database/changes', { data: { changes: [expected] } })).status()).toBe(201);
    await page.goto(`${shop.address}/#/history`);
    const lose = () =>
      page.route('**/undo', async (route) => {
        await route.fetch();
        await route.abort();
      });
    const button = (name: string) => page.getByRole('article').first().getByRole('button', { name });
    const lost = page.getByText('Check that it is running');
    await lose();
    await button('Undo').click();
    await expect(lost).toBeVisible();
    expect(title()).toEqual([['Item 1']]);
    await page.unroute('**/undo');
    await button('Undo').click();
    await expect(page.getByText('Undone', { exact: true })).toBeVisible();
    expect(title()).toEqual([['Item 1']]);

    // A redo behaves likewise, also from its message.
    await lose();
    await button('Redo').click();
    await expect(lost).toHaveCount(2);
    expect(title()).toEqual([['New']]);
    await page.unroute('**/undo');
    await page.getByRole('button', { name: 'Try again' }).last().click();
    await expect(page.getByText('Redone')).toBeVisible();
    expect(title()).toEqual([['New']]);
    await expect(page.getByText('This is no longer as you saw it')).toHaveCount(0);
    await expect(page.getByRole('article')).toHaveCount(3);
  });

  test(
    'are recognised after a lost answer, even with a new row whose value is unique',
    inLongRun,
    async ({ page }) => {
      await using shop = await serveShop(await temporaryFolder());
      const bench = new Bench(page, shop.address);
      page.on('dialog', (dialog) => dialog.accept());
      await bench.open('customer');
      await bench.result.getByRole('button', { name: 'New row' }).click();
      await page.keyboard.type('Dee');
      await page.keyboard.press('Tab');
      await page.keyboard.type('dee@example.org');
      await page.keyboard.press('Enter');
      await loseAnswers(page);
      const dialog = await review(page);
      await dialog.getByRole('button', { name: 'Apply' }).click();
      await expect(dialog).toContainText('The service is not responding');
      await page.unroute('**/database/changes');
      await page.reload();
      await trayOf(page).getByRole('button', { name: 'Review…' }).click();
      await expect(page.getByText('Nothing was done twice.')).toBeVisible();
      await expect(trayOf(page)).toBeHidden();
      expect(shop.rows('SELECT name, email FROM customer WHERE id > 3')).toEqual([
        ['Dee', 'dee@example.org'],
      ]);

      // The same in a form.
      await page.goto(`${shop.address}/#/new/customer`);
      await page.getByLabel('Name', { exact: true }).fill('Eli');
      await page.getByLabel('Email', { exact: true }).fill('eli@example.org');
      await loseAnswers(page);
      await page.keyboard.press('Control+Enter');
      const form = page.getByRole('dialog');
      await form.getByRole('button', { name: 'Apply' }).click();
      await expect(form).toContainText('The service is not responding');
      await form.getByRole('button', { name: 'Cancel' }).click();
      await page.unroute('**/database/changes');
      await page.getByLabel('Name', { exact: true }).focus();
      await page.keyboard.press('Control+Enter');
      await expect(page.getByText('Nothing was done twice.').last()).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Eli' })).toBeVisible();
      expect(shop.rows('SELECT name FROM customer WHERE id > 3')).toEqual([['Dee'], ['Eli']]);
      await page.goto('about:blank');
    },
  );

  test('stay in their tab when it is duplicated', inLongRun, async ({ page, context }) => {
    await using shop = await serveShop(await temporaryFolder());
    const bench = new Bench(page, shop.address);
    await bench.open('item');
    await newItem(bench, 'Only once');
    await expect(trayOf(page)).toContainText('1 new row');
    // The tab stores its state after a pause in typing.
    await expect
      .poll(() => page.evaluate(() => sessionStorage.getItem('joinery tray') ?? ''))
      .toContain('Only once');
    const opened = context.waitForEvent('page');
    await page.evaluate(() => {
      window.open(location.href);
    });
    const other = await opened;
    const twin = new Bench(other, shop.address);
    await expect(twin.cells.first()).toBeVisible();
    await expect(trayOf(other)).toBeHidden();
    await expect(trayOf(page)).toContainText('1 new row');
    await other.close();
    page.on('dialog', (dialog) => dialog.accept());
    await page.goto('about:blank');
  });

  test('of a dropped column are reported, and discarded one by one', inLongRun, async ({ page }) => {
    await using shop = await serveShop(await temporaryFolder());
    const bench = new Bench(page, shop.address);
    await bench.open('item');
    await bench.grid.press('ArrowRight');
    await page.keyboard.type('Stays');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('2024-02-29');
    await page.keyboard.press('Enter');
    await expect(trayOf(page)).toContainText('2 cells in 1 row changed');
    shop.change('ALTER TABLE item DROP COLUMN sold');
    const dialog = await review(page);
    await expect(dialog).toContainText('item has no column "sold".');
    await dialog.getByRole('button', { name: 'Discard the edit of Sold' }).click();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(trayOf(page)).toBeHidden();
    expect(shop.rows('SELECT title FROM item WHERE id = 1')).toEqual([['Stays']]);
    await page.goto('about:blank');
  });

  test('that have been written are counted on the map', inLongRun, async ({ page }) => {
    await using shop = await serveShop(await temporaryFolder());
    shop.change('DELETE FROM item WHERE id BETWEEN 4 AND 249');
    const bench = new Bench(page, shop.address);
    await bench.open('item');
    await bench.tab('Map').click();
    await expect(bench.result.getByRole('button', { name: 'Item 4 rows' })).toBeVisible();
  });

  test('are shown on the cards of a phone, and nothing covers their tray', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await using shop = await serveShop(await temporaryFolder());
    await page.goto(`${shop.address}/#/record/customer/2`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill('Bob');
    // The button shows its confirmation for some seconds.
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.goto(`${shop.address}/#/entity/customer`);
    await expect(page.getByText('Bob (not applied yet; was Bo)')).toHaveAttribute('data-mark', 'edited');
    await review(page);
    await page.goto('about:blank');
  });

  test('with an incomplete date are refused, in the form and in the grid', inLongRun, async ({ page }) => {
    await using shop = await serveShop(await temporaryFolder());
    const bench = new Bench(page, shop.address);
    await page.goto(`${shop.address}/#/record/customer/1`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const born = page.getByLabel('Born', { exact: true });
    await born.focus();
    await page.keyboard.press('Delete');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('This is not a day. Write 2024-12-31.')).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.keyboard.type('11');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(shop.rows('SELECT born FROM customer WHERE id = 1')).toEqual([['1815-11-10']]);

    await bench.open('customer');
    await bench.reveal('Born');
    const place = await bench.head('Born').getAttribute('aria-colindex');
    await bench.grid.locator(`[aria-rowindex="2"] [aria-colindex="${place}"]`).click();
    await page.keyboard.press('F2');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Enter');
    await expect(bench.grid.getByRole('alert')).toHaveText('This is not a day. Write 2024-12-31.');
    await page.keyboard.press('Escape');
    await expect(trayOf(page)).toBeHidden();
  });
});
