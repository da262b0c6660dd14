import { expect, inLongRun, test } from '../support/test.ts';

test('a row opens as a record page, with links to its neighbours and back', async ({ page, bench, demo }) => {
  await bench.open('Album');
  await bench.head('Release Date').click();
  const [first, second] = await demo.rows(
    'SELECT "Title" FROM "Album" ORDER BY "ReleaseDate", "AlbumId" LIMIT 2',
  );
  await bench.expectColumn('Title', [String(first?.[0]), String(second?.[0])]);
  await bench.grid.getByRole('row').nth(2).hover();
  await bench.grid.getByRole('row').nth(2).getByRole('button', { name: 'Open this record' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(String(second?.[0]));
  await expect(page.getByText('Row 2 of the result')).toBeVisible();
  await page.getByRole('button', { name: 'Previous in the result' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(String(first?.[0]));
  await page.getByRole('link', { name: 'Back to the result' }).click();
  await expect(bench.head('Release Date')).toHaveAttribute('aria-sort', 'ascending');
});

test('a record shows all its fields and links to the records it refers to', async ({ page, demo }) => {
  const [track] = await demo.rows(
    `SELECT t."Name", a."Title", g."Name" FROM "Track" t JOIN "Album" a ON a."AlbumId" = t."AlbumId"
     JOIN "Genre" g ON g."GenreId" = t."GenreId" WHERE t."TrackId" = 30`,
  );
  const [name, album, genre] = (track ?? []).map(String);
  await page.goto(`${demo.address}/#/record/Track/30`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name ?? '');
  const fields = page.getByRole('region', { name: 'Fields' });
  await expect(fields.getByRole('term')).toHaveCount(10);
  const pointsTo = page.getByRole('region', { name: 'Points to' });
  await expect(pointsTo.getByRole('link')).toHaveCount(3);
  await expect(pointsTo.getByRole('link', { name: new RegExp(genre ?? '') })).toBeVisible();
  await pointsTo.getByRole('link', { name: album ?? '' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(album ?? '');
});

test(
  'a record shows the records that refer to it, with counts and rows',
  inLongRun,
  async ({ page, bench, demo }) => {
    const albums = await demo.rows('SELECT "Title" FROM "Album" WHERE "ArtistId" = 1 ORDER BY "AlbumId"');
    await page.goto(`${demo.address}/#/record/Artist/1`);
    const section = page
      .getByRole('region', { name: 'Referenced by' })
      .getByRole('region', { name: 'Album', exact: true });
    await expect(section.locator('header')).toContainText(String(albums.length));
    for (const [title] of albums.slice(0, 3)) await expect(section.getByText(String(title))).toBeVisible();
    // Collaboration references Artist by two columns: each is a separate relation.
    await expect(page.getByRole('region', { name: 'Referenced by' }).locator('section > header')).toHaveCount(
      3,
    );

    await section.getByRole('link', { name: 'Open as query: Album' }).click();
    await bench.expectRows(albums.length);
  },
);

test('names in referring records are links', inLongRun, async ({ page, demo }) => {
  const [line] = await demo.rows(
    `SELECT l."InvoiceId", t."Name" FROM "InvoiceLine" l JOIN "Track" t ON t."TrackId" = l."TrackId"
     ORDER BY l."InvoiceLineId" LIMIT 1`,
  );
  const [invoice, track] = (line ?? []).map(String);
  await page.goto(`${demo.address}/#/record/Invoice/${invoice}`);
  const lines = page.getByRole('region', { name: 'Invoice Line', exact: true });
  await lines
    .getByRole('link', { name: track ?? '', exact: true })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(track ?? '');
});

test(
  'a foreign key opens a side panel, which links to the record',
  inLongRun,
  async ({ page, bench, demo }) => {
    await bench.open('Album');
    const [artist] = await demo.rows(
      'SELECT r."Name" FROM "Album" a JOIN "Artist" r ON r."ArtistId" = a."ArtistId" WHERE a."AlbumId" = 1',
    );
    const name = String(artist?.[0]);
    await (await bench.column('Title')).first().click();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name });
    await expect(panel.getByRole('heading', { name })).toBeFocused();
    await expect(panel.getByRole('term').first()).toHaveText('Artist ID');
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();

    await (await bench.column('Artist')).first().getByRole('link', { name }).click();
    await expect(panel.getByRole('heading', { name })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(bench.grid).toBeFocused();

    await (await bench.column('Artist')).first().getByRole('link', { name }).click();
    await panel.getByRole('link', { name: 'Open record' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  },
);

test('the side panel closes with the rows it was opened from', inLongRun, async ({ page, bench }) => {
  await bench.open('Album');
  await (await bench.column('Artist')).first().getByRole('link').click();
  const panel = page
    .getByRole('complementary')
    .filter({ has: page.getByRole('link', { name: 'Open record' }) });
  await expect(panel).toBeVisible();
  await bench.open('Genre');
  await bench.expectRows(25);
  await expect(panel).toBeHidden();
});

test('a key of several columns works as an address', inLongRun, async ({ page, demo }) => {
  const [rate] = await demo.rows(
    'SELECT "Currency", CAST("Day" AS varchar(10)) FROM "ExchangeRate" ORDER BY 1, 2 LIMIT 1',
  );
  const [currency, day] = (rate ?? []).map(String);
  await page.goto(`${demo.address}/#/record/ExchangeRate/${currency}/${day}`);
  await expect(page.getByRole('region', { name: 'Fields' })).toContainText(currency ?? '');
  await expect(page.getByRole('region', { name: 'Fields' }).getByRole('definition')).toHaveCount(3);
});

test('a picture in a record is shown', inLongRun, async ({ page, demo }) => {
  await page.goto(`${demo.address}/#/record/Genre/1`);
  const picture = page.getByRole('img', { name: 'Image in Icon' });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => true))).toBe(true);
});

test.describe('a record that does not exist', () => {
  test.use({ forgiven: /status of 404/ });
  test('says so and links to its entity', async ({ page, bench, demo }) => {
    await page.goto(`${demo.address}/#/record/Genre/4711`);
    await expect(page.getByRole('heading', { name: 'This record does not exist' })).toBeVisible();
    await page.getByRole('link', { name: 'See all of Genre' }).click();
    await bench.expectRows(25);
  });
});
