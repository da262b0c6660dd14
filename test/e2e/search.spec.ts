/** Records and questions found by a few words, compared with SQL. */
import { expect, inLongRun, test } from './support/test.ts';

test('a person is found by name, and by the number of their record', async ({ page, demo }) => {
  const [someone] = await demo.rows(
    `SELECT "CustomerId", "FirstName", "LastName" FROM "Customer" c WHERE NOT EXISTS (SELECT 1 FROM "Customer" o
     WHERE o."FirstName" = c."FirstName" AND o."LastName" = c."LastName" AND o."CustomerId" <> c."CustomerId")
     ORDER BY "CustomerId" LIMIT 1`,
  );
  const [id, first, last] = (someone ?? []).map(String);
  await page.goto(`${demo.address}/#/`);
  const box = page.getByRole('searchbox', { name: 'Search entities, fields, records' });
  await box.fill(`${first} ${last}`);
  await expect(page.getByRole('link', { name: `${first} ${last} Customer ${id}` })).toBeVisible();
  await box.fill(`customer ${id}`);
  await page.getByRole('link', { name: `${first} ${last} Customer ${id}` }).click();
  await expect(page).toHaveURL(new RegExp(`#/record/Customer/${id}$`));

  const palette = page.getByRole('combobox');
  await page.keyboard.press('Control+k');
  await palette.fill(`customer ${first}`);
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await page.keyboard.press('Control+k');
  await palette.fill(`${first} ${last}`);
  await page.getByRole('option', { name: new RegExp(`^${first} ${last}`) }).click();
  await expect(page).toHaveURL(new RegExp(`#/record/Customer/${id}$`));
});

test('a question is answered by a query that says how the words were understood', async ({
  page,
  bench,
  demo,
}) => {
  await page.goto(`${demo.address}/#/`);
  await page
    .getByRole('searchbox', { name: 'Search entities, fields, records' })
    .fill('invoices Germany 2024');
  const answer = page.getByRole('link', { name: /^Understood as: Invoice/ });
  await expect(answer).toContainText('Billing Country is (any case) “Germany” and Invoice Date is in 2024');
  await expect(page.getByText('Nothing matches')).toHaveCount(0);
  await answer.click();
  await bench.expectRows(
    await demo.number(
      `SELECT count(*) FROM "Invoice" i
       WHERE i."InvoiceDate" >= '2024-01-01' AND i."InvoiceDate" < '2025-01-01'
       AND i."BillingCountry" = 'Germany'`,
    ),
  );
});

test('Enter opens the answer, or only focuses it if some words were ignored', async ({
  page,
  bench,
  demo,
}) => {
  await page.goto(`${demo.address}/#/`);
  const box = page.getByRole('searchbox', { name: 'Search entities, fields, records' });
  await box.fill('invoices Germany wombat');
  await box.press('Enter');
  await expect(page.getByRole('link', { name: /^Understood as: Invoice/ })).toBeFocused();
  await expect(page.getByText('Not understood and ignored: “wombat”.')).toBeVisible();
  await box.fill('playlist');
  await box.press('Enter');
  await expect(page).toHaveURL(/'Playlist'/);
  await bench.expectRows(await demo.number('SELECT count(*) FROM "Playlist"'));
  await page.goBack();
  await box.fill('invoices per country in 2024');
  await box.press('Enter');
  await bench.expectRows(
    await demo.number(
      `SELECT count(DISTINCT "BillingCountry") FROM "Invoice" WHERE "InvoiceDate" >= '2024-01-01' AND "InvoiceDate" < '2025-01-01'`,
    ),
  );
});

test(
  'excluded values are left out, and records without such a value are kept',
  inLongRun,
  async ({ page, bench, demo }) => {
    await page.goto(`${demo.address}/#/`);
    await page.getByRole('searchbox').first().fill('customers not in CA');
    await page
      .getByRole('link', {
        name: /^Understood as: Customer .* where none of \(State is \(any case\) “CA”\)/,
      })
      .click();
    await bench.expectRows(
      await demo.number(`SELECT count(*) FROM "Customer" WHERE coalesce("State", '') <> 'CA'`),
    );
  },
);

test('a date belongs to the field that the question names', inLongRun, async ({ page, bench, demo }) => {
  await page.goto(`${demo.address}/#/`);
  await page.getByRole('searchbox').first().fill('employees hired before 2020');
  await page.getByRole('link', { name: /^Understood as: Employee .* where Hire Date is before/ }).click();
  await bench.expectRows(
    await demo.number(`SELECT count(*) FROM "Employee" WHERE "HireDate" < '2020-01-01'`),
  );
});

test('the top of a period can be asked for on the home page, and ignored words are listed', async ({
  page,
  bench,
  demo,
}) => {
  await page.goto(`${demo.address}/#/`);
  const box = page.getByRole('searchbox', { name: 'Search entities, fields, records' });
  await box.fill('top 3 customers by loyalty Germany 2024');
  const answers = page.getByRole('region', { name: 'Answers' });
  await expect(answers).toContainText('Not understood and ignored: “top 3” and “loyalty”.');
  const answer = answers.getByRole('link', { name: /^Understood as: Customer/ });
  await expect(answer).toContainText('in 2024');
  await expect(answer).not.toContainText('the top');
  await box.fill('top 3 customers Germany 2024');
  await expect(answer).toContainText('the top 3 by Sum of Invoice › Total');
  await expect(answers.getByRole('link', { name: /^Or as: Customer/ }).first()).toContainText(
    'by Count of Invoice',
  );
  await answer.click();
  const best = await demo.rows(
    `SELECT c."CustomerId", sum(i."Total") FROM "Customer" c JOIN "Invoice" i ON i."CustomerId" = c."CustomerId"
     WHERE i."InvoiceDate" >= '2024-01-01' AND i."InvoiceDate" < '2025-01-01' AND c."Country" = 'Germany'
     GROUP BY c."CustomerId" ORDER BY 2 DESC, 1 LIMIT 3`,
  );
  await bench.expectColumn(
    'Customer ID',
    best.map(([id]) => String(id)),
  );
  await bench.expectColumn(
    'Sum of Invoice › Total',
    best.map(([, sum]) => Number(sum).toFixed(2)),
  );
  await bench.expectRows(3);
});
