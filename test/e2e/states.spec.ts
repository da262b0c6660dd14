import { Bench } from './support/bench.ts';
import { compare, entityWith, linkTo, rowsOf } from './support/queries.ts';
import { expect, inLongRun, test } from './support/test.ts';

test('an empty result names the filter that removed the rows, and removes it with one click', async ({
  page,
  bench,
  demo,
}) => {
  const rules = [compare('Country', 'EQ', 'Brazil'), compare('LastName', 'EQ', 'Nobody')];
  await page.goto(linkTo(bench, rowsOf(entityWith('Customer', 'LastName', 'Country'), ...rules)));
  await expect(page.getByRole('heading', { name: 'No row matches all filters' })).toBeVisible();
  const brazil = await demo.number(`SELECT count(*) FROM "Customer" WHERE "Country" = 'Brazil'`);
  const culprit = bench.result.getByRole('listitem').filter({ hasText: 'Last Name is “Nobody”' });
  await expect(culprit).toContainText(`${brazil} rows without it`);
  await expect(bench.result.getByRole('listitem').filter({ hasText: 'Country is' })).toContainText(
    '0 rows without it',
  );
  await culprit.getByRole('button', { name: 'Remove' }).click();
  await bench.expectRows(brazil);
});

test('a table without rows says so', inLongRun, async ({ page, bench }) => {
  await page.route('**/uni-grid-request', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ json: { ...answer, data: [], size: { offset: 0, total: 0, frame: 0 } } });
  });
  await page.goto(`${bench.address}/#/entity/Genre`);
  await expect(page.getByRole('heading', { name: 'There are no rows' })).toBeVisible();
});

test.describe('a refused query', () => {
  test.use({ forgiven: /status of 400/ });
  test(
    'is explained in a plain sentence, with the wrong filter outlined',
    inLongRun,
    async ({ page, bench }) => {
      await bench.open('Album');
      // The page validates input; a link made by hand or by an older version bypasses that.
      await bench.addFilter({ field: 'Release Date', condition: 'is on or after', value: '2020-01-01' });
      await expect(bench.filters).toHaveCount(1);
      await page.goto(page.url().replace('2020-01-01', 'someday'));
      await page.reload();
      await expect(bench.result.getByRole('alert')).toBeVisible();
      await expect(bench.rail.locator('[class*="refused"]')).toHaveCount(1);
    },
  );
});

test.describe('a failing service', () => {
  test.use({ forgiven: /status of 50\d|ERR_INTERNET_DISCONNECTED|ERR_FAILED/ });

  test('is reported with a way to try again, which works once the service is back', async ({
    page,
    bench,
  }) => {
    let broken = true;
    await page.route('**/uni-grid-request', (route) =>
      broken
        ? route.fulfill({
            status: 504,
            contentType: 'application/problem+json',
            body: JSON.stringify({
              type: 'urn:joinery:problem:statement-timeout',
              title: 'The database took too long',
              status: 504,
              detail: 'It did not answer within 60 s.',
            }),
          })
        : route.continue(),
    );
    await page.goto(`${bench.address}/#/entity/Genre`);
    await expect(bench.result.getByRole('alert')).toContainText('The database took too long');
    broken = false;
    await bench.result.getByRole('button', { name: 'Try again' }).click();
    await bench.expectRows(25);
  });

  test(
    'that is offline leaves the last rows on the screen, which are updated by themselves later',
    inLongRun,
    async ({ page, bench }) => {
      await bench.open('Genre');
      await bench.expectRows(25);
      await page.context().setOffline(true);
      await bench.head('Name').click();
      await expect(page.getByText(/The service is not responding|You are offline/).first()).toBeVisible();
      await expect(bench.grid.getByRole('gridcell', { name: 'Rock', exact: true })).toBeVisible();
      await page.context().setOffline(false);
      await expect(bench.grid).toHaveAttribute('aria-busy', 'false');
      await expect((await bench.column('Name')).first()).toHaveText('Alternative & Punk');
    },
  );
});

