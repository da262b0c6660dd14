/** Questions that analysts ask, each answered with few clicks and compared with SQL. */
import { expect, test } from './support/test.ts';

const year = `"InvoiceDate" >= '2024-01-01' AND "InvoiceDate" < '2025-01-01'`;

async function topCustomers(rows: (sql: string) => Promise<unknown[][]>) {
  return rows(
    `SELECT "CustomerId", sum("Total") FROM "Invoice" WHERE ${year} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 5`,
  );
}

const money = (value: unknown) =>
  Number(value).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

test('the top customers of 2024, where the sum is filtered after it was asked for', async ({
  bench,
  demo,
}) => {
  await bench.open('Customer');
  await bench.treeItem(/^Invoice/).hover();
  await bench.rail.getByRole('button', { name: 'More about Invoice' }).click();
  await bench.take('Sum of Total');
  await bench.addFilter({ field: 'Invoice › Invoice Date' });
  await bench.filters.first().click();
  await bench.filterForm.getByLabel('Year').fill('2024');
  await bench.filterForm.getByRole('button', { name: 'Apply' }).click();
  await expect(bench.filters).toHaveText(['Invoice › Invoice Date is in 2024 (only these count)']);
  await bench.columnMenu('Sum of Invoice › Total', 'Sort descending');
  const top = await topCustomers(demo.rows);
  await bench.expectColumn(
    'Sum of Invoice › Total',
    top.map(([, sum]) => money(sum)),
  );
  const [first] = await demo.rows(`SELECT sum("Total") FROM "Invoice" WHERE "CustomerId" = 1 AND ${year}`);
  await bench.addFilter({ field: 'Customer ID', condition: 'is', value: '1' });
  await bench.expectColumn('Sum of Invoice › Total', [money(first?.[0])]);
});

test('the top customers of 2024, where the sum is asked for after the filter', async ({ bench, demo }) => {
  await bench.open('Customer');
  await bench.addFilter({ field: 'Invoice › Invoice Date' });
  await bench.filters.first().click();
  await bench.filterForm.getByLabel('Year').fill('2024');
  await bench.filterForm.getByRole('button', { name: 'Apply' }).click();
  await expect(bench.filters).toHaveText([/there is at least one Invoice whose/]);
  await bench.chooseInTree('Invoice many', 'Total');
  await bench.take('Sum, only of what the filter says');
  await expect(bench.filters).toHaveText(['Invoice › Invoice Date is in 2024 (only these count)']);
  await bench.columnMenu('Sum of Invoice › Total', 'Sort descending');
  const top = await topCustomers(demo.rows);
  await bench.expectColumn(
    'Sum of Invoice › Total',
    top.map(([, sum]) => money(sum)),
  );
});

test('tracks that were never sold, in two clicks', async ({ bench, demo }) => {
  await bench.open('Track');
  await bench.treeItem(/^Invoice Line/).hover();
  await bench.rail.getByRole('button', { name: 'More about Invoice Line' }).click();
  await bench.take('Only those without Invoice Line');
  await expect(bench.filters.or(bench.rail.getByText('there is no Invoice Line'))).toBeVisible();
  await bench.expectRows(
    await demo.number(
      `SELECT count(*) FROM "Track" t WHERE NOT EXISTS
       (SELECT 1 FROM "InvoiceLine" l WHERE l."TrackId" = t."TrackId")`,
    ),
  );
});

test('what is asked about related records is reached by keys, too', async ({ page, bench, demo }) => {
  await bench.open('Track');
  await bench.treeItem(/^Invoice Line/).click();
  await bench.tree.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Only those with Invoice Line', exact: true }).press('Enter');
  await bench.expectRows(await demo.number('SELECT count(DISTINCT "TrackId") FROM "InvoiceLine"'));
});

