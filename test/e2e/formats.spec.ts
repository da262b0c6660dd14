/** Column names and formats, and the summary of selected cells, compared with SQL. */
import { encodeView } from '../../web/query/codec/writing.ts';
import { emptyView } from '../../web/query/document.ts';
import { entityWith, rowsOf } from './support/queries.ts';
import { expect, inLongRun, test } from './support/test.ts';

test('a column is renamed and formatted, and the link keeps both', async ({ page, bench, demo }) => {
  await bench.open('Invoice');
  await bench.head('Invoice Date').click();
  await bench.columnMenu('Total', 'Name and format…');
  const form = page.getByRole('dialog', { name: 'Name and format of Total' });
  await form.getByLabel('Name', { exact: true }).fill('Revenue');
  await form.getByLabel('Shown as').selectOption({ label: 'currency' });
  await form.getByLabel('Currency').selectOption({ label: 'USD' });
  await form.getByRole('button', { name: 'Add a colour' }).click();
  await form.getByLabel('Number to compare with').fill('10');
  await form.getByRole('button', { name: 'Apply' }).click();
  const totals = await demo.rows('SELECT "Total" FROM "Invoice" ORDER BY "InvoiceDate", "InvoiceId" LIMIT 8');
  const dollars = totals.map(([total]) =>
    Number(total).toLocaleString('en', { style: 'currency', currency: 'USD' }),
  );
  await bench.expectColumn('Revenue', dollars);
  await page.reload();
  await bench.expectColumn('Revenue', dollars);
  const coloured = (await bench.column('Revenue')).locator('[data-colour="good"]');
  const drawn = await (await bench.column('Revenue')).count();
  const all = await demo.rows(
    `SELECT "Total" FROM "Invoice" ORDER BY "InvoiceDate", "InvoiceId" LIMIT ${drawn}`,
  );
  await expect(coloured).toHaveCount(all.filter(([total]) => Number(total) > 10).length);
});

test('selected cells are counted and summed', inLongRun, async ({ page, bench, demo }) => {
  await bench.open('Invoice');
  await bench.head('Invoice Date').click();
  await bench.reveal('Total');
  const cells = await bench.column('Total');
  await cells.nth(0).click();
  await cells.nth(4).click({ modifiers: ['Shift'] });
  const totals = await demo.rows('SELECT "Total" FROM "Invoice" ORDER BY "InvoiceDate", "InvoiceId" LIMIT 5');
  const sum = totals.reduce((all, [total]) => all + Number(total), 0);
  const text = (value: number, digits: number) =>
    value.toLocaleString('en', {
      minimumFractionDigits: digits > 2 ? 0 : digits,
      maximumFractionDigits: digits,
    });
  await expect(page.getByText(/^5 selected/)).toHaveText(
    `5 selected · Sum ${text(sum, 2)} · Average ${text(sum / 5, 4)}`,
  );
});

test('the height of the rows can be chosen', inLongRun, async ({ page, bench }) => {
  await bench.open('Invoice');
  const height = async () => (await bench.cells.first().boundingBox())?.height ?? 0;
  const usual = await height();
  await page.getByLabel('Row height').selectOption({ label: 'Low' });
  await expect.poll(height).toBeLessThan(usual);
  await page.reload();
  await expect(bench.cells.first()).toBeVisible();
  expect(await height()).toBeLessThan(usual);
});

test('numbers are coloured by their size among all rows', inLongRun, async ({ page, bench, demo }) => {
  await bench.open('Invoice');
  await bench.columnMenu('Total', 'Name and format…');
  await page.getByLabel('By size').selectOption({ label: 'green' });
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
  await page.reload();
  const [span] = await demo.rows('SELECT min("Total"), max("Total") FROM "Invoice"');
  const [first] = await demo.rows('SELECT "Total" FROM "Invoice" ORDER BY "InvoiceId" LIMIT 1');
  const [least, greatest, total] = [...(span ?? []), ...(first ?? [])].map(Number);
  await bench.reveal('Total');
  const cell = (await bench.column('Total')).first().locator('[data-scale="good"]');
  const share = await cell.evaluate((element) => Number(element.style.getPropertyValue('--share')));
  expect(share).toBeCloseTo(((total ?? 0) - (least ?? 0)) / ((greatest ?? 0) - (least ?? 0)), 6);
});

test('a table on a dashboard has the colours of the workbench', async ({ page, keeper, demo }) => {
  const put = async (path: string, data: object) =>
    expect((await page.request.put(`${keeper.address}/api/${path}`, { data })).status()).toBe(201);
  const view = { page: encodeView({ ...emptyView, formats: { Total: { scale: 'good' } } }) };
  const { entities } = rowsOf(entityWith('Invoice', 'InvoiceId', 'Total'));
  await put('queries/coloured', { title: 'Coloured', unigrid: { entities }, view });
  const tile = { x: 0, y: 0, w: 6, h: 5, kind: 'table', query: 'coloured' };
  await put('dashboards/coloured', { title: 'Coloured', tiles: [tile] });
  await page.goto(`${keeper.address}/#/dashboard/coloured`);
  const [span] = await demo.rows('SELECT min("Total"), max("Total") FROM "Invoice"');
  const [first] = await demo.rows('SELECT "Total" FROM "Invoice" ORDER BY "InvoiceId" LIMIT 1');
  const [least, greatest, total] = [...(span ?? []), ...(first ?? [])].map(Number);
  const cell = page.getByRole('cell').locator('[data-scale="good"]').first();
  const share = await cell.evaluate((element) => Number(element.style.getPropertyValue('--share')));
  expect(share).toBeCloseTo(((total ?? 0) - (least ?? 0)) / ((greatest ?? 0) - (least ?? 0)), 6);
});
