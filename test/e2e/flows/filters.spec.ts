import { compare, entityWith, openQuery, rowsOf } from '../support/queries.ts';
import { expect, inLongRun, test } from '../support/test.ts';

test('words are searched in all texts of a row, and in the names that it refers to', async ({
  page,
  bench,
  demo,
}) => {
  await bench.open('Invoice');
  await bench.rail.getByRole('searchbox', { name: 'Rows that contain…' }).fill('ute köhler');
  await page.keyboard.press('Enter');
  const searches = bench.rail.getByRole('listitem').filter({ hasText: 'any text contains' });
  await expect(searches).toHaveText(['any text contains “ute”', 'any text contains “köhler”']);
  await bench.expectRows(
    await demo.number(
      `SELECT count(*) FROM "Invoice" i JOIN "Customer" c ON c."CustomerId" = i."CustomerId"
       WHERE c."FirstName" = 'Ute' AND c."LastName" = 'Köhler'`,
    ),
  );
  await bench.rail.getByRole('button', { name: 'Remove', exact: true }).first().click();
  await expect(searches).toHaveText(['any text contains “köhler”']);
});

test.describe('a condition', () => {
  test('on text finds it anywhere, regardless of case', inLongRun, async ({ bench, demo }) => {
    await bench.open('Track');
    await bench.addFilter({ field: 'Name', condition: 'contains', value: 'REST' });
    await expect(bench.filters).toHaveText(['Name contains “REST”']);
    await bench.expectRows(
      await demo.number(`SELECT count(*) FROM "Track" WHERE lower("Name") LIKE '%rest%'`),
    );
  });

  test('suggests values of the database with their counts', inLongRun, async ({ page, bench, demo }) => {
    await bench.open('Customer');
    await bench.rail.getByRole('button', { name: 'Add a filter' }).click();
    await bench.pickField('Country');
    await bench.filterForm.getByLabel('Condition').selectOption({ label: 'is' });
    await bench.filterForm.getByRole('combobox', { name: 'Value' }).fill('swe');
    const customers = await demo.number(`SELECT count(*) FROM "Customer" WHERE "Country" = 'Sweden'`);
    const suggestion = page.getByRole('option', { name: /^Sweden/ });
    await expect(suggestion).toHaveText(`Sweden${customers}`);
    await suggestion.click();
    await bench.filterForm.getByRole('button', { name: 'Apply' }).click();
    await bench.expectRows(customers);
  });

  test('on a number compares it', inLongRun, async ({ bench, demo }) => {
    await bench.open('Track');
    await bench.addFilter({ field: 'Milliseconds', condition: 'is at least', value: '300000' });
    await bench.expectRows(await demo.number('SELECT count(*) FROM "Track" WHERE "Milliseconds" >= 300000'));
  });

  test('on a number refuses other texts, and its buttons do not move', inLongRun, async ({ bench }) => {
    await bench.open('Track');
    await bench.rail.getByRole('button', { name: 'Add a filter' }).click();
    await bench.pickField('Milliseconds');
    const apply = bench.filterForm.getByRole('button', { name: 'Apply' });
    await expect(bench.filterForm.getByRole('option').nth(11)).toBeAttached();
    const before = await bench.filterForm.boundingBox();
    await bench.filterForm.getByRole('combobox', { name: 'Value' }).fill('long');
    // A button that moves between press and release does not get a click.
    await expect(bench.filterForm.getByText('No value in the database contains this.')).toBeVisible();
    expect(await bench.filterForm.boundingBox()).toEqual(before);
    await apply.click();
    await expect(bench.filterForm.getByRole('alert')).toHaveText('This is not a number.');
  });

  test('on a reference accepts the name of the record, and shows whose key it is', async ({
    bench,
    demo,
  }) => {
    const [found] = await demo.rows(
      `SELECT "CustomerId", "FirstName", "LastName" FROM "Customer" c WHERE NOT EXISTS (SELECT 1 FROM "Customer" o
       WHERE o."FirstName" = c."FirstName" AND o."LastName" = c."LastName" AND o."CustomerId" <> c."CustomerId")
       AND EXISTS (SELECT 1 FROM "Customer" o WHERE o."LastName" = c."LastName" AND o."CustomerId" <> c."CustomerId")
       AND EXISTS (SELECT 1 FROM "Invoice" i WHERE i."CustomerId" = c."CustomerId")
       ORDER BY "CustomerId" DESC LIMIT 1`,
    );
    const [id = '', first = '', last = ''] = (found ?? []).map(String);
    await bench.open('Invoice');
    await bench.columnMenu('Customer', 'Filter by this…');
    const typed = bench.filterForm.getByRole('combobox', { name: 'Value' });
    const apply = bench.filterForm.getByRole('button', { name: 'Apply' });
    await typed.fill(last);
    await apply.click();
    await expect(bench.filterForm.getByRole('alert')).toHaveText(
      'Several records have this name. Choose one from the list.',
    );
    await typed.fill(`${first} ${last}`);
    await apply.click();
    await expect(bench.filters).toHaveText([`Customer ID is ${id}`]);
    await expect(bench.rail.getByText(`${first} ${last}`, { exact: true })).toBeVisible();
    await bench.expectRows(await demo.number(`SELECT count(*) FROM "Invoice" WHERE "CustomerId" = ${id}`));
    await bench.filters.click();
    await bench.filterForm.getByLabel('Condition').selectOption({ label: 'is one of' });
    const box = bench.filterForm.getByLabel('Type a value, then Enter');
    await box.fill(`${first} ${last}`);
    await box.press('Enter');
    await expect(bench.filterForm.getByRole('listitem')).toHaveText([id]);
    await apply.click();
    await expect(bench.filters).toHaveText([`Customer ID is one of ${id}`]);
  });

  test('accepts a range', inLongRun, async ({ bench, demo }) => {
    await bench.open('Invoice');
    await bench.addFilter({ field: 'Total', condition: 'is between', from: '5', to: '10' });
    await bench.expectRows(
      await demo.number('SELECT count(*) FROM "Invoice" WHERE "Total" BETWEEN 5 AND 10'),
    );
  });

  test('accepts a day', inLongRun, async ({ bench, demo }) => {
    await bench.open('Album');
    await bench.addFilter({ field: 'Release Date', condition: 'is on or after', value: '2020-01-01' });
    await bench.expectRows(
      await demo.number(`SELECT count(*) FROM "Album" WHERE "ReleaseDate" >= '2020-01-01'`),
    );
  });

  test('accepts a period relative to today', async ({ page, bench, demo }) => {
    await page.clock.setFixedTime('2025-06-15T12:00:00Z');
    await bench.open('Invoice');
    await bench.addFilter({
      field: 'Invoice Date',
      condition: 'is in the period',
      value: 'the last 30 days',
    });
    await expect(bench.filters).toHaveText(['Invoice Date is in the last 30 days']);
    await bench.expectRows(
      await demo.number(
        `SELECT count(*) FROM "Invoice" WHERE "InvoiceDate" >= '2025-05-17' AND "InvoiceDate" < '2025-06-16'`,
      ),
    );
    // The dates are shown before the filter is applied: the current month counts as one of the last twelve.
    await bench.filters.click();
    await expect(bench.filterForm).toContainText('Today that is May 17, 2025 – Jun 15, 2025.');
    await bench.filterForm.getByLabel('Value').selectOption({ label: 'the last 12 months' });
    await expect(bench.filterForm).toContainText('Today that is Jul 1, 2024 – Jun 30, 2025.');
    await bench.filterForm.getByLabel('Value').selectOption({ label: 'the previous quarter' });
    await expect(bench.filterForm).toContainText('Today that is Q1 2025.');
  });

  test('on a boolean offers yes and no', inLongRun, async ({ bench, demo }) => {
    await bench.open('Track');
    await bench.addFilter({ field: 'Explicit', condition: 'is', value: 'yes' });
    await expect(bench.filters).toHaveText(['Explicit is yes']);
    await bench.expectRows(await demo.number('SELECT count(*) FROM "Track" WHERE "Explicit"'));
  });

  test('finds missing values', inLongRun, async ({ bench, demo }) => {
    await bench.open('Track');
    await bench.addFilter({ field: 'Composer', condition: 'has no value' });
    await bench.expectRows(await demo.number('SELECT count(*) FROM "Track" WHERE "Composer" IS NULL'));
  });

  test('accepts several values, typed or ticked', inLongRun, async ({ bench, demo }) => {
    await bench.open('Customer');
    await bench.rail.getByRole('button', { name: 'Add a filter' }).click();
    await bench.pickField('Country');
    await bench.filterForm.getByLabel('Condition').selectOption({ label: 'is one of' });
    await bench.filterForm.getByRole('checkbox', { name: /^Germany/ }).check();
    await bench.fillFilter({ field: 'Country', values: ['Sweden'] });
    await expect(bench.filters).toHaveText(['Country is one of “Germany” or “Sweden”']);
    await bench.expectRows(
      await demo.number(`SELECT count(*) FROM "Customer" WHERE "Country" IN ('Germany', 'Sweden')`),
    );
  });

  test('that excludes a value includes rows without a value, unless these are excluded, too', async ({
    page,
    bench,
    demo,
  }) => {
    const but = (missing: string) =>
      demo.number(`SELECT count(*) FROM "Customer" WHERE "State" <> 'CA' ${missing}`);
    await bench.open('Customer');
    await bench.fold('Fields');
    await bench.addFilter({ field: 'State', condition: 'is not', value: 'CA' });
    await expect(bench.sentence).toContainText('State is not “CA” or State has no value');
    await bench.expectRows(await but('OR "State" IS NULL'));
    await page.keyboard.press('ControlOrMeta+z');
    await bench.expectRows(await demo.number('SELECT count(*) FROM "Customer"'));
    await bench.rail.getByRole('button', { name: 'Add a filter' }).click();
    await bench.pickField('State');
    await bench.filterForm.getByLabel('Condition').selectOption({ label: 'is not' });
    await bench.filterForm.getByLabel('Also those without a value').uncheck();
    await bench.fillFilter({ field: 'State', value: 'CA' });
    await expect(bench.filters).toHaveText(['State is not “CA”']);
    await bench.expectRows(await but(''));
  });

  test('accepts a range of days, including the last one', inLongRun, async ({ page, bench, demo }) => {
    await bench.open('Invoice');
    await bench.rail.getByRole('button', { name: 'Add a filter' }).click();
    await bench.pickField('Invoice Date');
    const form = bench.filterForm;
    await form.getByLabel('Value', { exact: true }).selectOption({ label: 'from day to day…' });
    await form.getByLabel('From', { exact: true }).fill('2024-03-01');
    await form.getByLabel('To', { exact: true }).fill('2024-03-15');
    await form.getByRole('button', { name: 'Apply' }).click();
    await expect(bench.filters).toHaveText(['Invoice Date is in Mar 1, 2024 – Mar 15, 2024']);
    await bench.expectRows(
      await demo.number(
        `SELECT count(*) FROM "Invoice" WHERE "InvoiceDate" >= '2024-03-01' AND "InvoiceDate" < '2024-03-16'`,
      ),
    );
    await page.reload();
    await bench.filters.first().click();
    await expect(form.getByLabel('To', { exact: true })).toHaveValue('2024-03-15');
  });

  test('compares a field with another one, even of a related record', inLongRun, async ({ bench, demo }) => {
    await bench.open('Invoice');
    await bench.addFilter({
      field: 'Billing City',
      condition: 'is not',
      otherField: 'Customer › City',
    });
    await expect(bench.filters).toHaveText(['Billing City is not Customer › City']);
    await bench.expectRows(
      await demo.number(
        `SELECT count(*) FROM "Invoice" i JOIN "Customer" c ON c."CustomerId" = i."CustomerId"
         WHERE i."BillingCity" <> c."City"`,
      ),
    );
  });

  test('can use a field of related records that is not shown', inLongRun, async ({ bench, demo }) => {
    await bench.open('Track');
    await bench.addFilter({ field: 'Album › Artist › Name', condition: 'starts with', value: 'The ' });
    await expect(bench.heads.filter({ hasText: 'Artist' })).toHaveCount(0);
    await bench.expectRows(
      await demo.number(
        `SELECT count(*) FROM "Track" t JOIN "Album" a ON a."AlbumId" = t."AlbumId"
         JOIN "Artist" r ON r."ArtistId" = a."ArtistId" WHERE lower(r."Name") LIKE 'the %'`,
      ),
    );
  });

  const withLongTracks = `EXISTS (SELECT 1 FROM "Track" t WHERE t."AlbumId" = a."AlbumId" AND t."Milliseconds" > 400000)`;

  test('can require at least one of many related records', inLongRun, async ({ bench, demo }) => {
    await bench.open('Album');
    await bench.addFilter({
      field: 'Track › Milliseconds',
      quantity: 'every Album that has at least one',
      condition: 'is greater than',
      value: '400000',
    });
    await expect(bench.filters).toHaveText([
      'there is at least one Track whose Milliseconds is greater than 400,000',
    ]);
    await bench.expectRows(await demo.number(`SELECT count(*) FROM "Album" a WHERE ${withLongTracks}`));
  });

  test('can require that no related record matches', inLongRun, async ({ bench, demo }) => {
    await bench.open('Album');
    await bench.addFilter({
      field: 'Track › Milliseconds',
      quantity: 'every Album that has none',
      condition: 'is greater than',
      value: '400000',
    });
    await bench.expectRows(await demo.number(`SELECT count(*) FROM "Album" a WHERE NOT ${withLongTracks}`));
  });
});

