/** Analysts' questions, each answered with a few clicks and compared with SQL. */
import { Bench } from '../support/bench.ts';
import { Clicks } from '../support/clicks.ts';
import { readTable, withoutSaveDialog } from '../support/files.ts';
import { expect, inLongRun, onServersInLongRun, onServersToo, test } from '../support/test.ts';

const year = `"InvoiceDate" >= '2024-01-01' AND "InvoiceDate" < '2025-01-01'`;
/** The year of a date, on every engine. */
const yearOf = (column: string) => `substr(CAST(${column} AS varchar(30)), 1, 4)`;

const money = (value: unknown) =>
  Number(value).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const percent = (value: number) =>
  value.toLocaleString('en', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Chooses an entry from a relation's menu. */
async function about(bench: Bench, relation: string, entry: string, level = 1): Promise<void> {
  await bench
    .treeItem(new RegExp(`^${relation}( |$)`), level)
    .first()
    .hover();
  await bench.rail.getByRole('button', { name: `More about ${relation}`, exact: true }).click();
  await bench.take(entry);
}

/** A date filter starts with a year. */
async function inYear(bench: Bench, field: string, wanted: string): Promise<void> {
  await bench.rail.getByRole('button', { name: 'Add a filter' }).first().click();
  await bench.pickField(field);
  await bench.filterForm.getByLabel('Year').fill(wanted);
  await bench.filterForm.getByRole('button', { name: 'Apply' }).click();
  await expect(bench.filterForm).toBeHidden();
}

test(
  'the top 10 customers of 2024, by link in a fresh profile, and the rows behind a number',
  onServersToo,
  async ({ bench, demo, browser }) => {
    const top = await demo.rows(
      `SELECT i."CustomerId", c."LastName", sum(i."Total") FROM "Invoice" i
     JOIN "Customer" c ON c."CustomerId" = i."CustomerId" WHERE ${year}
     GROUP BY i."CustomerId", c."LastName" ORDER BY 3 DESC, 1 LIMIT 10`,
    );
    const expectTop = async (shown: Bench) => {
      await shown.expectRows(10);
      await shown.expectColumn(
        'Customer ID',
        top.map(([id]) => String(id)),
      );
      await shown.expectColumn(
        'Sum of Invoice › Total',
        top.map(([, , sum]) => money(sum)),
      );
    };
    const clicks = await Clicks.on(bench.page);
    await bench.open('Customer');
    await about(bench, 'Invoice', 'Sum of Total');
    await inYear(bench, 'Invoice › Invoice Date', '2024');
    await expect(bench.filters).toHaveText(['Invoice › Invoice Date is in 2024 (only these count)']);
    await expect(bench.sentence).toContainText(
      ', counting only those whose Invoice › Invoice Date is in 2024.',
    );
    // Customers without purchases in that year, or at all, are still included.
    await bench.expectRows(await demo.number('SELECT count(*) FROM "Customer"'));
    await bench.columnMenu('Sum of Invoice › Total', 'Only the top…');
    await bench.page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
    await expectTop(bench);
    await clicks.expectCount(9);

    const profile = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 800 } });
    const fresh = new Bench(await profile.newPage(), demo.address);
    await fresh.page.goto(bench.page.url());
    await expectTop(fresh);
    await profile.close();

    // The chart shows exactly these ten.
    await bench.tab('Chart').click();
    const bars = bench.page.getByRole('button', { name: /Filter by this/ });
    await expect(bars).toHaveCount(10);
    await expect(bars.first()).toHaveAccessibleName(new RegExp(`${top[0]?.[1]}: ${money(top[0]?.[2])}\\.`));
    await bench.tab('Table').click();
    await bench.reveal('Sum of Invoice › Total');
    await (await bench.column('Sum of Invoice › Total')).first().click({ button: 'right' });
    await bench.take('Show the rows behind this');
    await bench.expectRows(
      await demo.number(`SELECT count(*) FROM "Invoice" WHERE "CustomerId" = ${top[0]?.[0]} AND ${year}`),
    );
  },
);

test('the top five customers, from the rail alone', inLongRun, async ({ page, bench, demo }) => {
  const clicks = await Clicks.on(page);
  await bench.open('Customer');
  await bench.fold('Fields');
  await bench.rail.getByRole('button', { name: 'Only the top…' }).click();
  await bench.take('Sum of Invoice › Total');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('How many').fill('5');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await clicks.expectCount(5);
  await bench.expectRows(5);
  const top = await demo.rows(
    'SELECT sum("Total") FROM "Invoice" GROUP BY "CustomerId" ORDER BY 1 DESC, "CustomerId" LIMIT 5',
  );
  await bench.expectColumn(
    'Sum of Invoice › Total',
    top.map(([sum]) => money(sum)),
  );
});

