/** Charts of groups, and the rows behind their numbers, compared with SQL. One engine is enough: the queries are the grid's. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { AttributeNode, QueryDocument } from '../../web/query/document.ts';
import { compare, entityWith, field, openQuery, rowsOf } from './support/queries.ts';
import { expect, inLongRun, test } from './support/test.ts';

/** The number of invoices per group. */
function invoicesBy(...keys: readonly AttributeNode[]): QueryDocument {
  const count: AttributeNode = { ...field('InvoiceId'), selected: false, summaries: ['count'] };
  return { ...rowsOf({ ...entityWith('Invoice'), attributes: [...keys, count] }), grouped: true };
}

test('a chart of groups keeps different people with the same name apart', async ({ page, bench, demo }) => {
  await openQuery(bench, invoicesBy(field('CustomerId')));
  const groups = await demo.number('SELECT count(DISTINCT "CustomerId") FROM "Invoice"');
  const names = await demo.number(
    `SELECT count(*) FROM (SELECT DISTINCT c."FirstName", c."LastName" FROM "Invoice" i
     JOIN "Customer" c ON c."CustomerId" = i."CustomerId") n`,
  );
  expect(names).toBeLessThan(groups);
  await bench.expectRows(groups);
  await bench.tab('Chart').click();
  const drawing = page.getByRole('group', { name: /^Count of Invoice by Customer\./ });
  await expect(drawing.getByRole('button')).toHaveCount(21);
  await expect(drawing.getByRole('button').last()).toHaveAccessibleName(
    new RegExp(`^${groups - 20} others together: `),
  );
  const [top] = await demo.rows(
    `SELECT "CustomerId", count(*) FROM "Invoice" GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 1`,
  );
  await expect(drawing.getByRole('button').first()).toHaveAccessibleName(new RegExp(`: ${top?.[1]}\\.`));
});

test('groups of different people with the same name show their keys', async ({ bench, demo }) => {
  const [name] = await demo.rows(
    `SELECT c."FirstName", c."LastName" FROM "Customer" c GROUP BY 1, 2 HAVING count(*) > 1 ORDER BY 1, 2 LIMIT 1`,
  );
  const [first, last] = (name ?? []).map(String);
  const twins = await demo.rows(
    `SELECT "CustomerId" FROM "Customer" WHERE "FirstName" = '${first}' AND "LastName" = '${last}' ORDER BY 1`,
  );
  const groups = invoicesBy(field('CustomerId'));
  const where = compare('CustomerId', 'IN', twins.flat().map(String));
  await openQuery(bench, { ...groups, where: { cond: { with: 'AND', entries: [where] } } });
  await bench.expectColumn(
    'Customer',
    twins.map(([id]) => `${first} ${last} (${id})`),
  );
});

/** The drawing as the file that a person downloads. */
async function savedDrawing(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Download' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Drawing (SVG)' }).click();
  return readFile(await (await download).path(), 'utf8');
}

