import { expect, inLongRun, test } from '../support/test.ts';

/** 2021-08-11 as Aug 11, 2021. */
function inEnglish(day: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
}

test.describe('one entity', () => {
  test('is chosen on the home page, and its rows appear with all fields', async ({ page, bench, demo }) => {
    await page.goto(demo.address);
    await page.getByRole('searchbox', { name: 'Search entities, fields, records' }).fill('alb');
    await page.getByRole('link', { name: /^Album/ }).click();
    await bench.expectRows(await demo.number('SELECT count(*) FROM "Album"'));
    const titles = await demo.rows('SELECT "Title" FROM "Album" ORDER BY "AlbumId" LIMIT 10');
    await bench.expectColumn(
      'Title',
      titles.map(([title]) => String(title)),
    );
    await expect(bench.sentence).toHaveText(
      'Album with Album ID, Title, Artist, Release Date and 1 more field.',
    );
  });

  test('a foreign key shows the name of the record that it refers to', inLongRun, async ({ bench, demo }) => {
    await bench.open('Album');
    const artists = await demo.rows(
      'SELECT r."Name" FROM "Album" a JOIN "Artist" r ON r."ArtistId" = a."ArtistId" ORDER BY a."AlbumId" LIMIT 10',
    );
    await bench.expectColumn(
      'Artist',
      artists.map(([name]) => String(name)),
    );
  });

  test('the tree leads to a field over three relations', inLongRun, async ({ bench, demo }) => {
    await bench.open('InvoiceLine');
    await bench.chooseInTree('Track', 'Album', 'Artist', 'Name');
    const names = await demo.rows(
      `SELECT r."Name" FROM "InvoiceLine" l JOIN "Track" t ON t."TrackId" = l."TrackId"
       JOIN "Album" a ON a."AlbumId" = t."AlbumId" JOIN "Artist" r ON r."ArtistId" = a."ArtistId"
       ORDER BY l."InvoiceLineId" LIMIT 10`,
    );
    await bench.expectColumn(
      'Track › Album › Artist › Name',
      names.map(([name]) => String(name)),
    );
    await bench.expectRows(await demo.number('SELECT count(*) FROM "InvoiceLine"'));
  });

  test('typing the beginnings of words finds a field', async ({ bench }) => {
    await bench.open('Track');
    await bench.chooseByTyping('art name', 'Album › Artist › Name');
    await expect(bench.head('Album › Artist › Name')).toBeVisible();
  });

  test('clicking a field again removes it from the result', inLongRun, async ({ bench }) => {
    await bench.open('Track');
    await expect(bench.head('Composer')).toBeVisible();
    await bench.treeItem('Composer').click();
    await expect(bench.head('Composer')).toBeHidden();
    await expect(bench.treeItem('Composer')).toHaveAttribute('aria-checked', 'false');
  });

  test('asking for the way from A to B lists the paths and adds the chosen one', async ({ page, bench }) => {
    await bench.open('Track');
    await bench.rail.getByRole('button', { name: 'How do I get from A to B?' }).click();
    const dialog = page.getByRole('dialog', { name: 'Find a path' });
    await dialog.getByRole('combobox').fill('Artist');
    await dialog.getByRole('option', { name: 'Artist', exact: true }).click();
    await expect(dialog.getByRole('listitem').first()).toHaveText(/Track\s*Album\s*Artist/);
    await dialog.getByRole('listitem').first().getByRole('button', { name: 'Add' }).click();
    await expect(bench.head('Album › Artist › Name')).toBeVisible();
  });

  test('every edit can be undone and redone', inLongRun, async ({ page, bench }) => {
    await bench.open('MediaType');
    await expect(bench.heads).toHaveCount(2);
    await bench.treeItem('Name').click();
    await expect(bench.heads).toHaveCount(1);
    await bench.chooseInTree('Track many', 'Milliseconds');
    await bench.take('Sum');
    await expect(bench.heads).toHaveCount(2);

    await bench.result.getByRole('button', { name: 'Undo (Ctrl+Z)' }).click();
    await expect(bench.heads).toHaveCount(1);
    await bench.grid.focus();
    await page.keyboard.press('Control+z');
    await expect(bench.heads).toHaveCount(2);
    await expect(bench.head('Name')).toBeVisible();
    await page.keyboard.press('Control+Shift+z');
    await expect(bench.heads).toHaveCount(1);
    await bench.result.getByRole('button', { name: 'Redo (Ctrl+Shift+Z)' }).click();
    await expect(bench.head('Sum of Track › Milliseconds')).toBeVisible();
    await expect(bench.result.getByRole('button', { name: 'Redo (Ctrl+Shift+Z)' })).toBeDisabled();
  });
});