test('a filter on invoices has two readings, each of which is stated', async ({ bench, demo }) => {
  const first = (condition: string) =>
    demo.number(`SELECT sum("Total") FROM "Invoice" WHERE "CustomerId" = 1 AND ${condition}`);
  const buyers = await demo.number(`SELECT count(DISTINCT "CustomerId") FROM "Invoice" WHERE ${year}`);
  await bench.open('Customer');
  await inYear(bench, 'Invoice › Invoice Date', '2024');
  await expect(bench.filters).toHaveText(['there is at least one Invoice whose Invoice Date is in 2024']);
  await bench.chooseInTree('Invoice many', 'Total');
  await bench.take('Sum, only of those that match the filter');
  await bench.expectRows(buyers);
  await bench.expectColumn('Sum of Invoice › Total', [money(await first(year))]);
  // To the person it is one filter, which selects the customers and restricts what is counted.
  await expect(bench.filters).toHaveText([
    'there is at least one Invoice whose Invoice Date is in 2024 (only these count)',
  ]);
  await expect(bench.sentence).toContainText('whose Invoice Date is in 2024, counting only these.');
  const read = async (reading: string) => {
    await bench.filters.click();
    await bench.filterForm.getByLabel(/^of /).selectOption({ label: reading });
    await bench.filterForm.getByRole('button', { name: 'Apply' }).click();
  };
  // In another reading it selects the customers, and all their invoices are counted.
  await read('every Customer that has at least one');
  await expect(bench.filters).toHaveText(['there is at least one Invoice whose Invoice Date is in 2024']);
  await bench.expectRows(buyers);
  await bench.expectColumn('Sum of Invoice › Total', [money(await first('1 = 1'))]);
  await read('every Customer that has none');
  await bench.expectRows((await demo.number('SELECT count(*) FROM "Customer"')) - buyers);
  await read('count only these');
  await bench.expectRows(await demo.number('SELECT count(*) FROM "Customer"'));
  await bench.expectColumn('Sum of Invoice › Total', [money(await first(year))]);
});

test('customers whose spending fell from one year to the next', inLongRun, async ({ bench, demo }) => {
  const spent = (year: number) =>
    `coalesce((SELECT sum("Total") FROM "Invoice" i WHERE i."CustomerId" = c."CustomerId"
      AND "InvoiceDate" >= '${year}-01-01' AND "InvoiceDate" < '${year + 1}-01-01'), 0)`;
  const fell = await demo.rows(
    `SELECT "CustomerId", ${spent(2024)} - ${spent(2023)} FROM "Customer" c
     WHERE ${spent(2024)} < ${spent(2023)} ORDER BY 2, 1`,
  );
  const sum = 'Sum of Invoice › Total';
  const clicks = await Clicks.on(bench.page);
  await bench.open('Customer');
  await about(bench, 'Invoice', 'Sum of Total');
  await inYear(bench, 'Invoice › Invoice Date', '2023');
  await about(bench, 'Invoice', 'Sum of Total, again for other records…');
  await bench.filterForm.getByLabel('Year').fill('2024');
  await bench.filterForm.getByRole('button', { name: 'Apply' }).click();
  await expect(bench.filters).toHaveText([
    `${sum} (2023) only of those whose Invoice › Invoice Date is in 2023`,
    `${sum} (2024) only of those whose Invoice › Invoice Date is in 2024`,
  ]);
  await bench.columnMenu(`${sum} (2024)`, `Difference from ${sum} (2023)`);
  const difference = `${sum} (2024 − 2023)`;
  await bench.columnMenu(difference, 'Filter by this…');
  await bench.filterForm.getByLabel('Condition').selectOption({ label: 'is less than' });
  await bench.filterForm.getByLabel('Value', { exact: true }).fill('0');
  await bench.filterForm.getByRole('button', { name: 'Apply' }).click();
  // Customers without purchases in the second year are included.
  await bench.expectRows(fell.length);
  await clicks.expectCount(16);
  await bench.columnMenu(difference, 'Sort ascending');
  await bench.expectColumn(
    difference,
    fell.slice(0, 5).map(([, less]) => money(less)),
  );
  // Editing the chip affects only its own measure.
  await bench.filters.filter({ hasText: `${sum} (2023) only` }).click();
  await bench.filterForm.getByLabel('Year').fill('2022');
  await bench.filterForm.getByRole('button', { name: 'Apply' }).click();
  await bench.expectRows(
    await demo.number(`SELECT count(*) FROM "Customer" c WHERE ${spent(2024)} < ${spent(2022)}`),
  );
  await expect(bench.sentence).toContainText(`${sum} (2024 − 2022) is less than 0`);
});

test('tracks that were never sold, in two clicks', async ({ bench, demo }) => {
  const clicks = await Clicks.on(bench.page);
  await bench.open('Track');
  await about(bench, 'Invoice Line', 'Only those without Invoice Line');
  await clicks.expectCount(3);
  await expect(bench.rail.getByText('there is no Invoice Line')).toBeVisible();
  await bench.expectRows(
    await demo.number(
      `SELECT count(*) FROM "Track" t WHERE NOT EXISTS
       (SELECT 1 FROM "InvoiceLine" l WHERE l."TrackId" = t."TrackId")`,
    ),
  );
});

