/** Questions about a schema with junction tables, each answered with a few clicks and compared with SQL. */
import { Bench } from './support/bench.ts';
import { Clicks } from './support/clicks.ts';
import { startService } from './support/demo.ts';
import { makeRentals } from './support/rentals.ts';
import { expect, test } from './support/test.ts';

test('films never rented per category, the top customers of a store, actors in most horror films', async ({
  page,
}) => {
  const rentals = await makeRentals();
  await using service = await startService('--database', rentals.url);
  const bench = new Bench(page, service.address);
  const clicks = await Clicks.on(page);
  const about = async (relation: string, entry: string) => {
    await bench.treeItem(new RegExp(`^${relation}( |$)`)).hover();
    await bench.rail.getByRole('button', { name: `More about ${relation}`, exact: true }).click();
    await bench.take(entry);
  };

  await test.step('films never rented, per category', async () => {
    clicks.begin();
    await bench.open('film');
    await bench.fold('Fields');
    await bench.addFilter({
      field: 'Inventory › Rental › Rental ID',
      quantity: 'every Film that has none',
      condition: 'has a value',
    });
    await bench.rail.getByRole('button', { name: 'Group by…' }).click();
    await bench.pickField('Film Category › Category › Name');
    await clicks.expectCount(11);
    const never = rentals.rows(
      `SELECT c.name, count(*) FROM film f JOIN film_category fc ON fc.film_id = f.film_id
       JOIN category c ON c.category_id = fc.category_id WHERE NOT EXISTS
       (SELECT 1 FROM inventory i JOIN rental r ON r.inventory_id = i.inventory_id WHERE i.film_id = f.film_id)
       GROUP BY c.name ORDER BY c.name`,
    );
    expect(never.length).toBeGreaterThan(1);
    await bench.expectColumn(
      'Film Category › Category › Name',
      never.map(([name]) => String(name)),
    );
    await bench.expectColumn(
      'Count of Film',
      never.map(([, count]) => String(count)),
    );
  });

  await test.step('the top five customers of store 2', async () => {
    clicks.begin();
    await bench.open('customer');
    await about('Payment', 'Sum of Amount');
    await bench.addFilter({ field: 'Store ID', condition: 'is', value: '2' });
    await bench.columnMenu('Sum of Payment › Amount', 'Only the top…');
    await page.getByRole('dialog').getByLabel('How many').fill('5');
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
    await clicks.expectCount(11);
    const best = rentals.rows(
      `SELECT c.customer_id, sum(p.amount) FROM customer c JOIN payment p ON p.customer_id = c.customer_id
       WHERE c.store_id = 2 GROUP BY c.customer_id ORDER BY 2 DESC, 1 LIMIT 5`,
    );
    await bench.expectRows(5);
    await bench.expectColumn(
      'Customer ID',
      best.map(([id]) => String(id)),
    );
    await bench.expectColumn(
      'Sum of Payment › Amount',
      best.map(([, sum]) => Number(sum).toFixed(2)),
    );
  });

  await test.step('the actors in most horror films', async () => {
    clicks.begin();
    await bench.open('actor');
    await bench.treeItem(/^Film Actor/).hover();
    await bench.rail.getByRole('button', { name: 'Count of Film Actor', exact: true }).click();
    await bench.addFilter({
      field: 'Film Actor › Film › Film Category › Category › Name',
      condition: 'is',
      value: 'Horror',
    });
    await expect(bench.filters).toHaveText([
      'Film Actor › Film › Film Category › Category › Name is “Horror” (only these count)',
    ]);
    await bench.columnMenu('Count of Film Actor', 'Sort descending');
    await clicks.expectCount(9);
    const most = rentals.rows(
      `SELECT a.actor_id, count(c.category_id) FROM actor a JOIN film_actor fa ON fa.actor_id = a.actor_id
       LEFT JOIN film_category fc ON fc.film_id = fa.film_id
       LEFT JOIN category c ON c.category_id = fc.category_id AND c.name = 'Horror'
       GROUP BY a.actor_id ORDER BY 2 DESC, 1`,
    );
    await bench.expectRows(most.length);
    await bench.expectColumn(
      'Count of Film Actor',
      most.slice(0, 8).map(([, count]) => String(count)),
    );
    await bench.expectColumn(
      'Actor ID',
      most.slice(0, 8).map(([id]) => String(id)),
    );
  });
});