test.describe('two entities without a relation', () => {
  test(
    'the size of the product is shown in advance, and is correct',
    inLongRun,
    async ({ page, bench, demo }) => {
      const genres = await demo.number('SELECT count(*) FROM "Genre"');
      const rates = await demo.number('SELECT count(*) FROM "ExchangeRate"');
      const text = [genres, rates, genres * rates].map((n) => n.toLocaleString('en'));
      await bench.open('Genre');
      await bench.rail.getByRole('button', { name: 'Combine with an unrelated table' }).click();
      const dialog = page.getByRole('dialog', { name: 'Combine with an unrelated table' });
      await dialog.getByRole('combobox').fill('exch');
      await expect(dialog.getByText(`${text[0]} × ${text[1]} = ${text[2]} rows`)).toBeVisible();
      await dialog.getByRole('option', { name: /^Exchange Rate/ }).click();
      await bench.expectRows(genres * rates);
      await expect(bench.sentence).toContainText('Genre combined with Exchange Rate');
    },
  );

  test('a filter between their fields joins them', inLongRun, async ({ page, bench, demo, engine }) => {
    await bench.open('MonthlyRevenue');
    await bench.rail.getByRole('button', { name: 'Combine with an unrelated table' }).click();
    const dialog = page.getByRole('dialog', { name: 'Combine with an unrelated table' });
    await dialog.getByRole('combobox').fill('exch');
    await dialog.getByRole('option', { name: /^Exchange Rate/ }).click();
    await bench.expectRows(await demo.number('SELECT count(*) FROM "MonthlyRevenue", "ExchangeRate"'));
    await bench.addFilter({
      field: 'Monthly Revenue › Month',
      // A column of SQLite's view has no type, so its dates are texts.
      condition: engine === 'sqlite' ? 'is' : 'is on',
      otherField: 'Exchange Rate › Day',
    });
    const joined = 'SELECT count(*) FROM "MonthlyRevenue" m JOIN "ExchangeRate" r ON r."Day" = m."Month"';
    await bench.expectRows(await demo.number(joined));
  });

  test('connected entities are joined by their keys, never row by row', async ({ page, bench, demo }) => {
    await bench.open('Track');
    await bench.rail.getByRole('button', { name: 'Combine with an unrelated table' }).click();
    const dialog = page.getByRole('dialog', { name: 'Combine with an unrelated table' });
    const connected = dialog.getByRole('group', { name: 'Connected: joined by their keys' });
    const unrelated = dialog.getByRole('group', { name: 'Not connected: every row with every other' });
    await expect(unrelated.getByRole('option', { name: /^Exchange Rate/ })).toBeAttached();
    await expect(unrelated.getByRole('option', { name: /^Genre/ })).toHaveCount(0);
    await dialog.getByRole('combobox').fill('genre');
    await expect(dialog.getByText(/^It is connected to your query/)).toBeVisible();
    await expect(dialog.getByText(/=.*rows/)).toHaveCount(0);
    await connected.getByRole('option', { name: /^Genre/ }).click();
    await bench.expectRows(await demo.number('SELECT count(*) FROM "Track"'));
    const names = await demo.rows(
      `SELECT g."Name" FROM "Track" t JOIN "Genre" g ON g."GenreId" = t."GenreId" ORDER BY t."TrackId" LIMIT 5`,
    );
    await bench.expectColumn('Genre › Name', names.flat().map(String));
  });

  test(
    'if several paths lead to a connected entity, the person chooses one',
    inLongRun,
    async ({ page, bench }) => {
      await bench.open('Artist');
      await bench.rail.getByRole('button', { name: 'Combine with an unrelated table' }).click();
      await page.getByRole('combobox', { name: 'Search entities' }).fill('collab');
      await page.getByRole('option', { name: /^Collaboration/ }).click();
      const ways = page.getByRole('dialog', { name: 'Find a path' });
      await expect(ways.getByRole('listitem')).toHaveCount(2);
      await ways.getByRole('button', { name: 'Add' }).nth(1).click();
      await expect(ways).toBeHidden();
      await expect(bench.sentence).toContainText('Artist with ');
      await expect(bench.sentence).not.toContainText('combined with');
    },
  );
});