test('a second field becomes series, and a mark leads to its rows', async ({ page, bench, demo }) => {
  await openQuery(bench, invoicesBy({ ...field('InvoiceDate'), bucket: 'year' }, field('BillingCountry')));
  await bench.tab('Chart').click();
  await page.getByLabel('Chart', { exact: true }).selectOption({ label: 'Bars, stacked' });
  const countries = await demo.rows(
    `SELECT "BillingCountry" FROM "Invoice" GROUP BY 1 ORDER BY count(*) DESC, 1`,
  );
  const legend = page.getByRole('figure').getByRole('listitem');
  await expect(legend.first()).toHaveText(String(countries[0]?.[0]));
  // All parts of a bar are listed.
  await expect(legend.nth(8)).toHaveText(`${countries.length - 8} others together`);
  const saved = await savedDrawing(page);
  for (const label of await legend.allInnerTexts()) expect(saved).toContain(`>${label}</text>`);
  await page.getByLabel('Chart', { exact: true }).selectOption({ label: 'Heat map' });
  await expect(legend).toHaveCount(0);
  const most = await demo.number(
    `SELECT max(n) FROM (SELECT count(*) AS n FROM "Invoice" GROUP BY "BillingCountry", substr("InvoiceDate", 1, 4)) g`,
  );
  const heat = await savedDrawing(page);
  expect(heat).toMatch(/<linearGradient id="(scale-\d+)">.*fill="url\(#\1\)"/s);
  expect(heat).toContain(`>${most.toLocaleString('en')}</text>`);
  await page.getByLabel('Chart', { exact: true }).selectOption({ label: 'Line' });
  await expect(page.getByText(`${countries.length - 8} smaller series are omitted.`)).toBeVisible();
  const [group] = await demo.rows(
    `SELECT count(*) FROM "Invoice" WHERE "BillingCountry" = '${countries[0]?.[0]}'
     AND "InvoiceDate" >= '2023-01-01' AND "InvoiceDate" < '2024-01-01'`,
  );
  const mark = page.getByRole('button', { name: new RegExp(`^2023 · ${countries[0]?.[0]}: `) });
  await expect(mark).toHaveAccessibleName(new RegExp(`: ${group?.[0]}\\.`));
  await mark.click();
  await bench.expectRows(Number(group?.[0]));
});

test('the totals of a pivot table lead to their rows', async ({ page, bench, demo }) => {
  const groups = invoicesBy(field('BillingCountry'), { ...field('InvoiceDate'), bucket: 'year' });
  const chart = { kind: 'pivot', x: 'BillingCountry', y: 'count_InvoiceId' };
  await openQuery(bench, { ...groups, view: { ...groups.view, chart } });
  await bench.tab('Chart').click();
  const totals: readonly [row: RegExp, cell: number, where: string][] = [
    [/^Brazil/, -1, `"BillingCountry" = 'Brazil'`],
    [/^Total/, 0, `"InvoiceDate" < '2022-01-01'`],
    [/^Total/, -1, '1 = 1'],
  ];
  for (const [row, cell, where] of totals) {
    const count = await demo.number(`SELECT count(*) FROM "Invoice" WHERE ${where}`);
    const total = page.getByRole('table').getByRole('row', { name: row }).getByRole('cell').nth(cell);
    await expect(total).toHaveText(count.toLocaleString('en'));
    await total.getByRole('button').click();
    await bench.expectRows(count);
    await page.goBack();
  }
});

test(
  'the rows behind a count of related records are those records',
  inLongRun,
  async ({ page, bench, demo }) => {
    await bench.open('Album');
    await bench.treeItem(/^Track/).hover();
    await bench.rail.getByRole('button', { name: 'Count of Track', exact: true }).click();
    await (await bench.reveal('Count of Track')).click();
    await bench.head('Count of Track').click();
    const [most] = await demo.rows('SELECT count(*) FROM "Track" GROUP BY "AlbumId" ORDER BY 1 DESC LIMIT 1');
    await bench.expectColumn('Count of Track', [String(most?.[0])]);
    await (await bench.column('Count of Track')).first().click({ button: 'right' });
    await bench.take('Show the rows behind this');
    await bench.expectRows(Number(most?.[0]));
    await expect(bench.sentence).toHaveText(/^Track with .* where Album › Album ID is \d+\.$/);
    await expect(page.getByText('Count of Track')).toHaveCount(0);
  },
);

test('a column of references is sorted by the names that it shows', inLongRun, async ({ bench, demo }) => {
  await bench.open('Track');
  await bench.head('Genre').click();
  const names = await demo.rows(
    `SELECT g."Name" FROM "Track" t JOIN "Genre" g ON g."GenreId" = t."GenreId" ORDER BY g."Name", t."TrackId" LIMIT 5`,
  );
  await bench.expectColumn(
    'Genre',
    names.map(([name]) => String(name)),
  );
  await bench.head('Genre').click();
  const last = await demo.rows(
    `SELECT g."Name" FROM "Track" t JOIN "Genre" g ON g."GenreId" = t."GenreId" ORDER BY g."Name" DESC, t."TrackId" LIMIT 5`,
  );
  await bench.expectColumn(
    'Genre',
    last.map(([name]) => String(name)),
  );
});