test('the last order of each customer', async ({ bench, demo }) => {
  await bench.open('Customer');
  await bench.treeItem(/^Invoice/).hover();
  await bench.rail.getByRole('button', { name: 'More about Invoice' }).click();
  await bench.take('Latest Invoice Date');
  await bench.columnMenu('Customer ID', 'Sort ascending');
  const last = await demo.rows(
    `SELECT max(i."InvoiceDate") FROM "Customer" c LEFT JOIN "Invoice" i ON i."CustomerId" = c."CustomerId"
     GROUP BY c."CustomerId" ORDER BY c."CustomerId" LIMIT 5`,
  );
  await bench.reveal('Maximum of Invoice › Invoice Date');
  const cells = await bench.column('Maximum of Invoice › Invoice Date');
  await expect(cells.first()).toBeVisible();
  const shown = await cells
    .locator('span[title]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('title')));
  expect(shown.slice(0, 5).map((text) => text?.slice(0, 10))).toEqual(
    last.map(([moment]) => String(moment).slice(0, 10)),
  );
});

test('revenue per country and year as a pivot table', async ({ page, bench, demo }) => {
  await bench.open('Invoice');
  await bench.fold('Fields');
  await bench.rail.getByRole('button', { name: 'Group by…' }).click();
  await bench.pickField('Billing Country');
  await bench.rail.getByRole('button', { name: 'Also group by…' }).click();
  await bench.pickField('Invoice Date');
  await bench.rail.getByLabel('Invoice Date by').selectOption({ label: 'year' });
  await bench.measure('sum total', 'Total');
  await bench.tab('Chart').click();
  await page.getByLabel('Along').selectOption({ label: 'Billing Country' });
  await page.getByLabel('Show', { exact: true }).selectOption({ label: 'Sum of Total' });
  await page.getByLabel('Chart', { exact: true }).selectOption({ label: 'Pivot table' });
  const table = page.getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveText([
    'Billing Country',
    '2021',
    '2022',
    '2023',
    '2024',
    '2025',
    'Total',
  ]);
  const countries = await demo.rows('SELECT DISTINCT "BillingCountry" FROM "Invoice"');
  await expect(table.getByRole('row')).toHaveCount(countries.length + 2);
  const [brazil] = await demo.rows(
    `SELECT sum(CASE WHEN ${year} THEN "Total" ELSE 0 END), sum("Total") FROM "Invoice" WHERE "BillingCountry" = 'Brazil'`,
  );
  const row = table.getByRole('row', { name: /^Brazil/ });
  await expect(row.getByRole('cell').nth(3)).toHaveText(money(brazil?.[0]));
  await expect(row.getByRole('cell').last()).toHaveText(money(brazil?.[1]));
  await row.getByRole('button').nth(3).click();
  await bench.expectRows(
    await demo.number(`SELECT count(*) FROM "Invoice" WHERE "BillingCountry" = 'Brazil' AND ${year}`),
  );
});

test('revenue per order line is computed, shown while it is typed, and summed', async ({
  page,
  bench,
  demo,
}) => {
  await bench.open('InvoiceLine');
  await bench.rail.getByRole('button', { name: 'Compute a field…' }).click();
  const editor = page.getByRole('dialog', { name: 'Compute a field' });
  await editor.getByLabel('Name', { exact: true }).fill('Revenue');
  await editor.getByLabel('Formula').fill('[Unit Price] * Quan');
  await expect(editor.getByText('There is no field called “Quan”.')).toBeVisible();
  await editor.getByRole('button', { name: 'Quantity', exact: true }).click();
  const lines = await demo.rows(
    'SELECT "UnitPrice" * "Quantity" FROM "InvoiceLine" ORDER BY "InvoiceLineId" LIMIT 5',
  );
  await expect(editor.getByRole('status')).toContainText(money(lines[0]?.[0]));
  await editor.getByRole('button', { name: 'Apply' }).click();
  await bench.expectColumn(
    'Revenue',
    lines.map(([revenue]) => money(revenue)),
  );
  await bench.columnMenu('Revenue', 'Sum');
  await page.keyboard.press('Escape');
  await expect(bench.grid.getByRole('row').last()).toContainText(
    money(await demo.number('SELECT sum("UnitPrice" * "Quantity") FROM "InvoiceLine"')),
  );
  await page.reload();
  await bench.expectColumn(
    'Revenue',
    lines.map(([revenue]) => money(revenue)),
  );
});

test('playlists with more than 100 tracks', async ({ page, bench, demo }) => {
  await bench.open('Playlist');
  await bench.treeItem(/^Playlist Track/).hover();
  await bench.rail.getByRole('button', { name: 'Count of Playlist Track', exact: true }).click();
  await bench.columnMenu('Count of Playlist Track', 'Filter by this…');
  const dialog = page.getByRole('dialog', { name: 'Only groups by Count of Playlist Track' });
  await dialog.getByLabel('Value').fill('100');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(bench.sentence).toContainText(
    'of which only those whose Count of Playlist Track is greater than 100',
  );
  await bench.expectRows(
    await demo.number(
      `SELECT count(*) FROM (SELECT 1 FROM "PlaylistTrack" GROUP BY "PlaylistId" HAVING count(*) > 100) p`,
    ),
  );
});

test('the top 10 customers, and the 3 longest tracks of each genre', async ({ page, bench, demo }) => {
  await bench.open('Customer');
  await bench.treeItem(/^Invoice/).hover();
  await bench.rail.getByRole('button', { name: 'More about Invoice' }).click();
  await bench.take('Sum of Total');
  await bench.columnMenu('Sum of Invoice › Total', 'Only the top…');
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
  await bench.expectRows(10);
  const top = await demo.rows(
    'SELECT sum("Total") FROM "Invoice" GROUP BY "CustomerId" ORDER BY 1 DESC LIMIT 10',
  );
  await bench.expectColumn(
    'Sum of Invoice › Total',
    top.map(([sum]) => money(sum)),
  );

  await bench.open('Track');
  await bench.columnMenu('Milliseconds', 'Only the top…');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('How many').fill('3');
  await dialog.getByLabel('Of which').selectOption({ label: 'for each Genre' });
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(bench.sentence).toContainText('the top 3 by Milliseconds for each Genre');
  await bench.expectRows(
    await demo.number(
      `SELECT count(*) FROM (SELECT row_number() OVER (PARTITION BY "GenreId" ORDER BY "Milliseconds" DESC) n
       FROM "Track") t WHERE n <= 3`,
    ),
  );
});

test('the share, the running total and the change of revenue per year', async ({ bench, demo }) => {
  await bench.open('Invoice');
  await bench.fold('Fields');
  await bench.rail.getByRole('button', { name: 'Group by…' }).click();
  await bench.pickField('Invoice Date');
  await bench.rail.getByLabel('Invoice Date by').selectOption({ label: 'year' });
  await bench.measure('sum total', 'Total');
  for (const entry of ['Share of Sum of Total', 'Running total of Sum of Total', 'Change of Sum of Total'])
    await bench.columnMenu('Sum of Total', entry);
  const years = await demo.rows(
    `SELECT sum("Total"), sum(sum("Total")) OVER (), sum(sum("Total")) OVER (ORDER BY substr("InvoiceDate", 1, 4))
     FROM "Invoice" GROUP BY substr("InvoiceDate", 1, 4) ORDER BY substr("InvoiceDate", 1, 4)`,
  );
  const percent = (value: number) =>
    value.toLocaleString('en', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });
  await bench.expectColumn(
    'Share of Sum of Total',
    years.map(([sum, all]) => percent(Number(sum) / Number(all))),
  );
  await bench.expectColumn(
    'Running total of Sum of Total',
    years.map(([, , running]) => money(running)),
  );
  await bench.expectColumn('Change of Sum of Total', [
    'null',
    ...years.slice(1).map(([sum], i) => money(Number(sum) - Number(years[i]?.[0]))),
  ]);
});
