import type { RunningCommand } from '../support/command.ts';
import { createDatabase, type TestDatabase } from '../support/servers.ts';
import { Bench } from './support/bench.ts';
import { startService } from './support/demo.ts';
import { expect, inLongRun, test } from './support/test.ts';

test.describe('cards', () => {
  let database: TestDatabase;
  let service: RunningCommand;

  test.beforeAll(async () => {
    database = await createDatabase('sqlite');
    const numbers = (n: number) =>
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${n})`;
    await database.run(`
      CREATE TABLE film (film_id INTEGER PRIMARY KEY, title TEXT NOT NULL, last_update DATETIME NOT NULL);
      CREATE TABLE actor (actor_id INTEGER PRIMARY KEY, last_update DATETIME NOT NULL);
      CREATE TABLE film_actor (
        film_id INTEGER NOT NULL REFERENCES film, actor_id INTEGER NOT NULL REFERENCES actor,
        last_update DATETIME NOT NULL, PRIMARY KEY (film_id, actor_id));
      CREATE TABLE visit (visit_id INTEGER PRIMARY KEY, arrived_at DATETIME NOT NULL, created_at DATETIME NOT NULL);
      CREATE TABLE payment (payment_id INTEGER PRIMARY KEY, film_id INTEGER REFERENCES film, amount DECIMAL(5,2));
      CREATE TABLE payment_p2007_01 (payment_id INTEGER PRIMARY KEY, film_id INTEGER REFERENCES film, amount DECIMAL(5,2));
      CREATE TABLE payment_p2007_02 (payment_id INTEGER PRIMARY KEY, film_id INTEGER REFERENCES film, amount DECIMAL(5,2));
      CREATE TABLE setting (setting_id INTEGER PRIMARY KEY, name TEXT);
      ${numbers(830)} INSERT INTO film SELECT i, 'Film ' || i, '2006-02-15 05:03:42' FROM n;
      INSERT INTO actor VALUES (1, '2006-02-15 05:03:42');
      INSERT INTO film_actor VALUES (1, 1, '2006-02-15 05:03:42');
      INSERT INTO visit VALUES (1, '2024-05-17 09:00:00', '2006-02-15 05:03:42');
      INSERT INTO setting VALUES (1, 'colour');
      ANALYZE;
      UPDATE sqlite_stat1 SET stat = '11100 1' WHERE tbl = 'film';
    `);
    service = await startService('--database', database.url);
  });
  test.afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    await database?.drop();
  });

  test('are described by their content, never by times of modification', inLongRun, async ({ page }) => {
    await page.goto(service.address);
    const card = (entity: string) => page.getByRole('link').and(page.getByTitle(entity, { exact: true }));
    await expect(card('film')).toContainText('Film 1 · Film 2 · Film 3');
    await expect(card('visit')).toContainText('2024-05-17');
    await expect(card('visit')).not.toContainText('2006');
    await expect(card('actor')).toContainText('1 row');
    await expect(card('actor')).not.toContainText('2006');
    await expect(card('film_actor')).toContainText('1 row');
    await expect(card('film_actor')).not.toContainText('2006');
  });

  test('count their rows if the estimate may be wrong', inLongRun, async ({ page }) => {
    await page.goto(service.address);
    await expect(page.getByTitle('film', { exact: true })).toContainText('830 rows');
    await expect(page.getByText(/about 11/)).toHaveCount(0);
  });

  test('of partitions are folded into their table, and found by name', async ({ page }) => {
    await page.goto(service.address);
    await expect(page.getByTitle('payment', { exact: true })).toContainText('and 2 parts of it');
    await expect(page.getByTitle(/^payment_p2007/)).toHaveCount(0);
    await page.getByRole('searchbox').fill('payment_p2007');
    await expect(page.getByTitle(/^payment_p2007/)).toHaveCount(2);
    const bench = new Bench(page, service.address);
    await bench.open('film');
    await expect(bench.treeItem(/^Payment/)).toHaveCount(1);
  });

  test('an estimate of one is worded in the singular', inLongRun, async ({ page }) => {
    const bench = new Bench(page, service.address);
    await bench.open('film');
    await bench.rail.getByRole('button', { name: 'Combine with an unrelated table' }).click();
    await expect(page.getByRole('option', { name: /^Setting/ })).toHaveText(/about 1 row$/);
  });
});

test('only the final query is remembered, not the steps that led to it', async ({ page, bench }) => {
  await page.clock.install();
  const rest = () => page.clock.fastForward(10_000);
  await bench.open('Album');
  await rest();
  await bench.head('Title').click();
  await expect(bench.head('Title')).toHaveAttribute('aria-sort', 'ascending');
  await rest();
  await bench.addFilter({ field: 'Title', condition: 'contains', value: 'the' });
  await expect(bench.filters).toHaveCount(1);
  await rest();
  await page.getByTitle('Home').click();
  const remembered = page.getByRole('region', { name: 'Continue where you left off' });
  await expect(remembered.getByRole('link')).toHaveCount(1);
  await expect(remembered.getByRole('link')).toContainText('where Title contains “the”, sorted by Title.');

  // Continuing from there starts another editing session; the earlier entry stays as it was.
  await remembered.getByRole('link').click();
  await bench.head('Title').click();
  await expect(bench.head('Title')).toHaveAttribute('aria-sort', 'descending');
  await rest();
  await page.getByTitle('Home').click();
  await expect(remembered.getByRole('link')).toHaveCount(2);
  await expect(remembered.getByRole('link').first()).toContainText('sorted by Title descending.');
});
