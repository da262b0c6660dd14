import { readFile } from 'node:fs/promises';
import { entityWith, openQuery, rowsOf } from '../support/queries.ts';
import { expect, inLongRun, test } from '../support/test.ts';

test('groups with a number become bars with an explanation, and a click on one filters', async ({
  page,
  bench,
  demo,
}) => {
  await openQuery(bench, rowsOf(entityWith('Track', 'GenreId', 'Milliseconds')));
  await expect(bench.heads).toHaveText(['Genre', 'Milliseconds']);
  await bench.tab('Chart').click();
  await expect(
    page.getByText(/Why this chart\? Genre puts rows into groups and Milliseconds is a number/),
  ).toBeVisible();
  const drawing = page.getByRole('group', { name: /^Average Milliseconds by Genre\./ });
  const [top] = await demo.rows(
    `SELECT g."Name", count(*), g."GenreId" FROM "Track" t JOIN "Genre" g ON g."GenreId" = t."GenreId"
     GROUP BY g."GenreId", g."Name" ORDER BY avg(t."Milliseconds") DESC LIMIT 1`,
  );
  await expect(drawing.getByRole('button').first()).toHaveAccessibleName(new RegExp(`^${top?.[0]}: `));
  await drawing.getByRole('button').first().click();
  await expect(bench.filters).toHaveText([`Genre ID is ${top?.[2]}`]);
  await expect(bench.sentence).toContainText(`where Genre ID is ${top?.[2]} (${top?.[0]})`);
  await bench.tab('Table').click();
  await bench.expectRows(Number(top?.[1]));
});

test('a date with a number becomes a line, summed per period by the server', async ({
  page,
  bench,
  demo,
}) => {
  await bench.open('Invoice');
  await bench.tab('Chart').click();
  await expect(page.getByText(/Invoice Date is a point in time and Total a number/)).toBeVisible();
  await page.getByLabel('Per', { exact: true }).selectOption({ label: 'year' });
  await page.getByRole('button', { name: 'Data table' }).click();
  const table = page.getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(6);
  const [year] = await demo.rows(
    `SELECT sum("Total") FROM "Invoice" WHERE "InvoiceDate" >= '2021-01-01' AND "InvoiceDate" < '2022-01-01'`,
  );
  const total = Number(year?.[0]).toLocaleString('en', { maximumFractionDigits: 2 });
  await expect(table.getByRole('row').nth(1)).toContainText('2021');
  await expect(table.getByRole('row').nth(1)).toContainText(total);
  await table.getByRole('button', { name: 'Filter by 2021' }).click();
  await bench.tab('Table').click();
  await bench.expectRows(
    await demo.number(
      `SELECT count(*) FROM "Invoice" WHERE "InvoiceDate" >= '2021-01-01' AND "InvoiceDate" < '2022-01-01'`,
    ),
  );
});

test('another chart can be chosen, and the suggestion restored', inLongRun, async ({ page, bench }) => {
  await bench.open('Track');
  await bench.tab('Chart').click();
  await page.getByLabel('Chart', { exact: true }).selectOption({ label: 'Histogram' });
  await expect(page.getByText('Why this chart? You chose it.')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Number of rows by /, level: 2 })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: /^Number of rows by /, level: 2 })).toBeVisible();
  await page.getByRole('button', { name: 'Back to the suggestion' }).click();
  await expect(page.getByText('Why this chart? You chose it.')).toBeHidden();
});

test('the chart is downloaded as SVG', inLongRun, async ({ page, bench }) => {
  await bench.open('Invoice');
  await bench.tab('Chart').click();
  await page.getByRole('button', { name: 'Download' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Drawing (SVG)' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toMatch(/^<(\?xml|svg)/);
  expect(file).toContain('</svg>');
});