test('those without the record that a reference leads to, in two clicks, also one reference further', async ({
  bench,
  demo,
}) => {
  const clicks = await Clicks.on(bench.page);
  await bench.open('Customer');
  await about(bench, 'Support Rep', 'Only those without Support Rep');
  await clicks.expectCount(3);
  await expect(bench.rail.getByText('there is no Support Rep')).toBeVisible();
  const ofCustomers = 'SELECT count(*) FROM "Customer" WHERE "SupportRepId" IS';
  await bench.expectRows(await demo.number(`${ofCustomers} NULL`));
  await bench.open('Customer');
  await about(bench, 'Support Rep', 'Only those with Support Rep');
  await bench.expectRows(await demo.number(`${ofCustomers} NOT NULL`));
  await bench.open('Customer');
  await bench.treeItem('Support Rep').first().click();
  await about(bench, 'Reports To', 'Only those without Reports To', 2);
  await bench.expectRows(
    await demo.number(
      `SELECT count(*) FROM "Customer" c LEFT JOIN "Employee" e ON e."EmployeeId" = c."SupportRepId"
       WHERE e."ReportsTo" IS NULL`,
    ),
  );
});

test('questions about related records can be asked by keyboard', inLongRun, async ({ page, bench, demo }) => {
  await bench.open('Track');
  await bench.treeItem(/^Invoice Line/).click();
  await bench.tree.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Only those with Invoice Line', exact: true }).press('Enter');
  await bench.expectRows(await demo.number('SELECT count(DISTINCT "TrackId") FROM "InvoiceLine"'));
});

