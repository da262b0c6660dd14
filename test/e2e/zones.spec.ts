/** Instants on the page of a user in a time zone other than the service's. */
import type { RunningCommand } from '../support/command.ts';
import { createDatabase, type TestDatabase } from '../support/servers.ts';
import { Bench } from './support/bench.ts';
import { startService } from './support/demo.ts';
import { expect, inLongRun, test } from './support/test.ts';

test.use({ timezoneId: 'Europe/Vienna' });

test.describe('timestamps with an offset', () => {
  let database: TestDatabase;
  let service: RunningCommand;

  test.beforeAll(async () => {
    database = await createDatabase('postgres');
    // All but the second have another day, month or year in Vienna than in UTC.
    await database.run(`
      CREATE TABLE visit (visit_id INTEGER PRIMARY KEY, seen_at TIMESTAMPTZ, noted_at TIMESTAMP);
      INSERT INTO visit VALUES
        (1, '2023-12-31 23:30:00+00', '2023-12-31 23:30:00'),
        (2, '2024-01-15 12:00:00+00', '2024-01-15 12:00:00'),
        (3, '2024-06-30 22:30:00+00', '2024-06-30 22:30:00'),
        (4, '2024-12-31 23:00:00+00', '2024-12-31 23:00:00'),
        (5, NULL, NULL);
    `);
    service = await startService('--database', database.url);
  });
  test.afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    await database?.drop();
  });

  const groupBy = async (bench: Bench, field: string) => {
    await bench.rail.getByRole('button', { name: 'Group by…' }).click();
    await bench.pickField(field);
  };

  test('are on the day of the local clock in every form of a date', async ({ page }) => {
    const bench = new Bench(page, service.address);
    await bench.open('visit');
    await bench.columnMenu('Seen At', 'Name and format…');
    await page.getByLabel('Dates as').selectOption({ label: 'month and year' });
    await page.getByRole('button', { name: 'Apply' }).click();
    await bench.expectColumn('Seen At', [
      'January 2024',
      'January 2024',
      'July 2024',
      'January 2025',
      'null',
    ]);
  });

  test('are grouped by the months of the local clock, and lead to their rows', async ({ page }) => {
    const bench = new Bench(page, service.address);
    await bench.open('visit');
    await groupBy(bench, 'Seen At');
    const [months, count] = ['Seen At (month)', 'Count of Visit'];
    await bench.expectColumn(months, ['Jan 2024', 'Jul 2024', 'Jan 2025', 'null']);
    await bench.expectColumn(count, ['2', '1', '1', '1']);
    await bench.tab('Chart').click();
    await page.getByRole('button', { name: 'Data table' }).click();
    await expect(page.getByRole('table').getByRole('row')).toContainText([
      '',
      'Jan 2024',
      'Jul 2024',
      'Jan 2025',
      'no value',
    ]);
    await bench.tab('Table').click();
    await (await bench.column(count)).first().click({ button: 'right' });
    await bench.take('Show the rows behind this');
    await expect(bench.filters).toHaveText(['Seen At is in Jan 2024']);
    await bench.expectColumn('Visit ID', ['1', '2']);
    await bench.expectRows(2);
  });

  test('are filtered by the local year, and those without an offset by the year as written', async ({
    page,
  }) => {
    const bench = new Bench(page, service.address);
    const inYear = async (field: string) => {
      await bench.open('visit');
      await bench.rail.getByRole('button', { name: 'Add a filter' }).first().click();
      await bench.pickField(field);
      await bench.filterForm.getByLabel('Year').fill('2024');
      await bench.filterForm.getByRole('button', { name: 'Apply' }).click();
      await expect(bench.filters).toHaveText([`${field} is in 2024`]);
    };
    await inYear('Seen At');
    await bench.expectColumn('Visit ID', ['1', '2', '3']);
    await bench.expectRows(3);
    // The filter is shown as it was set.
    await bench.filters.click();
    await expect(bench.filterForm.getByLabel('Year')).toHaveValue('2024');
    await inYear('Noted At');
    await bench.expectColumn('Visit ID', ['2', '3', '4']);
    await bench.expectRows(3);
  });

  test('are compared with the local time', inLongRun, async ({ page }) => {
    const bench = new Bench(page, service.address);
    await bench.open('visit');
    await bench.addFilter({ field: 'Seen At', condition: 'is before', value: '2024-01-01T00:31' });
    await expect(bench.filters).toHaveText(['Seen At is before Jan 1, 2024, 12:31:00 AM']);
    await bench.expectColumn('Visit ID', ['1']);
    await bench.expectRows(1);
    await bench.filters.click();
    await expect(bench.filterForm.getByLabel('Value', { exact: true })).toHaveValue('2024-01-01T00:31');
  });
});

test('times of a file without an offset are imported in the zone of the user, or in another', async ({
  page,
}) => {
  await using database = await createDatabase('postgres');
  await database.run('CREATE TABLE visit (id INTEGER PRIMARY KEY, seen_at TIMESTAMPTZ, noted_at TIMESTAMP)');
  await using service = await startService('--edit', '--database', database.url);
  const zone = page.getByLabel('Times without an offset from UTC are of');
  const check = () => page.getByRole('button', { name: 'Check all rows' }).click();
  const importRow = () => page.getByRole('button', { name: 'Import 1 row' }).click();
  const choose = (row: string) =>
    page.getByLabel('Choose a file').setInputFiles({
      name: 'visits.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`id,seen at,noted at\n${row}`),
    });
  await page.goto(`${service.address}/#/import/visit`);
  await choose('1,2024-07-01 10:00,2024-07-01 10:00');
  await expect(zone).toHaveValue('Europe/Vienna');
  await page.getByLabel('seen at goes to').selectOption('');
  await expect(zone).toBeHidden();
  await page.getByLabel('seen at goes to').selectOption('seen_at');
  await check();
  await importRow();
  await page.getByRole('button', { name: 'Import another file' }).click();
  await choose('2,2024-07-01 10:00,2024-07-01 10:00');
  await zone.selectOption('America/New_York');
  await check();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(zone).toHaveValue('America/New_York');
  await check();
  await importRow();
  await expect(page.getByText('Imported into Visit')).toBeVisible();
  const text = (column: string) => `to_char(${column}, 'HH24:MI')`;
  expect(
    await database.rows(
      `SELECT ${text("seen_at AT TIME ZONE 'UTC'")}, ${text('noted_at')} FROM visit ORDER BY id`,
    ),
  ).toEqual([
    ['08:00', '10:00'],
    ['14:00', '10:00'],
  ]);
});
