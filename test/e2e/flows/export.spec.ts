import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { emptyDocument } from '../../../web/query/document.ts';
import { unzip } from '../../support/unzip.ts';
import { readTable, withoutSaveDialog } from '../support/files.ts';
import { entityWith, openQuery } from '../support/queries.ts';
import { expect, inLongRun, onServersInLongRun, test } from '../support/test.ts';

/** A file in the browser's private storage replaces the one that a person would choose. */
async function withChosenFile(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const choose = async ({ suggestedName }: { suggestedName: string }) =>
      (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true });
    Reflect.set(window, 'showSaveFilePicker', choose);
  });
}

test(
  'CSV contains all rows of the query, not only those in view',
  inLongRun,
  async ({ page, bench, demo }) => {
    await withoutSaveDialog(page);
    await bench.open('Track');
    await bench.addFilter({ field: 'Composer', condition: 'has no value' });
    await (await bench.reveal('Milliseconds')).click();
    const download = page.waitForEvent('download');
    await bench.result.getByRole('button', { name: 'Export' }).click();
    await bench.take('CSV, for any program');
    expect((await download).suggestedFilename()).toBe('Track.csv');
    const text = await readFile(await (await download).path(), 'utf8');
    // Excel reads "Bjørn" correctly only with a byte order mark.
    expect(text.startsWith('\ufeff')).toBe(true);
    const lines = text.slice(1).trimEnd().split(/\r?\n/);
    const ids = await demo.rows(
      'SELECT "TrackId" FROM "Track" WHERE "Composer" IS NULL ORDER BY "Milliseconds", "TrackId"',
    );
    // The screen's names and order, with a foreign key's name before the key itself.
    expect(lines[0]).toMatch(/^Track ID,Name,Album,Album ID,/);
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(ids.map(([id]) => String(id)));
    await expect(page.getByText(/^Track\.csv is ready/)).toBeVisible();
  },
);

test('an Excel workbook is written to the chosen file', inLongRun, async ({ page, bench, demo }) => {
  await withChosenFile(page);
  await bench.open('Artist');
  await bench.result.getByRole('button', { name: 'Export' }).click();
  await bench.take('Excel workbook');
  await expect(page.getByText(/^Artist\.xlsx is ready/)).toBeVisible();
  const bytes = await page.evaluate(async () => {
    const file = await (await navigator.storage.getDirectory()).getFileHandle('Artist.xlsx');
    return [...new Uint8Array(await (await file.getFile()).arrayBuffer())];
  });
  const sheet = unzip(Buffer.from(bytes)).get('xl/worksheets/sheet1.xml') ?? '';
  expect(sheet.match(/<row\b/g)).toHaveLength(1 + (await demo.number('SELECT count(*) FROM "Artist"')));
  const [artist] = await demo.rows('SELECT "Name" FROM "Artist" ORDER BY "ArtistId" LIMIT 1');
  expect(sheet).toContain(String(artist?.[0]));
});

test(
  'another program reads the same from a workbook and from CSV',
  onServersInLongRun,
  async ({ page, bench, demo }) => {
    await withoutSaveDialog(page);
    await bench.open('Customer');
    await bench.treeItem(/^Invoice( |$)/).hover();
    await bench.rail.getByRole('button', { name: 'Count of Invoice', exact: true }).click();
    await expect(bench.head('Count of Invoice')).toBeAttached();
    const customers = await demo.rows(
      `SELECT c."CustomerId", c."LastName", count(i."InvoiceId") FROM "Customer" c
     LEFT JOIN "Invoice" i ON i."CustomerId" = c."CustomerId"
     GROUP BY c."CustomerId", c."LastName" ORDER BY c."CustomerId"`,
    );
    for (const entry of ['CSV, for any program', 'Excel workbook']) {
      const download = page.waitForEvent('download');
      await bench.result.getByRole('button', { name: 'Export' }).click();
      await bench.take(entry);
      const path = await (await download).path();
      // Excel reads "Bjørn" correctly only with a byte order mark.
      if (entry.startsWith('CSV')) expect((await readFile(path, 'utf8')).startsWith('\ufeff')).toBe(true);
      const [headings = [], ...rows] = await readTable(path);
      const places = ['Customer ID', 'Last Name', 'Count of Invoice'].map((name) => headings.indexOf(name));
      expect(rows.map((row) => places.map((place) => row[place]))).toEqual(
        customers.map((row) => row.map(String)),
      );
    }
  },
);

test('exported groups have the headings of the grid', inLongRun, async ({ page, bench, demo }) => {
  await withoutSaveDialog(page);
  await bench.open('Invoice');
  await bench.fold('Fields');
  await bench.rail.getByRole('button', { name: 'Group by…' }).click();
  await bench.pickField('Billing Country');
  await bench.measure('sum total', 'Total');
  await expect(bench.heads).toHaveText(['Billing Country', 'Count of Invoice', 'Sum of Total']);
  const download = page.waitForEvent('download');
  await bench.result.getByRole('button', { name: 'Export' }).click();
  await bench.take('CSV, for any program');
  const text = await readFile(await (await download).path(), 'utf8');
  const [first] = await demo.rows(
    `SELECT "BillingCountry", count(*), sum("Total") FROM "Invoice"
     GROUP BY "BillingCountry" ORDER BY "BillingCountry" LIMIT 1`,
  );
  const [heading, row] = text.slice(1).split('\r\n');
  expect(heading).toBe('Billing Country,Count of Invoice,Sum of Total');
  const [country, count, sum] = row?.split(',') ?? [];
  expect([country, Number(count)]).toEqual([first?.[0], Number(first?.[1])]);
  expect(Number(sum)).toBeCloseTo(Number(first?.[2]), 2);
});

test('a long export shows its progress and can be cancelled', async ({ page, bench }) => {
  await withoutSaveDialog(page);
  const roots = [entityWith('InvoiceLine', 'InvoiceLineId'), entityWith('ExchangeRate', 'Currency', 'Day')];
  await openQuery(bench, { ...emptyDocument, entities: roots });
  await expect(bench.sentence).toContainText('combined with Exchange Rate');
  let downloads = 0;
  page.on('download', () => downloads++);
  await bench.result.getByRole('button', { name: 'Export' }).click();
  await bench.take('CSV, for any program');
  const progress = page.getByText(/^Invoice Line and Exchange Rate\.csv: .* so far…$/);
  await expect(progress).toHaveText(/\d\.\d MB so far/);
  const stopped = page.waitForEvent('requestfailed', (request) => request.url().includes('/export'));
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await stopped;
  await expect(progress).toBeHidden();
  expect(downloads).toBe(0);

  await bench.open('Genre');
  await bench.expectRows(25);
});
