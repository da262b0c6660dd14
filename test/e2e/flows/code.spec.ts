import type { Locator, Page } from '@playwright/test';
import type { Bench } from '../support/bench.ts';
import { compare, entityWith, openQuery, rowsOf } from '../support/queries.ts';
import { expect, inLongRun, test } from '../support/test.ts';

function sectionOf(page: Page, title: string): Locator {
  return page.locator('section', { has: page.getByRole('heading', { name: title, level: 2 }) }).last();
}

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

async function askForAlbums(bench: Bench): Promise<void> {
  await bench.open('Album');
  await bench.addFilter({ field: 'Release Date', condition: 'is on or after', value: '1990-01-01' });
  // Last, because those without a value are added in a group, to which a further filter would be added.
  await bench.addFilter({ field: 'Artist › Name', condition: 'does not contain', value: "o'c" });
  await bench.head('Title').click();
  await expect(bench.head('Title')).toHaveAttribute('aria-sort', 'ascending');
}

test('the displayed JSON gives the same rows when posted', inLongRun, async ({ page, bench, demo }) => {
  await askForAlbums(bench);
  // A column of references is sorted by the names that it shows.
  await bench.head('Artist').click();
  await expect(bench.head('Artist')).toHaveAttribute('aria-sort', 'ascending');
  await expect(bench.status).toHaveText(/\d rows?$/);
  const status = await bench.status.textContent();
  const shown = await (await bench.column('Title')).allInnerTexts();
  await bench.tab('Code').click();
  const section = sectionOf(page, 'JSON');
  await section.getByRole('button', { name: 'Copy' }).click();
  const body = await page.evaluate(() => navigator.clipboard.readText());
  expect(JSON.parse((await section.locator('pre').textContent()) ?? '')).toEqual(JSON.parse(body));

  const response = await fetch(`${demo.address}/api/database/uni-grid-request`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const answer: { cols: string[]; data: unknown[][]; size: { total: number } } = await response.json();
  const titles = answer.data.map((row) => row[answer.cols.indexOf('Title')]);
  expect(titles.slice(0, shown.length)).toEqual(shown);
  expect(status).toBe(answer.size.total === 1 ? '1 row' : `${answer.size.total} rows`);
});

test('the SQL can be pasted and run elsewhere', async ({ page, bench, demo }) => {
  // On SQLite text search uses a function of ours, which other programs do not have.
  const asked = rowsOf(
    entityWith('Track', 'TrackId', 'Name', 'Milliseconds', 'MediaTypeId'),
    compare('Name', 'NOT_EQ', "i'"),
    compare('Milliseconds', 'GT', '200000'),
    compare('MediaTypeId', 'IN', ['1', '2']),
  );
  await openQuery(bench, { ...asked, order: [{ alias: 'Milliseconds', asc: true }] });
  await expect(bench.filters).toHaveCount(3);
  await expect(bench.head('Milliseconds')).toHaveAttribute('aria-sort', 'ascending');
  const shown = (await (await bench.column('Track ID')).allInnerTexts()).map(Number);
  expect(shown.length).toBeGreaterThan(2);
  await bench.tab('Code').click();
  const section = sectionOf(page, 'SQL');
  await expect(section).toContainText('for reading and pasting');
  await section.getByRole('button', { name: 'Copy' }).click();
  const statement = await page.evaluate(() => navigator.clipboard.readText());
  const rows = await demo.rows(statement);
  expect(rows.slice(0, shown.length).map(([id]) => Number(id))).toEqual(shown);
});

test('the SQL as it is run has its values separately', inLongRun, async ({ page, bench }) => {
  await askForAlbums(bench);
  await bench.tab('Code').click();
  const section = sectionOf(page, 'SQL');
  await section.getByRole('radio', { name: 'As it is run' }).check();
  await expect(section.locator('pre')).toContainText(/select/i);
  await expect(section.locator('pre')).toContainText('"Album"');
  await expect(section.locator('pre')).not.toContainText("o'c");
  await expect(section).toContainText("o'c");
});

test('the curl command is quoted for a shell', inLongRun, async ({ page, bench, demo }) => {
  await askForAlbums(bench);
  await bench.tab('Code').click();
  const section = sectionOf(page, 'curl');
  await expect(section.locator('pre')).toContainText(`curl '${demo.address}/api/database/uni-grid-request'`);
  await expect(section.locator('pre')).toContainText(`o'\\''c`);
});

test('the query is described in words', inLongRun, async ({ page, bench }) => {
  await askForAlbums(bench);
  await bench.tab('Code').click();
  const section = sectionOf(page, 'In words');
  await expect(section).toContainText(
    "where Release Date is on or after Jan 1, 1990 and (Artist › Name does not contain “o'c” or Artist › Name has no value), sorted by Title.",
  );
});