test.describe('a service that has stopped', () => {
  test.use({ forgiven: /ERR_CONNECTION_|ERR_EMPTY_RESPONSE|status of 503|MissingCodeError/ });

  test('is found again automatically', async ({ page, demo }) => {
    const first = await demo.serve();
    const { port } = new URL(first.address);
    const bench = new Bench(page, first.address);
    await bench.open('Genre');
    await bench.expectRows(25);
    await first[Symbol.asyncDispose]();
    await bench.head('Name').click();
    await expect(bench.result.getByRole('alert')).toContainText('The service is not responding');
    await using _second = await demo.serve('--port', port);
    await expect(bench.result.getByRole('alert')).toHaveCount(0, { timeout: 30_000 });
    await bench.expectRows(25);
    const names = await demo.rows('SELECT "Name" FROM "Genre" ORDER BY "Name" LIMIT 5');
    await bench.expectColumn('Name', names.flat().map(String));
  });

  test('is found again even if nothing was shown yet', inLongRun, async ({ page, demo }) => {
    const first = await demo.serve();
    const { port } = new URL(first.address);
    await page.goto(first.address);
    await expect(page.getByRole('link', { name: /^Genre/ })).toBeVisible();
    await first[Symbol.asyncDispose]();
    const bench = new Bench(page, first.address);
    await page.getByRole('link', { name: /^Genre/ }).click();
    await expect(page.getByRole('alert').first()).toContainText('The service is not responding');
    await using _second = await demo.serve('--port', port);
    await bench.expectRows(25);
  });
});

test.describe('a room that fails to load', () => {
  test.use({ forgiven: /ChartTab|ERR_FAILED|dynamically imported module/ });
  test('says so, leaves the others intact, and recovers by itself', async ({ page, bench }) => {
    await page.route('**/ChartTab-*.js', (route) => route.abort());
    await bench.open('Genre');
    await bench.tab('Chart').click();
    await expect(page.getByRole('alert')).toContainText('This part of the page could not be loaded');
    await expect(bench.rail.getByRole('button', { name: 'Add a filter' })).toBeVisible();
    await expect(bench.sentence).toBeVisible();
    await page.goBack();
    await bench.expectRows(25);
    await bench.tab('Chart').click();
    await expect(page.getByRole('alert')).toContainText('This part of the page could not be loaded');
    await page.unroute('**/ChartTab-*.js');
    await expect(page.getByRole('heading', { name: 'Nothing to draw yet' })).toBeVisible();
  });
});

test.describe('a slow answer', () => {
  test(
    'that is cancelled, with no query to go back to, can be requested again',
    inLongRun,
    async ({ page, bench }) => {
      let isHeld = true;
      await page.route('**/uni-grid-request', async (route) => {
        if (!isHeld) await route.continue();
      });
      await page.goto(`${bench.address}/#/entity/Genre`);
      await page.getByRole('button', { name: 'Cancel', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'You stopped this query' })).toBeVisible();
      isHeld = false;
      await page.getByRole('button', { name: 'Try again' }).click();
      await bench.expectRows(25);
    },
  );

  test('keeps the old rows, shows the time after three seconds, and can be cancelled', async ({
    page,
    bench,
  }) => {
    await bench.open('Genre');
    await bench.expectRows(25);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/uni-grid-request', async (route) => {
      await held;
      await route.continue().catch(() => {});
    });
    await bench.head('Name').click();
    await expect(bench.grid).toHaveAttribute('aria-busy', 'true');
    await expect(bench.grid.getByRole('gridcell', { name: 'Rock', exact: true })).toBeVisible();
    await expect(page.getByText(/^Still working: \d+ s$/)).toBeVisible();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(bench.head('Name')).toHaveAttribute('aria-sort', 'none');
    await bench.expectRows(25);
    release();
  });
});
