import { expect, test } from '@playwright/test';
import type { RunningCommand } from '../support/command.ts';
import { createDatabase, type TestDatabase } from '../support/servers.ts';
import { Bench } from './support/bench.ts';
import { startService } from './support/demo.ts';
import { inLongRun } from './support/test.ts';

// The schema is created only once.
test.describe.configure({ mode: 'default' });

const ENTITIES = 2000;
const COLUMNS = 300;

let database: TestDatabase;
let service: RunningCommand;
let bench: Bench;

test.beforeAll(async () => {
  database = await createDatabase('sqlite');
  const columns = Array.from({ length: COLUMNS - 1 }, (_, i) => `measure_${i + 1} REAL`);
  const tables = Array.from({ length: ENTITIES - 1 }, (_, i) => {
    // A tree of tables with ten children each; every hundredth also references the wide one.
    const parent = i === 0 ? '' : `, parent_id INTEGER REFERENCES part_${Math.floor((i - 1) / 10)} (id)`;
    const wide = i % 100 === 0 ? ', wide_id INTEGER REFERENCES wide (id)' : '';
    return `CREATE TABLE part_${i} (id INTEGER PRIMARY KEY, name TEXT${parent}${wide})`;
  });
  const rows = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)';
  await database.run(`BEGIN;
    CREATE TABLE wide (id INTEGER PRIMARY KEY, ${columns.join(', ')});
    ${tables.join(';\n')};
    ${rows} INSERT INTO wide (id, measure_1, measure_299) SELECT i, i * 0.5, i * 2 FROM n;
    ${rows} INSERT INTO part_0 (id, name, wide_id) SELECT i, 'part ' || i, i FROM n;
    COMMIT;`);
  service = await startService('--database', database.url);
});
test.afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await database?.drop();
});
test.beforeEach(({ page }) => {
  bench = new Bench(page, service.address);
});

test('the home page finds one of two thousand entities, by its name and by a field', async ({ page }) => {
  await page.goto(service.address);
  await expect(page.locator('#entities')).toContainText('2,000');
  const search = page.getByRole('searchbox', { name: 'Search entities, fields, records' });
  await search.pressSequentially('part 1234');
  await expect(page.getByRole('link', { name: /^Part 1234/ })).toBeVisible();
  await expect(page.locator('#entities')).toContainText('1 of 2,000');
  await search.fill('measure 222');
  await expect(page.getByRole('link', { name: /^Wide/ })).toContainText('with Measure 222');
});

test('the palette finds one of two thousand entities, too', inLongRun, async ({ page }) => {
  await page.goto(service.address);
  await expect(page.locator('#entities')).toContainText('2,000');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Entities, records, queries, commands' }).fill('part 1999');
  await expect(page.getByText('No matches')).toBeVisible();
  await page.getByRole('combobox', { name: 'Entities, records, queries, commands' }).fill('part 1998');
  await page.keyboard.press('Enter');
  await expect(bench.sentence).toHaveText(/^Part 1998/);
});

test('the grid draws only the columns in view, and reaches the last one', inLongRun, async ({ page }) => {
  await bench.open('wide');
  await bench.rail.getByRole('button', { name: 'All', exact: true }).click();
  await expect(bench.rail.getByRole('button', { name: /^2 Fields / })).toContainText('300 fields');
  await bench.expectRows(500);
  expect(await bench.heads.count()).toBeLessThan(30);
  await bench.grid.focus();
  await page.keyboard.press('End');
  await expect(bench.head('Measure 299')).toBeInViewport();
  await expect((await bench.column('Measure 299')).first()).toHaveText('2.0');
  expect(await bench.heads.count()).toBeLessThan(30);
});

test(
  'the tree of three hundred fields draws only those in view, and finds fields by typing',
  inLongRun,
  async () => {
    await bench.open('wide');
    // Opening such a table initially shows only some of its fields.
    await expect(bench.rail.getByRole('button', { name: /^2 Fields / })).toContainText('24 fields');
    expect(await bench.tree.getByRole('treeitem').count()).toBeLessThan(60);
    await bench.chooseByTyping('measure 287', 'Measure 287');
    await expect(bench.head('Measure 287')).toBeInViewport();
  },
);

test('the record of three hundred fields shows them all', inLongRun, async ({ page }) => {
  await page.goto(`${service.address}/#/record/wide/7`);
  await expect(page.getByRole('region', { name: 'Fields' }).getByRole('term')).toHaveCount(COLUMNS);
  await expect(page.getByRole('region', { name: 'Referenced by' }).locator('section > header')).toHaveCount(
    20,
  );
});

test('the map shows a neighbourhood of the two thousand', inLongRun, async ({ page }) => {
  await bench.open('part_0');
  await bench.tab('Map').click();
  await expect(page.getByText('Around Part 0')).toBeVisible();
  const nodes = page.locator('.react-flow__node');
  await expect(nodes.first()).toBeVisible();
  expect(await nodes.count()).toBeLessThan(60);
  await page.getByRole('searchbox', { name: 'Find an entity on the map' }).fill('part 55');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'Details of Part 55' })).toBeVisible();
});

test('a second entity is found among two thousand, and joined', inLongRun, async ({ page }) => {
  await bench.open('part_0');
  await bench.rail.getByRole('button', { name: 'Combine with an unrelated table' }).click();
  await page.getByRole('combobox', { name: 'Search entities' }).fill('wide');
  await page.getByRole('option', { name: /^Wide/ }).click();
  await expect(bench.head('Wide › ID')).toBeVisible();
  await bench.expectRows(500);
});