test.describe('several conditions', () => {
  test.beforeEach(async ({ bench }) => {
    const rules = [compare('Country', 'EQ', 'Brazil'), compare('Newsletter', 'EQ', true)];
    await openQuery(bench, rowsOf(entityWith('Customer', 'LastName', 'Country', 'Newsletter'), ...rules));
    await bench.fold('Fields');
  });

  test('must all hold', inLongRun, async ({ bench, demo }) => {
    await bench.expectRows(
      await demo.number(`SELECT count(*) FROM "Customer" WHERE "Country" = 'Brazil' AND "Newsletter"`),
    );
    await expect(bench.sentence).toHaveText(/where Country is “Brazil” and Newsletter is yes\.$/);
  });

  test('can be combined so that any of them suffices', inLongRun, async ({ bench, demo }) => {
    await bench.rail.getByLabel('Rows must match').selectOption({ label: 'any of' });
    await bench.expectRows(
      await demo.number(`SELECT count(*) FROM "Customer" WHERE "Country" = 'Brazil' OR "Newsletter"`),
    );
    await expect(bench.sentence).toHaveText(/where Country is “Brazil” or Newsletter is yes\.$/);
  });

  test('can be combined so that none of them may hold', inLongRun, async ({ bench, demo }) => {
    await bench.rail.getByLabel('Rows must match').selectOption({ label: 'none of' });
    await bench.expectRows(
      await demo.number(
        `SELECT count(*) FROM "Customer" WHERE "Country" <> 'Brazil' AND "Newsletter" IS NOT TRUE`,
      ),
    );
    await expect(bench.sentence).toHaveText(/where none of \(Country is “Brazil” or Newsletter is yes\)\.$/);
  });

  test('can be nested in groups', inLongRun, async ({ page, bench, demo }) => {
    await bench.rail.getByRole('button', { name: 'What to do with this filter' }).first().click();
    await bench.take('Put into an “any of” group');
    await bench.rail.getByRole('button', { name: 'Add to this group' }).click();
    await bench.pickField('Country');
    await bench.fillFilter({ field: 'Country', condition: 'is', value: 'Portugal' });
    await bench.expectRows(
      await demo.number(
        `SELECT count(*) FROM "Customer" WHERE "Country" IN ('Brazil', 'Portugal') AND "Newsletter"`,
      ),
    );
    await expect(bench.sentence).toHaveText(
      /where \(Country is “Brazil” or Country is “Portugal”\) and Newsletter is yes\.$/,
    );
    await expect(page.getByLabel('Rows must match')).toHaveCount(2);
  });

  test('show on demand how many rows each of them removes', inLongRun, async ({ bench, demo }) => {
    await bench.rail.getByRole('button', { name: 'What to do with this filter' }).last().click();
    await bench.take('How many rows does it remove?');
    const removed = await demo.number(
      `SELECT count(*) FROM "Customer" WHERE "Country" = 'Brazil' AND ("Newsletter" IS NULL OR NOT "Newsletter")`,
    );
    await expect(bench.rail.getByText(`removes ${removed} rows`)).toBeVisible();
  });

  test('can be changed and removed one by one', inLongRun, async ({ bench, demo }) => {
    await bench.filters.first().click();
    await bench.fillFilter({ field: 'Country', condition: 'is', value: 'Germany' });
    await bench.expectRows(
      await demo.number(`SELECT count(*) FROM "Customer" WHERE "Country" = 'Germany' AND "Newsletter"`),
    );
    await bench.rail.getByRole('button', { name: 'Remove', exact: true }).last().click();
    await expect(bench.filters).toHaveCount(1);
    await bench.expectRows(await demo.number(`SELECT count(*) FROM "Customer" WHERE "Country" = 'Germany'`));
  });
});

