import { expect, inLongRun, test } from '../support/test.ts';

test.describe('sorting', () => {
  test('a click on a heading sorts, a second one reverses the order, a third one ends it', async ({
    bench,
    demo,
  }) => {
    await bench.open('Album');
    const titles = async (order: string) =>
      (await demo.rows(`SELECT "AlbumId" FROM "Album" ORDER BY ${order} LIMIT 8`)).map(([id]) => String(id));
    await bench.head('Release Date').click();
    await expect(bench.head('Release Date')).toHaveAttribute('aria-sort', 'ascending');
    await bench.expectColumn('Album ID', await titles('"ReleaseDate", "AlbumId"'));
    await bench.head('Release Date').click();
    await expect(bench.head('Release Date')).toHaveAttribute('aria-sort', 'descending');
    await bench.expectColumn('Album ID', await titles('"ReleaseDate" DESC, "AlbumId"'));
    await bench.head('Release Date').click();
    await expect(bench.head('Release Date')).toHaveAttribute('aria-sort', 'none');
    await bench.expectColumn('Album ID', await titles('"AlbumId"'));
    // References are sorted by the names that they show.
    await bench.head('Artist').click();
    const artists = await demo.rows(
      'SELECT r."Name" FROM "Album" a JOIN "Artist" r ON r."ArtistId" = a."ArtistId" ORDER BY 1 LIMIT 8',
    );
    await bench.expectColumn('Artist', artists.flat().map(String));
  });

  test(
    'a click with Shift adds a sort key, and the rail lists the keys in order',
    inLongRun,
    async ({ bench, demo }) => {
      await bench.open('Track');
      await bench.fold('Fields');
      await bench.head('Media Type').click();
      await (await bench.reveal('Milliseconds')).click({ modifiers: ['Shift'] });
      await expect(bench.sentence).toContainText('sorted by Media Type then Milliseconds');
      const keys = bench.rail.getByRole('listitem').filter({ hasText: /^(Media Type|Milliseconds)/ });
      await expect(keys).toHaveCount(2);
      await keys.nth(1).getByRole('button', { name: 'Milliseconds: Ascending' }).click();
      const ids = await demo.rows(
        `SELECT "TrackId" FROM "Track" t JOIN "MediaType" m ON m."MediaTypeId" = t."MediaTypeId"
       ORDER BY m."Name", "Milliseconds" DESC, "TrackId" LIMIT 8`,
      );
      await bench.expectColumn(
        'Track ID',
        ids.map(([id]) => String(id)),
      );
      await keys.nth(1).getByRole('button', { name: 'Earlier: Milliseconds' }).click();
      await expect(bench.sentence).toContainText('sorted by Milliseconds descending then Media Type');
    },
  );
});

test.describe('totals', () => {
  test(
    'are shown below the column and include all rows, not only those in view',
    inLongRun,
    async ({ page, bench, demo }) => {
      await bench.open('Invoice');
      await bench.columnMenu('Total', 'Sum');
      await page.keyboard.press('Escape');
      const sum = await demo.number('SELECT sum("Total") FROM "Invoice"');
      const text = sum.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
      await expect(bench.grid.getByRole('row').last()).toContainText(text);
      await bench.addFilter({ field: 'Billing Country', condition: 'is', value: 'Brazil' });
      const less = await demo.number(`SELECT sum("Total") FROM "Invoice" WHERE "BillingCountry" = 'Brazil'`);
      await expect(bench.grid.getByRole('row').last()).toContainText(
        less.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
      );
    },
  );
});

