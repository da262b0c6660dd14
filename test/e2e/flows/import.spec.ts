import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/folders.ts';
import { logInAs, servePeople } from '../support/people.ts';
import { serveShop } from '../support/shop.ts';
import { expect, inLongRun, test } from '../support/test.ts';

test('a file with bad rows is checked, corrected, imported and undone', async ({ page }) => {
  const folder = await temporaryFolder();
  await using shop = await serveShop(folder);
  const customers = () =>
    shop.rows('SELECT id, name, email, active, credit, notes FROM customer ORDER BY id');
  const before = customers();
  const file = join(folder, 'people.csv');
  const good = [
    'No;Customer name;E-Mail;Credit;Notes',
    '7;Gil;;9007199254740995;""',
    '2;Bo B.;bo@example.org;;x',
  ];
  await writeFile(file, [...good, '8;;h@x;1;', '9;Ida;i@x;much;', '10;Jo;cy@example.org;1;'].join('\n'));

  // Starts from the table itself.
  await page.goto(`${shop.address}/#/entity/customer`);
  await page.getByRole('link', { name: 'Import into Customer' }).click();
  await page.getByLabel('Choose a file').setInputFiles(file);

  await expect(page.getByRole('heading', { name: 'Columns' })).toBeFocused();
  await expect(page.getByLabel('Customer name goes to')).toHaveValue('name');
  await expect(page.getByLabel('E-Mail goes to')).toHaveValue('email');
  await expect(page.getByLabel('No goes to')).toHaveValue('');
  await page.getByLabel('No goes to').selectOption('id');
  await page.getByLabel('What happens to the rows').selectOption('both');
  await page.getByRole('button', { name: 'Check all rows' }).click();

  await expect(page.getByText('3 rows are invalid')).toBeVisible();
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveText([
    /Row\s*Column\s*Reason/,
    '4namename cannot be null.',
    '5credit"much" is not a value of credit, whose type is numeric.',
    '6emailAnother row of customer has this email.',
  ]);
  await expect(page.getByRole('button', { name: /^Import \d/ })).toBeHidden();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download all bad rows as CSV' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toBe(
    'row,column,reason\n4,name,name cannot be null.\n5,credit,"""much"" is not a value of credit, whose type is numeric."\n6,email,Another row of customer has this email.\n',
  );
  expect(customers()).toEqual(before);

  await writeFile(file, good.join('\n'));
  await page.getByRole('button', { name: 'Another file' }).click();
  await page.getByLabel('Choose a file').setInputFiles(file);
  await page.getByLabel('No goes to').selectOption('id');
  await page.getByLabel('What happens to the rows').selectOption('both');
  await page.getByRole('button', { name: 'Check all rows' }).click();
  await expect(page.getByText('Every row is valid.')).toBeVisible();
  await expect(page.getByText('New: 1. Changed: 1. Unchanged: 0.')).toBeVisible();
  expect(customers()).toEqual(before);
  await page.getByLabel('Note for the history (optional)').fill('From the fair');
  await page.getByRole('button', { name: 'Import 2 rows' }).click();

  await expect(page.getByText('Imported into Customer')).toBeVisible();
  expect(
    shop.rows(
      'SELECT id, name, email, CAST(credit AS TEXT), notes FROM customer WHERE id IN (2, 7) ORDER BY id',
    ),
  ).toEqual([
    [2, 'Bo B.', 'bo@example.org', null, 'x'],
    [7, 'Gil', null, '9007199254740995', ''],
  ]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Everything is as it was before.')).toBeVisible();
  expect(customers()).toEqual(before);
  await page.getByRole('link', { name: 'See the history' }).click();
  await expect(page.getByRole('heading', { name: 'From the fair' })).toBeVisible();
  await page.goto('about:blank');
});

test.describe('an interrupted import', () => {
  // These tests lose answers on purpose.
  test.use({ forgiven: /net::ERR_FAILED/ });

  test('is stopped with a message and leaves nothing behind; one whose answer was lost is applied once', async ({
    page,
  }) => {
    const folder = await temporaryFolder();
    await using shop = await serveShop(folder);
    const count = () => shop.rows('SELECT count(*) FROM item')[0]?.[0];
    const file = join(folder, 'items.csv');
    const lines = Array.from({ length: 400 }, (_, i) => `Thing ${i},${i}.25`);
    await writeFile(file, `title,price\n${lines.join('\n')}\n`);
    const check = async () => {
      await page.goto('about:blank');
      await page.goto(`${shop.address}/#/import/item`);
      await page.getByLabel('Choose a file').setInputFiles(file);
      await page.getByRole('button', { name: 'Check all rows' }).click();
      await expect(page.getByText('Every row is valid.')).toBeVisible();
    };
    const begin = () => page.getByRole('button', { name: 'Import 400 rows' }).click();
    const stopped = page.getByText('The import was stopped. Nothing was written.');
    await check();
    // Somebody else holds the write lock, so the import has to wait.
    shop.change('BEGIN IMMEDIATE');
    await begin();
    await expect(page.getByText(/^Importing: /)).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Stopping…')).toBeVisible();
    // Gives the service time to notice the cancellation; otherwise it would continue once the lock is free.
    await page.waitForTimeout(500);
    shop.change('ROLLBACK');
    await expect(stopped).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Columns' })).toBeFocused();
    expect(count()).toBe(250);

    // The outcome is reported on the page that the user went to.
    await check();
    shop.change('BEGIN IMMEDIATE');
    await begin();
    await expect(page.getByText(/^Importing: /)).toBeVisible();
    await page.getByRole('link', { name: 'Item', exact: true }).click();
    await expect(page.getByRole('grid')).toBeVisible();
    shop.change('ROLLBACK');
    await expect(stopped).toBeVisible();
    expect(count()).toBe(250);

    // The service imports the file, but its answer is lost.
    await check();
    await page.route('**/run', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await begin();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await page.unroute('**/run');
    expect(count()).toBe(650);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Imported into Item')).toBeVisible();
    expect(count()).toBe(650);
    await page.goto('about:blank');
  });
});

test.describe('with a policy', () => {
  // The first request is refused before the login.
  test.use({ forgiven: /status of 401/ });

  test('a user who may only change records can import changes', inLongRun, async ({ page }) => {
    const folder = await temporaryFolder();
    const file = join(folder, 'genres.csv');
    await writeFile(file, 'GenreId,Name\n1,Rock!\n');
    await using service = await servePeople(
      {
        users: { una: { roles: ['clerk'] }, tom: { roles: ['reader'] } },
        roles: { clerk: { Genre: { read: true, update: true } }, reader: { Genre: { read: true } } },
      },
      '--edit',
    );
    await logInAs(page, service.address, 'una');
    await page.goto(`${service.address}/#/entity/Genre`);
    await page.getByRole('link', { name: 'Import into Genre' }).click();
    await page.getByLabel('Choose a file').setInputFiles(file);
    const modes = page.getByLabel('What happens to the rows').getByRole('option');
    await expect(modes).toHaveText(['Change existing records, found by their key']);
    await page.getByRole('button', { name: 'Check all rows' }).click();
    await page.getByRole('button', { name: 'Import 1 row' }).click();
    await expect(page.getByText('Imported into Genre')).toBeVisible();
    await page.getByRole('link', { name: 'See Genre' }).click();
    await expect(page.getByRole('gridcell', { name: 'Rock!' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'New Genre' })).toBeHidden();
  });
});
