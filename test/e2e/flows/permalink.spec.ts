import { Bench } from '../support/bench.ts';
import { compare, entityWith, linkTo, rowsOf } from '../support/queries.ts';
import { expect, inLongRun, test } from '../support/test.ts';

async function askForJazz(bench: Bench): Promise<void> {
  await bench.open('Track');
  await bench.addFilter({ field: 'Genre › Name', condition: 'is', value: 'Jazz' });
  await bench.head('Name').click();
  await expect(bench.head('Name')).toHaveAttribute('aria-sort', 'ascending');
}

const jazz = `SELECT count(*) FROM "Track" t JOIN "Genre" g ON g."GenreId" = t."GenreId" WHERE g."Name" = 'Jazz'`;

test('a reload shows the same query', inLongRun, async ({ page, bench, demo }) => {
  await askForJazz(bench);
  await page.reload();
  await bench.expectRows(await demo.number(jazz));
  await expect(bench.filters).toHaveText(['Genre › Name is “Jazz”']);
  await expect(bench.head('Name')).toHaveAttribute('aria-sort', 'ascending');
});

test('a colleague who opens the copied link sees the same', async ({ page, bench, demo, browser }) => {
  await askForJazz(bench);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await bench.result.getByRole('button', { name: 'Copy the link to this query' }).click();
  await expect(page.getByText('Link copied. Anyone who opens it sees the same query.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const colleague = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 800 } });
  const theirs = new Bench(await colleague.newPage(), demo.address);
  await theirs.page.goto(link);
  await expect(theirs.sentence).toHaveText((await bench.sentence.textContent()) ?? '');
  await theirs.expectRows(await demo.number(jazz));
  await theirs.expectColumn('Name', (await (await bench.column('Name')).allInnerTexts()).slice(0, 5));
  await colleague.close();
});

test('Back and Forward step through the edits', inLongRun, async ({ page, bench, demo }) => {
  await askForJazz(bench);
  await bench.expectRows(await demo.number(jazz));
  await page.goBack();
  await expect(bench.head('Name')).toHaveAttribute('aria-sort', 'none');
  await expect(bench.filters).toHaveCount(1);
  await page.goBack();
  await expect(bench.filters).toHaveCount(0);
  await bench.expectRows(await demo.number('SELECT count(*) FROM "Track"'));
  await page.goForward();
  await page.goForward();
  await expect(bench.head('Name')).toHaveAttribute('aria-sort', 'ascending');
  await bench.expectRows(await demo.number(jazz));
});

test('the view is part of the address', inLongRun, async ({ page, bench }) => {
  await askForJazz(bench);
  await bench.tab('Code').click();
  await expect(page.getByRole('heading', { name: 'SQL' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'SQL' })).toBeVisible();
  await page.goBack();
  await expect(bench.grid).toBeVisible();
});

test(
  'a link works without its final punctuation, which many programs drop',
  inLongRun,
  async ({ page, bench, demo }) => {
    await askForJazz(bench);
    const link = page.url().replace(/[^\w]+$/, '');
    await page.goto('about:blank');
    await page.goto(link);
    await bench.expectRows(await demo.number(jazz));
    await expect(bench.filters).toHaveText(['Genre › Name is “Jazz”']);
    await expect(bench.head('Name')).toHaveAttribute('aria-sort', 'ascending');
  },
);

test('a truncated link is reported as incomplete', async ({ page, bench }) => {
  const whole = linkTo(
    bench,
    rowsOf(entityWith('Track', 'Name'), compare('Name', 'ICONTAINS', 'long enough')),
  );
  await page.goto(whole.slice(0, -20));
  await expect(page.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible();
});