test.describe('grouping', () => {
  test('gives one row per value, with its count and further measures', inLongRun, async ({ bench, demo }) => {
    await bench.open('Invoice');
    await bench.fold('Fields');
    await bench.rail.getByRole('button', { name: 'Group by…' }).click();
    await bench.pickField('Billing Country');
    await bench.expectRows(await demo.number('SELECT count(DISTINCT "BillingCountry") FROM "Invoice"'));
    await bench.measure('sum total', 'Total');
    await bench.head('Sum of Total').click();
    await bench.head('Sum of Total').click();
    await expect(bench.head('Sum of Total')).toHaveAttribute('aria-sort', 'descending');
    const countries = await demo.rows(
      'SELECT "BillingCountry" FROM "Invoice" GROUP BY "BillingCountry" ORDER BY sum("Total") DESC LIMIT 5',
    );
    await bench.expectColumn(
      'Billing Country',
      countries.map(([country]) => String(country)),
    );
    await expect(bench.sentence).toContainText('Sum of Total by Billing Country from Invoice');
  });

  test('groups dates by period', inLongRun, async ({ bench }) => {
    await bench.open('Invoice');
    await bench.fold('Fields');
    await bench.rail.getByRole('button', { name: 'Group by…' }).click();
    await bench.pickField('Invoice Date');
    await bench.rail.getByLabel('Invoice Date by').selectOption({ label: 'year' });
    await bench.expectRows(5);
    await bench.expectColumn('Invoice Date (year)', ['2021', '2022', '2023', '2024', '2025']);
  });

  test('can be ended to show the rows again', inLongRun, async ({ bench }) => {
    await bench.open('Invoice');
    await bench.fold('Fields');
    await bench.rail.getByRole('button', { name: 'Group by…' }).click();
    await bench.pickField('Billing Country');
    await bench.rail.getByRole('button', { name: 'Back to rows' }).click();
    await bench.expectRows(20_000);
  });
});

test.describe('columns', () => {
  const names = ['Genre ID', 'Name'];
  test.beforeEach(async ({ bench }) => {
    await bench.open('Genre');
    await expect(bench.heads).toHaveText(names);
  });

  test(
    'can be hidden, which is noted below the rows, and shown again from there',
    inLongRun,
    async ({ page, bench }) => {
      await expect(bench.result.getByRole('button', { name: /hidden/ })).toHaveCount(0);
      await bench.columnMenu('Genre ID', 'Hide');
      await expect(bench.heads).toHaveText(['Name']);
      await bench.result.getByRole('button', { name: '1 hidden column' }).click();
      await page.getByRole('menuitem', { name: 'Show Genre ID' }).click();
      await expect(bench.heads).toHaveText(names);
      await expect(bench.result.getByRole('button', { name: /hidden/ })).toHaveCount(0);
    },
  );

  test('can be moved by the menu and by dragging', inLongRun, async ({ page, bench }) => {
    await bench.columnMenu('Genre ID', 'Move towards the end');
    await expect(bench.heads).toHaveText(['Name', 'Genre ID']);
    await bench.head('Genre ID').hover();
    await page.mouse.down();
    await bench.head('Name').hover({ position: { x: 20, y: 10 } });
    await page.mouse.up();
    await expect(bench.heads).toHaveText(names);
  });

  test('can be resized by dragging and by the menu', inLongRun, async ({ page, bench }) => {
    const width = async () => (await bench.head('Name').boundingBox())?.width ?? 0;
    const before = await width();
    const box = await bench.head('Name').boundingBox();
    if (!box) throw new Error('The column has no place.');
    await page.mouse.move(box.x + box.width - 2, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width + 78, box.y + 10, { steps: 4 });
    await page.mouse.up();
    await expect.poll(width).toBe(before + 80);
    await bench.columnMenu('Name', 'Narrower');
    await expect.poll(width).toBe(before + 32);
  });

  test('stay in view when pinned', inLongRun, async ({ page, bench }) => {
    await bench.open('Track');
    await bench.columnMenu('Name', 'Pin to the start');
    await expect(bench.heads.first()).toHaveText('Name');
    await bench.grid.focus();
    await page.keyboard.press('End');
    await expect(bench.head('Explicit')).toBeInViewport();
    await expect(bench.head('Name')).toBeInViewport({ ratio: 1 });
  });
});