test('the last order of each customer', onServersInLongRun, async ({ bench, demo }) => {
  const clicks = await Clicks.on(bench.page);
  await bench.open('Customer');
  await about(bench, 'Invoice', 'Latest Invoice Date');
  await clicks.expectCount(3);
  const last = await demo.rows(
    `SELECT CAST(max(i."InvoiceDate") AS varchar(30)) FROM "Customer" c LEFT JOIN "Invoice" i ON i."CustomerId" = c."CustomerId"
     GROUP BY c."CustomerId" ORDER BY c."CustomerId" LIMIT 5`,
  );
  await bench.reveal('Latest Invoice › Invoice Date');
  const cells = await bench.column('Latest Invoice › Invoice Date');
  await expect(cells.first()).toBeVisible();
  const shown = await cells
    .locator('span[title]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('title')));
  expect(shown.slice(0, 5).map((text) => text?.slice(0, 10))).toEqual(
    last.map(([moment]) => String(moment).slice(0, 10)),
  );
  await about(bench, 'Invoice', 'Total of the latest Invoice');
  const totals = await demo.rows(
    `SELECT (SELECT "Total" FROM "Invoice" i WHERE i."CustomerId" = c."CustomerId"
     ORDER BY "InvoiceDate" DESC, "InvoiceId" LIMIT 1) FROM "Customer" c ORDER BY c."CustomerId" LIMIT 5`,
  );
  await bench.expectColumn(
    'Total of the latest Invoice',
    totals.map(([total]) => money(total)),
  );
  // Customers without orders are still included, without a date.
  await bench.expectRows(await demo.number('SELECT count(*) FROM "Customer"'));
  const never = await demo.number(
    'SELECT count(*) FROM "Customer" WHERE "CustomerId" NOT IN (SELECT "CustomerId" FROM "Invoice")',
  );
  await bench.columnMenu('Latest Invoice › Invoice Date', 'Filter by this…');
  await bench.filterForm.getByLabel('Condition').selectOption({ label: 'has no value' });
  await bench.filterForm.getByRole('button', { name: 'Apply' }).click();
  await bench.expectRows(never);
});

test('the earliest order of each customer', inLongRun, async ({ bench, demo }) => {
  const clicks = await Clicks.on(bench.page);
  await bench.open('Customer');
  await about(bench, 'Invoice', 'Earliest Invoice Date');
  await clicks.expectCount(3);
  await bench.columnMenu('Earliest Invoice › Invoice Date', 'Sort descending');
  const newest = await demo.rows(
    'SELECT "CustomerId" FROM "Invoice" GROUP BY "CustomerId" ORDER BY min("InvoiceDate") DESC LIMIT 5',
  );
  await bench.expectColumn(
    'Customer ID',
    newest.map(([id]) => String(id)),
  );
});

test('the best month of each year: the same date groups twice', inLongRun, async ({ bench, demo }) => {
  const clicks = await Clicks.on(bench.page);
  await bench.open('Invoice');
  await bench.fold('Fields');
  await bench.rail.getByRole('button', { name: 'Group by…' }).click();
  await bench.pickField('Invoice Date');
  await bench.rail.getByRole('button', { name: 'Also group by…' }).click();
  await bench.pickField('Invoice Date');
  await bench.measure('sum total', 'Total');
  await bench.columnMenu('Sum of Total', 'Only the top…');
  const dialog = bench.page.getByRole('dialog');
  await dialog.getByLabel('How many').fill('1');
  await dialog.getByLabel('Scope').selectOption({ label: 'for each Invoice Date (year)' });
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await clicks.expectCount(13);
  const month = `substr(CAST("InvoiceDate" AS varchar(30)), 1, 7)`;
  const sums = await demo.rows(`SELECT ${month}, sum("Total") FROM "Invoice" GROUP BY ${month}`);
  const byYear = Map.groupBy(sums, ([when]) => String(when).slice(0, 4));
  const best = [...byYear.values()]
    .map((months) => months.toSorted(([, a], [, b]) => Number(b) - Number(a))[0])
    .toSorted((a, b) => Number(b?.[1]) - Number(a?.[1]));
  await bench.expectRows(best.length);
  await bench.expectColumn(
    'Sum of Total',
    best.map((row) => money(row?.[1])),
  );
  await bench.expectColumn(
    'Invoice Date (year)',
    best.map((row) => String(row?.[0]).slice(0, 4)),
  );
  await expect(bench.sentence).toHaveText(
    'Count of Invoice and Sum of Total by Invoice Date (month) and Invoice Date (year) from Invoice, the top 1 by Sum of Total for each Invoice Date (year).',
  );
  // The link has the same result, and so does the chart.
  await bench.page.reload();
  await bench.expectRows(best.length);
  await bench.tab('Chart').click();
  await expect(bench.page.getByLabel('Along')).toBeVisible();
});

test(
  'revenue per country and year as a pivot table, on the screen and in a file',
  onServersInLongRun,
  async ({ page, bench, demo }) => {
    await withoutSaveDialog(page);
    const clicks = await Clicks.on(bench.page);
    await bench.open('Invoice');
    await bench.fold('Fields');
    await bench.rail.getByRole('button', { name: 'Group by…' }).click();
    await bench.pickField('Billing Country');
    await bench.rail.getByRole('button', { name: 'Also group by…' }).click();
    await bench.pickField('Invoice Date');
    await bench.rail.getByLabel('Invoice Date by').selectOption({ label: 'year' });
    await bench.measure('sum total', 'Total');
    await bench.columnMenu('Invoice Date (year)', 'Pivot: a column for each of these');
    await expect(page.getByLabel('Chart', { exact: true })).toHaveValue('pivot');
    await clicks.expectCount(12);
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
    // Sorted by the row totals, on the screen and in the file.
    const ranked = await demo.rows(
      'SELECT "BillingCountry" FROM "Invoice" GROUP BY 1 ORDER BY sum("Total") DESC LIMIT 3',
    );
    const byTotal = table.getByRole('columnheader', { name: 'Total' });
    for (const direction of ['ascending', 'descending']) {
      await byTotal.getByRole('button').click();
      await expect(byTotal).toHaveAttribute('aria-sort', direction);
    }
    for (const [i, [country]] of ranked.entries())
      await expect(
        table
          .getByRole('row')
          .nth(i + 1)
          .getByRole('rowheader'),
      ).toHaveText(String(country));
    const download = page.waitForEvent('download');
    await bench.result.getByRole('button', { name: 'Export' }).click();
    await bench.take('CSV, for any program');
    const [headings, ...lines] = await readTable(await (await download).path());
    expect(headings).toEqual(['Billing Country', '2021', '2022', '2023', '2024', '2025']);
    expect(lines).toHaveLength(countries.length);
    expect(lines.slice(0, 3).map(([country]) => country)).toEqual(ranked.map(([country]) => country));
    expect(Number(lines.find(([country]) => country === 'Brazil')?.[4])).toBeCloseTo(Number(brazil?.[0]), 2);
    await row.getByRole('button').nth(3).click();
    await expect(bench.filters).toHaveText(['Billing Country is “Brazil”', 'Invoice Date is in 2024']);
    await bench.expectRows(
      await demo.number(`SELECT count(*) FROM "Invoice" WHERE "BillingCountry" = 'Brazil' AND ${year}`),
    );
  },
);

test('who bought something in every month of a year', onServersInLongRun, async ({ bench, demo }) => {
  const monthOf = 'substr(CAST("InvoiceDate" AS varchar(30)), 1, 7)';
  const steady = await demo.rows(
    `SELECT "CustomerId" FROM "Invoice" WHERE ${year} GROUP BY "CustomerId"
     HAVING count(DISTINCT ${monthOf}) = 12 ORDER BY 1`,
  );
  expect(steady).not.toEqual([]);
  const clicks = await Clicks.on(bench.page);
  await bench.open('Customer');
  await bench.chooseInTree('Invoice many', 'Invoice Date');
  await bench.take('In how many different months');
  await inYear(bench, 'Invoice › Invoice Date', '2024');
  await bench.columnMenu('Different months of Invoice › Invoice Date', 'Filter by this…');
  await bench.fillFilter({ field: '', condition: 'is', value: '12' });
  await bench.expectRows(steady.length);
  await bench.expectColumn(
    'Customer ID',
    steady.map(([id]) => String(id)),
  );
  await clicks.expectCount(12);
});

test.describe('a formula that the database refuses', () => {
  // The browser logs every refusal to the console.
  test.use({ forgiven: /400/ });
  test(
    'is reported and not applied, and a boolean field works as a condition',
    inLongRun,
    async ({ page, bench, demo }) => {
      await bench.open('Track');
      await bench.rail.getByRole('button', { name: 'Compute a field…' }).click();
      const editor = page.getByRole('dialog', { name: 'Compute a field' });
      await editor.getByLabel('Name', { exact: true }).fill('Price of explicit ones');
      await editor.getByLabel('Formula').fill('IF([Milliseconds], [Unit Price], 0)');
      await expect(editor.getByText('"true" is not a value of Milliseconds')).toBeVisible();
      await expect(editor.getByRole('button', { name: 'Apply' })).toBeDisabled();
      await editor.getByLabel('Formula').fill('IF([Explicit], [Unit Price], 0)');
      await editor.getByRole('button', { name: 'Apply' }).click();
      await bench.columnMenu('Price of explicit ones', 'Sum');
      await page.keyboard.press('Escape');
      await expect(bench.grid.getByRole('row').last()).toContainText(
        money(await demo.number('SELECT sum("UnitPrice") FROM "Track" WHERE "Explicit"')),
      );
    },
  );
});

test(
  'revenue per order line is computed, previewed while typing, and summed',
  onServersInLongRun,
  async ({ page, bench, demo }) => {
    const clicks = await Clicks.on(bench.page);
    await bench.open('InvoiceLine');
    await bench.rail.getByRole('button', { name: 'Compute a field…' }).click();
    const editor = page.getByRole('dialog', { name: 'Compute a field' });
    await editor.getByLabel('Formula').fill('[Unit Price] * Quan');
    await expect(editor.getByText('There is no field named “Quan”.')).toBeVisible();
    await editor.getByRole('button', { name: 'Quantity', exact: true }).click();
    await expect(editor.getByText('Name the field to apply the formula.')).toBeVisible();
    await editor.getByLabel('Name', { exact: true }).fill('Revenue');
    await expect(editor.getByText('Name the field to apply the formula.')).toBeHidden();
    const lines = await demo.rows(
      'SELECT "UnitPrice" * "Quantity" FROM "InvoiceLine" ORDER BY "InvoiceLineId" LIMIT 5',
    );
    await expect(editor.getByRole('status')).toContainText(money(lines[0]?.[0]));
    await editor.getByRole('button', { name: 'Apply' }).click();
    await clicks.expectCount(4);
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
  },
);

test('playlists with more than 100 tracks, and those with none', async ({ page, bench, demo }) => {
  const clicks = await Clicks.on(bench.page);
  await bench.open('Playlist');
  await about(bench, 'Playlist Track', 'Only those with more than … Playlist Track');
  // The condition is already filled in; only the number has to be typed.
  await expect(bench.filterForm.getByLabel('Value', { exact: true })).toBeFocused();
  await bench.filterForm.getByLabel('Value', { exact: true }).fill('100');
  await bench.filterForm.getByRole('button', { name: 'Apply' }).click();
  await clicks.expectCount(4);
  await expect(bench.sentence).toContainText('where Count of Playlist Track is greater than 100');
  await bench.expectRows(
    await demo.number(
      `SELECT count(*) FROM (SELECT 1 FROM "PlaylistTrack" GROUP BY "PlaylistId" HAVING count(*) > 100) p`,
    ),
  );
  await bench.filters.click();
  await bench.filterForm.getByLabel('Condition').selectOption({ label: 'is' });
  await bench.filterForm.getByLabel('Value', { exact: true }).fill('0');
  await bench.filterForm.getByRole('button', { name: 'Apply' }).click();
  await bench.expectRows(
    await demo.number(
      `SELECT count(*) FROM "Playlist" p WHERE NOT EXISTS
       (SELECT 1 FROM "PlaylistTrack" t WHERE t."PlaylistId" = p."PlaylistId")`,
    ),
  );
  await expect(page.getByRole('gridcell', { name: '0', exact: true })).toBeVisible();
});

test('the 3 best-selling tracks of each genre, then the 2 of each', async ({ page, bench, demo }) => {
  const best = (n: number) => `
    SELECT count(*) FROM (SELECT row_number() OVER (PARTITION BY "GenreId" ORDER BY coalesce(s, 0) DESC, "TrackId") n
    FROM (SELECT t."TrackId", t."GenreId", (SELECT sum(l."Quantity") FROM "InvoiceLine" l WHERE l."TrackId" = t."TrackId") s
    FROM "Track" t) x) y WHERE n <= ${n}`;
  const clicks = await Clicks.on(bench.page);
  await bench.open('Track');
  await about(bench, 'Invoice Line', 'Sum of Quantity');
  await bench.columnMenu('Sum of Invoice Line › Quantity', 'Only the top…');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('How many').fill('3');
  await dialog.getByLabel('Scope').selectOption({ label: 'for each Genre' });
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await clicks.expectCount(8);
  await expect(bench.sentence).toContainText('the top 3 by Sum of Invoice Line › Quantity for each Genre');
  await bench.expectRows(await demo.number(best(3)));
  const sums = await demo.rows(
    `SELECT sum("Quantity") FROM "InvoiceLine" GROUP BY "TrackId" ORDER BY 1 DESC LIMIT 1`,
  );
  await bench.expectColumn('Sum of Invoice Line › Quantity', [String(sums[0]?.[0])]);
  await bench.rail.getByTitle('Change this condition').click();
  await expect(dialog.getByLabel('How many')).toHaveValue('3');
  await expect(dialog.getByLabel('Scope')).toHaveValue('GenreId');
  await dialog.getByLabel('How many').fill('2');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await bench.expectRows(await demo.number(best(2)));
});

test('groups of the top rows say that they are of all rows', async ({ page, bench, demo }) => {
  await bench.open('Invoice');
  await bench.columnMenu('Total', 'Only the top…');
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
  await bench.expectRows(10);
  await bench.columnMenu('Billing Country', 'Group by this');
  await expect(page.getByText('The groups are of all rows, no longer only of the top 10.')).toBeVisible();
  await bench.expectRows(await demo.number('SELECT count(DISTINCT "BillingCountry") FROM "Invoice"'));
});

test('the albums of artists like “the” with their number of tracks, most first', async ({ bench, demo }) => {
  const clicks = await Clicks.on(bench.page);
  await bench.open('Album');
  await bench.treeItem(/^Track/).hover();
  await bench.rail.getByRole('button', { name: 'Count of Track', exact: true }).click();
  // The column shows names, so its filter uses them.
  await bench.columnMenu('Artist', 'Filter by this…');
  await bench.fillFilter({ field: 'Artist › Name', value: 'the' });
  await expect(bench.filters).toHaveText(['Artist › Name contains “the”']);
  await bench.columnMenu('Count of Track', 'Sort descending');
  await clicks.expectCount(7);
  const albums = await demo.rows(
    `SELECT count(t."TrackId") FROM "Album" a JOIN "Artist" r ON r."ArtistId" = a."ArtistId"
     LEFT JOIN "Track" t ON t."AlbumId" = a."AlbumId" WHERE lower(r."Name") LIKE '%the%'
     GROUP BY a."AlbumId" ORDER BY 1 DESC`,
  );
  await bench.expectRows(albums.length);
  await bench.expectColumn(
    'Count of Track',
    albums.slice(0, 8).map(([count]) => String(count)),
  );
});

test(
  'the average invoice per month, from the menus of two columns',
  onServersInLongRun,
  async ({ bench, demo }) => {
    const clicks = await Clicks.on(bench.page);
    await bench.open('Invoice');
    await bench.columnMenu('Total', 'Average');
    await bench.page.keyboard.press('Escape');
    await bench.columnMenu('Invoice Date', 'Group by this');
    await clicks.expectCount(5);
    const months = await demo.rows(
      `SELECT round(avg("Total"), 2) FROM "Invoice" GROUP BY substr(CAST("InvoiceDate" AS varchar(30)), 1, 7)
     ORDER BY min("InvoiceDate")`,
    );
    await bench.expectRows(months.length);
    await bench.columnMenu('Average of Total', 'Name and format…');
    await bench.page.getByLabel('Decimals').selectOption('2');
    await bench.page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
    await bench.expectColumn(
      'Average of Total',
      months.slice(0, 8).map(([average]) => money(average)),
    );
    // The same by day of the week, with the days' names and in their order.
    await bench.fold('Fields');
    await bench.rail.getByLabel('Invoice Date by').selectOption({ label: 'day of the week' });
    const days = await demo.rows(
      `SELECT substr(CAST("InvoiceDate" AS varchar(30)), 1, 10), sum("Total"), count(*) FROM "Invoice" GROUP BY 1`,
    );
    const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
    const averages = weekdays.map((_, place) => {
      const such = days.filter(([day]) => (new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7 === place);
      const add = (column: number) => such.reduce((sum, row) => sum + Number(row[column]), 0);
      return money(add(1) / add(2));
    });
    await bench.expectColumn('Invoice Date (day of the week)', weekdays);
    await bench.expectColumn('Average of Total', averages);
  },
);

test('who bought rock in Germany, but never jazz', async ({ bench, demo }) => {
  const bought = (genre: string) => `EXISTS (SELECT 1 FROM "Invoice" i
    JOIN "InvoiceLine" l ON l."InvoiceId" = i."InvoiceId" JOIN "Track" t ON t."TrackId" = l."TrackId"
    JOIN "Genre" g ON g."GenreId" = t."GenreId" WHERE i."CustomerId" = c."CustomerId" AND g."Name" = '${genre}')`;
  const genre = 'Invoice › Invoice Line › Track › Genre › Name';
  const clicks = await Clicks.on(bench.page);
  await bench.open('Customer');
  await bench.fold('Fields');
  await bench.addFilter({ field: 'Country', condition: 'is', value: 'Germany' });
  await bench.addFilter({ field: genre, condition: 'is', value: 'Rock' });
  await bench.addFilter({
    field: genre,
    quantity: 'every Customer that has none',
    condition: 'is',
    value: 'Jazz',
  });
  await clicks.expectCount(19);
  await bench.expectRows(
    await demo.number(
      `SELECT count(*) FROM "Customer" c WHERE c."Country" = 'Germany' AND ${bought('Rock')} AND NOT ${bought('Jazz')}`,
    ),
  );
});

test('employees and their managers, without further clicks', async ({ bench, demo }) => {
  const clicks = await Clicks.on(bench.page);
  await bench.open('Employee');
  await clicks.expectCount(1);
  const managers = await demo.rows(
    `SELECT m."FirstName", m."LastName" FROM "Employee" e
     LEFT JOIN "Employee" m ON m."EmployeeId" = e."ReportsTo" ORDER BY e."EmployeeId"`,
  );
  await bench.expectColumn(
    'Reports To',
    managers.map(([first, last]) => (first === null ? 'null' : `${first} ${last}`)),
  );
});

test('the share of each genre in the revenue of a year', async ({ page, bench, demo }) => {
  const clicks = await Clicks.on(bench.page);
  await bench.open('InvoiceLine');
  await bench.rail.getByRole('button', { name: 'Compute a field…' }).click();
  const editor = page.getByRole('dialog', { name: 'Compute a field' });
  await editor.getByLabel('Name', { exact: true }).fill('Revenue');
  await editor.getByLabel('Formula').fill('[Unit Price] * [Quantity]');
  await editor.getByRole('button', { name: 'Apply' }).click();
  await bench.fold('Fields');
  await bench.rail.getByRole('button', { name: 'Group by…' }).click();
  await bench.pickField('Invoice › Invoice Date');
  await bench.rail.getByLabel('Invoice Date by').selectOption({ label: 'year' });
  await bench.rail.getByRole('button', { name: 'Also group by…' }).click();
  await bench.pickField('Track › Genre › Name');
  await bench.measure('sum revenue', 'Revenue');
  await bench.columnMenu('Sum of Revenue', 'Share of Sum of Revenue for each Invoice › Invoice Date');
  await clicks.expectCount(14);
  const shares = await demo.rows(
    `SELECT ${yearOf('i."InvoiceDate"')}, g."Name", sum(l."UnitPrice" * l."Quantity"),
       sum(sum(l."UnitPrice" * l."Quantity")) OVER (PARTITION BY ${yearOf('i."InvoiceDate"')})
     FROM "InvoiceLine" l JOIN "Invoice" i ON i."InvoiceId" = l."InvoiceId" JOIN "Track" t ON t."TrackId" = l."TrackId"
     JOIN "Genre" g ON g."GenreId" = t."GenreId" GROUP BY ${yearOf('i."InvoiceDate"')}, g."Name"
     ORDER BY 3 DESC LIMIT 8`,
  );
  await bench.columnMenu('Sum of Revenue', 'Sort descending');
  await bench.expectColumn(
    'Share of Sum of Revenue for each Invoice › Invoice Date',
    shares.map(([, , sum, all]) => percent(Number(sum) / Number(all))),
  );
});

test(
  'the value of one invoice per country: a formula over groups',
  inLongRun,
  async ({ page, bench, demo }) => {
    await bench.open('Invoice');
    await bench.fold('Fields');
    await bench.rail.getByRole('button', { name: 'Group by…' }).click();
    await bench.pickField('Billing Country');
    await bench.measure('sum total', 'Total');
    await bench.fold('Fields');
    await bench.rail.getByRole('button', { name: 'Compute a field…' }).click();
    const editor = page.getByRole('dialog', { name: 'Compute a field' });
    await editor.getByLabel('Name', { exact: true }).fill('Each');
    await editor.getByLabel('Formula').fill('ROUND([Sum of Total] / [Quantity], 2)');
    await expect(editor.getByText('There is no field named “Quantity”.')).toBeVisible();
    await editor.getByLabel('Formula').fill('ROUND([Sum of Total] / [Total], 2)');
    await expect(editor.getByText(/^Total belongs to single rows/)).toBeVisible();
    await editor.getByLabel('Formula').fill('ROUND([Sum of Total] / [Count of Invoice], 2)');
    await expect(editor.getByRole('status')).toContainText(/\d/);
    await editor.getByRole('button', { name: 'Apply' }).click();
    await bench.columnMenu('Each', 'Filter by this…');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Value', { exact: true })).toBeFocused();
    await page.keyboard.type('3');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await bench.columnMenu('Each', 'Sort descending');
    const each = await demo.rows(
      `SELECT "BillingCountry", round(sum("Total") / count(*), 2) FROM "Invoice" GROUP BY 1
     HAVING round(sum("Total") / count(*), 2) > 3 ORDER BY 2 DESC, 1`,
    );
    await bench.expectRows(each.length);
    await page.reload();
    await bench.expectColumn(
      'Billing Country',
      each.map(([country]) => String(country)),
    );
    await expect(bench.sentence).toContainText('Each by Billing Country');
  },
);

test(
  'invoices by size: a conditional field that is used for groups',
  inLongRun,
  async ({ page, bench, demo }) => {
    await bench.open('Invoice');
    await bench.rail.getByRole('button', { name: 'Compute a field…' }).click();
    const editor = page.getByRole('dialog', { name: 'Compute a field' });
    await editor.getByLabel('Name', { exact: true }).fill('Size');
    await editor
      .getByLabel('Formula')
      .fill("WHEN [Total] >= 10 THEN 'large' WHEN [Total] >= 2 THEN 'usual' ELSE 'small'");
    await expect(editor.getByRole('status')).toContainText(/large|usual|small/);
    await editor.getByRole('button', { name: 'Apply' }).click();
    await bench.fold('Fields');
    await bench.rail.getByRole('button', { name: 'Group by…' }).click();
    await bench.pickField('Size');
    await bench.columnMenu('Count of Invoice', 'Sort descending');
    const sizes = await demo.rows(
      `SELECT s, count(*) FROM (SELECT CASE WHEN "Total" >= 10 THEN 'large' WHEN "Total" >= 2 THEN 'usual' ELSE 'small' END s
     FROM "Invoice") x GROUP BY s ORDER BY 2 DESC`,
    );
    await bench.expectColumn(
      'Size',
      sizes.map(([size]) => String(size)),
    );
    await bench.expectColumn(
      'Count of Invoice',
      sizes.map(([, count]) => Number(count).toLocaleString('en')),
    );
    // The formula is shown as it was written.
    await bench.fold('Fields');
    await bench.rail.getByRole('button', { name: 'Change Size' }).click();
    await expect(page.getByRole('dialog').getByLabel('Formula')).toHaveValue(
      "WHEN [Total] >= 10 THEN 'large' WHEN [Total] >= 2 THEN 'usual' ELSE 'small'",
    );
  },
);

test(
  'the share, the running total and the change of revenue per year',
  onServersInLongRun,
  async ({ bench, demo }) => {
    const clicks = await Clicks.on(bench.page);
    await bench.open('Invoice');
    await bench.fold('Fields');
    await bench.rail.getByRole('button', { name: 'Group by…' }).click();
    await bench.pickField('Invoice Date');
    await bench.rail.getByLabel('Invoice Date by').selectOption({ label: 'year' });
    await bench.measure('sum total', 'Total');
    for (const entry of ['Share of Sum of Total', 'Running total of Sum of Total', 'Change of Sum of Total'])
      await bench.columnMenu('Sum of Total', entry);
    await clicks.expectCount(14);
    const years = await demo.rows(
      `SELECT sum("Total"), sum(sum("Total")) OVER (), sum(sum("Total")) OVER (ORDER BY ${yearOf('"InvoiceDate"')})
     FROM "Invoice" GROUP BY ${yearOf('"InvoiceDate"')} ORDER BY ${yearOf('"InvoiceDate"')}`,
    );
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
  },
);

test('what customers spend on average, per country', inLongRun, async ({ bench, demo }) => {
  const averages = await demo.rows(
    `SELECT c."Country", avg(s."spent") FROM "Customer" c LEFT JOIN (SELECT "CustomerId", sum("Total") AS "spent"
     FROM "Invoice" GROUP BY "CustomerId") s ON s."CustomerId" = c."CustomerId" GROUP BY c."Country" ORDER BY 1 LIMIT 3`,
  );
  await bench.open('Customer');
  await about(bench, 'Invoice', 'Sum of Total');
  await bench.columnMenu('Sum of Invoice › Total', 'Average');
  await bench.columnMenu('Country', 'Group by this');
  await bench.reveal('Average of Sum of Invoice › Total');
  const cells = await bench.column('Average of Sum of Invoice › Total');
  await expect(async () => {
    const shown = (await cells.allInnerTexts()).slice(0, averages.length);
    expect(shown.map((text) => money(text))).toEqual(averages.map(([, average]) => money(average)));
  }).toPass({ timeout: 20_000 });
});

test('invoices above the average of their own customer', inLongRun, async ({ bench, demo }) => {
  await bench.open('Invoice');
  await bench.chooseInTree('Customer', 'Invoice many', 'Total');
  await bench.take('Average');
  const average = 'Average of Customer › Invoice › Total';
  await bench.addFilter({ field: 'Total', condition: 'is greater than', otherField: average });
  await bench.expectRows(
    await demo.number(
      `SELECT count(*) FROM "Invoice" i
       WHERE "Total" > (SELECT avg("Total") FROM "Invoice" j WHERE j."CustomerId" = i."CustomerId")`,
    ),
  );
});