test(
  'a filter on a date starts with a year, and is worded naturally',
  inLongRun,
  async ({ bench, page, demo }) => {
    await bench.open('Invoice');
    await bench.rail.getByRole('button', { name: 'Add a filter' }).click();
    await bench.pickField('Invoice Date');
    await bench.filterForm.getByLabel('Year').fill('2024');
    await bench.filterForm.getByRole('button', { name: 'Apply' }).click();
    await expect(bench.filters).toHaveText(['Invoice Date is in 2024']);
    const year = await demo.number(
      `SELECT count(*) FROM "Invoice" WHERE "InvoiceDate" >= '2024-01-01' AND "InvoiceDate" < '2025-01-01'`,
    );
    await bench.expectRows(year);
    await bench.filters.first().click();
    await bench.filterForm.getByLabel('Value', { exact: true }).selectOption({ label: 'a quarter…' });
    await bench.filterForm.getByLabel('Quarter').selectOption({ label: 'Q3' });
    await bench.filterForm.getByLabel('Year').fill('2024');
    await bench.filterForm.getByRole('button', { name: 'Apply' }).click();
    await expect(bench.filters).toHaveText(['Invoice Date is in Q3 2024']);
    await page.reload();
    await bench.expectRows(
      await demo.number(
        `SELECT count(*) FROM "Invoice" WHERE "InvoiceDate" >= '2024-07-01' AND "InvoiceDate" < '2024-10-01'`,
      ),
    );
  },
);

test(
  'groups across many related records count each record once per group',
  inLongRun,
  async ({ bench, demo }) => {
    await bench.open('Track');
    await bench.fold('Fields');
    await bench.rail.getByRole('button', { name: 'Group by…' }).click();
    await bench.pickField('Playlist Track › Playlist › Name');
    const playlists = await demo.rows(
      `SELECT p."Name", count(DISTINCT t."TrackId") FROM "Track" t
     LEFT JOIN "PlaylistTrack" l ON l."TrackId" = t."TrackId" LEFT JOIN "Playlist" p ON p."PlaylistId" = l."PlaylistId"
     GROUP BY p."Name" ORDER BY 2 DESC, 1`,
    );
    await bench.expectRows(playlists.length);
    await bench.columnMenu('Count of Track', 'Sort descending');
    await bench.expectColumn(
      'Count of Track',
      playlists.slice(0, 5).map(([, count]) => Number(count).toLocaleString('en')),
    );
    await (await bench.column('Count of Track')).first().click({ button: 'right' });
    await bench.take('Show the rows behind this');
    await bench.expectRows(Number(playlists[0]?.[1]));
  },
);

test(
  'records that are reached several times are counted once, and sums of them carry a note',
  inLongRun,
  async ({ bench, demo }) => {
    await bench.open('Invoice');
    await bench.rail.getByRole('button', { name: 'Group by…' }).click();
    await bench.pickField('Billing Country');
    await bench.measure('customers', 'Customer');
    const buyers = await demo.rows(
      'SELECT count(DISTINCT "CustomerId") FROM "Invoice" GROUP BY "BillingCountry" ORDER BY "BillingCountry" LIMIT 8',
    );
    await bench.expectColumn('Count of Customer', buyers.map(String));
    const note = bench.result.getByText('Each Invoice counts once for every Invoice Line that leads to it');
    await expect(note).toBeHidden();

    await bench.open('InvoiceLine');
    await bench.rail.getByRole('button', { name: 'Group by…' }).click();
    await bench.pickField('Invoice › Billing Country');
    await bench.measure('sum total', 'Invoice › Total');
    await bench.reveal('Sum of Invoice › Total');
    await expect(note).toBeVisible();
    await bench.tab('Chart').click();
    await expect(note).toBeVisible();
  },
);