test.describe('a field of many related records', () => {
  const perArtist = (measure: string) =>
    `SELECT ${measure} FROM "Artist" r LEFT JOIN "Album" a ON a."ArtistId" = r."ArtistId"
     GROUP BY r."ArtistId" ORDER BY r."ArtistId" LIMIT 8`;

  test.beforeEach(async ({ bench }) => {
    await bench.open('Artist');
    await bench.treeItem('Biography').click();
    await bench.chooseInTree('Album many', 'Title');
  });

  test('can be shown as a list in each row', inLongRun, async ({ bench, demo }) => {
    await bench.take('A list in each row');
    await bench.expectRows(284);
    const [first] = await demo.rows(
      'SELECT "Title" FROM "Album" WHERE "ArtistId" = 1 ORDER BY "AlbumId" LIMIT 1',
    );
    await expect((await bench.column('Album › Title')).first()).toContainText(String(first?.[0]));
  });

  test('can be counted', inLongRun, async ({ bench, demo }) => {
    await bench.take('Count of Album');
    const counts = await demo.rows(perArtist('count(a."AlbumId")'));
    await bench.expectColumn(
      'Count of Album',
      counts.map(([count]) => String(count)),
    );
    await bench.expectRows(284);
  });

  test('can show its smallest or largest value', inLongRun, async ({ bench, demo }) => {
    await bench.take('Smallest');
    await expect(bench.head('Minimum of Album › Title')).toBeVisible();
    await bench.treeItem('Release Date', 2).click();
    await bench.take('Latest');
    const days = await demo.rows(perArtist('CAST(max(a."ReleaseDate") AS varchar(10))'));
    // A date is shown in the reader's locale; the exact text is available, too.
    await bench.expectColumn(
      'Latest Album › Release Date',
      days.map(([day]) => inEnglish(String(day))),
    );
    await bench.expectRows(284);
  });

  test('can be summed and averaged if it is a number', inLongRun, async ({ bench, demo }) => {
    const perInvoice = (measure: string) =>
      `SELECT ${measure}(l."Quantity") FROM "Invoice" i LEFT JOIN "InvoiceLine" l ON l."InvoiceId" = i."InvoiceId"
       GROUP BY i."InvoiceId" ORDER BY i."InvoiceId" LIMIT 8`;
    await bench.open('Invoice');
    await bench.chooseInTree('Invoice Line many', 'Quantity');
    await bench.take('Sum');
    const sums = await demo.rows(perInvoice('sum'));
    await bench.expectColumn(
      'Sum of Invoice Line › Quantity',
      sums.map(([sum]) => String(sum)),
    );
    await bench.treeItem('Unit Price', 2).click();
    await bench.take('Average');
    await expect(bench.head('Average of Invoice Line › Unit Price')).toBeVisible();
    await bench.expectRows(20_000);
  });

  test(
    'can give one row each, with a warning that the parent repeats',
    inLongRun,
    async ({ page, bench, demo }) => {
      await expect(page.getByRole('menuitem', { name: /One row each/ })).toContainText('Artist repeats');
      await page.getByRole('menuitem', { name: /One row each/ }).click();
      await bench.expectRows(
        await demo.number(
          'SELECT count(*) FROM "Artist" r LEFT JOIN "Album" a ON a."ArtistId" = r."ArtistId"',
        ),
      );
    },
  );
});