test(
  'two filters on related records apply to the same record, or explicitly to another one',
  inLongRun,
  async ({ page, bench, demo }) => {
    const dated = `i."InvoiceDate" >= '2024-01-01' AND i."InvoiceDate" < '2025-01-01'`;
    const has = (condition: string) =>
      `EXISTS (SELECT 1 FROM "Invoice" i WHERE i."CustomerId" = c."CustomerId" AND ${condition})`;
    const count = (where: string) => demo.number(`SELECT count(*) FROM "Customer" c WHERE ${where}`);
    const one = await count(has(`${dated} AND i."Total" > 10`));
    const two = await count(`${has(dated)} AND ${has('i."Total" > 10')}`);
    expect(one).toBeLessThan(two);

    await bench.open('Customer');
    await bench.rail.getByRole('button', { name: 'Add a filter' }).click();
    await bench.pickField('Invoice › Invoice Date');
    await bench.filterForm.getByLabel('Year').fill('2024');
    await bench.filterForm.getByRole('button', { name: 'Apply' }).click();
    await bench.addFilter({ field: 'Invoice › Total', condition: 'is greater than', value: '10' });
    await bench.expectRows(one);
    await expect(bench.sentence).toContainText(
      'where there is at least one Invoice whose Invoice Date is in 2024 and whose Total is greater than 10.',
    );

    await bench.rail.getByRole('button', { name: 'Total is greater than 10' }).click();
    await bench.filterForm
      .getByLabel('of Invoice › Total')
      .selectOption({ label: 'every Customer that has one, the same or another Invoice' });
    await bench.filterForm.getByRole('button', { name: 'Apply' }).click();
    await bench.expectRows(two);
    await expect(bench.sentence).toContainText(
      'there is at least one Invoice (the same or another one) whose Total',
    );

    await page.goBack();
    await bench.expectRows(one);
    await bench.rail.getByRole('button', { name: 'Remove', exact: true }).first().click();
    await bench.expectRows(await count(has('i."Total" > 10')));
  },
);