test('running totals, changes and shares adapt to the grouping fields', async ({ bench, demo }) => {
  await bench.open('Invoice');
  await bench.rail.getByRole('button', { name: 'Group by…' }).click();
  await bench.pickField('Billing Country');
  await bench.measure('sum total', 'Total');
  await bench.rail.getByRole('button', { name: 'Also group by…' }).click();
  await bench.pickField('Invoice Date');
  for (const entry of ['Running total of Sum of Total', 'Share of Sum of Total for each Invoice Date'])
    await bench.columnMenu('Sum of Total', entry);
  await bench.rail.getByRole('button', { name: 'Remove: Billing Country' }).click();
  const months = await demo.rows(
    `SELECT sum("Total") FROM "Invoice" GROUP BY substr(CAST("InvoiceDate" AS varchar(30)), 1, 7) ORDER BY substr(CAST("InvoiceDate" AS varchar(30)), 1, 7) LIMIT 8`,
  );
  let sum = 0;
  const running = months.map(([total]) => {
    sum += Number(total);
    return sum.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  });
  await bench.expectColumn('Running total of Sum of Total', running);
  await bench.rail.getByRole('button', { name: 'Remove: Invoice Date (month)' }).click();
  // Without grouping fields, measures become totals below the rows.
  await bench.expectRows(await demo.number('SELECT count(*) FROM "Invoice"'));
  const all = await demo.number('SELECT sum("Total") FROM "Invoice"');
  await bench.reveal('Total');
  await expect(bench.grid.getByRole('row').last()).toContainText(
    all.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  );
});

test('a formula can use fields of referenced records, and names of the database', async ({ page, bench }) => {
  await bench.open('InvoiceLine');
  await bench.rail.getByRole('button', { name: 'Compute a field…' }).click();
  const editor = page.getByRole('dialog', { name: 'Compute a field' });
  const formula = editor.getByLabel('Formula');
  await formula.fill('UPPER(genre');
  await editor.getByRole('button', { name: 'Track › Genre › Name', exact: true }).click();
  await expect(formula).toHaveValue('UPPER([Track › Genre › Name]');
  await formula.fill('UnitPrice * [quantity]');
  await expect(editor.getByRole('status')).toContainText('0.99');
  await formula.fill('sum([Quantity])');
  await expect(editor.getByText('SUM needs many rows, and this formula is for a single row')).toBeVisible();
  await formula.fill('unit price * 2');
  await editor.getByRole('button', { name: 'Did you mean [Unit Price] * 2?' }).click();
  await expect(formula).toHaveValue('[Unit Price] * 2');
});

test(
  'groups by a name that different people share carry a note, and others do not',
  inLongRun,
  async ({ bench }) => {
    const shared = bench.result.getByText(
      'Some Customer records have the same Last Name and are one group here',
    );
    const apart = bench.result.getByText('are one group here');
    await openQuery(bench, invoicesBy(field('CustomerId')));
    await expect(bench.cells.first()).toBeVisible();
    await expect(apart).toBeHidden();
    await bench.rail.getByRole('button', { name: 'Remove: Customer', exact: true }).click();
    await bench.rail.getByRole('button', { name: 'Group by…' }).click();
    await bench.pickField('Customer › Last Name');
    await expect(shared).toBeVisible();
    await bench.tab('Chart').click();
    await expect(shared).toBeVisible();
    await bench.rail.getByRole('button', { name: 'Also group by…' }).click();
    await bench.pickField('Customer ID');
    await expect(apart).toBeHidden();
    // Genre names are unique.
    await bench.open('Track');
    await bench.rail.getByRole('button', { name: 'Group by…' }).click();
    await bench.pickField('Genre › Name');
    await bench.reveal('Count of Track');
    await expect(apart).toBeHidden();
  },
);
