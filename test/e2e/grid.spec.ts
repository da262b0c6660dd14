import { expect, inLongRun, test } from './support/test.ts';

test.describe('the menu of a column, by mouse', () => {
  test.beforeEach(async ({ bench }) => {
    await bench.open('Album');
    await bench.head('Artist').click();
    await bench.head('Title').click({ modifiers: ['Shift'] });
    await expect(bench.sentence).toContainText('sorted by Artist then Title');
  });

  test('keeps the order of the rows, whatever is chosen', async ({ page, bench }) => {
    const before = page.url();
    for (const entry of ['Pin to the start', 'Wider', 'Move towards the end', 'Count']) {
      await bench.columnMenu('Release Date', entry);
      await expect(page).not.toHaveURL(before);
      await page.keyboard.press('Escape');
      await expect(bench.sentence).toContainText('sorted by Artist then Title');
      await expect(bench.head('Release Date')).toHaveAttribute('aria-sort', 'none');
      // The drag is a single undo step.
      await bench.result.getByRole('button', { name: 'Undo (Ctrl+Z)' }).click();
      await expect(page).toHaveURL(before);
    }
  });

  test('gives way to the menu of another column with one click', async ({ page, bench }) => {
    const before = page.url();
    await bench.head('Title').hover();
    await page.getByRole('button', { name: 'Menu for Title', exact: true }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await bench.head('Artist').hover();
    await page.getByRole('button', { name: 'Menu for Artist', exact: true }).click();
    await expect(page.getByRole('menu')).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Menu for Artist' })).toHaveAttribute(
      'aria-expanded',
      'true',
    );
    await expect(page).toHaveURL(before);
  });

  test('closes with a click outside, which does nothing else', inLongRun, async ({ page, bench }) => {
    const before = page.url();
    await bench.head('Title').hover();
    await page.getByRole('button', { name: 'Menu for Title', exact: true }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await bench.sentence.click();
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(page).toHaveURL(before);
  });
});

test(
  'a right click on a cell opens its menu, even after a click on a heading',
  inLongRun,
  async ({ bench }) => {
    await bench.open('Album');
    await bench.head('Title').click();
    await expect(bench.head('Title')).toHaveAttribute('aria-sort', 'ascending');
    const cell = (await bench.column('Album ID')).nth(2);
    // The sort indicator changes before the rows do.
    await expect(cell).not.toHaveText('3');
    const text = (await cell.textContent()) ?? '';
    await cell.click({ button: 'right' });
    await bench.take(`Only “${text}”`);
    await bench.expectRows(1);
    await bench.expectColumn('Album ID', [text]);
  },
);

test('hidden columns can be shown all at once', inLongRun, async ({ page, bench }) => {
  await bench.open('Album');
  const heads = await bench.heads.allInnerTexts();
  await bench.columnMenu('Album ID', 'Hide');
  await bench.columnMenu('Release Date', 'Hide');
  await bench.result.getByRole('button', { name: '2 hidden columns' }).click();
  await page.getByRole('menuitem', { name: 'Show all' }).click();
  await expect(bench.heads).toHaveText(heads);
});

test('the rows do not move when the window gets lower', async ({ page, bench }) => {
  await bench.open('Invoice');
  await bench.grid.evaluate((grid) => grid.scrollTo({ top: 6600 }));
  await expect(bench.grid.getByRole('row').filter({ hasText: /^201\b/ })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 700 });
  await expect.poll(() => bench.grid.evaluate((grid) => grid.clientHeight)).toBeLessThan(560);
  expect(await bench.grid.evaluate((grid) => grid.scrollTop)).toBe(6600);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('the table keeps its scroll position while the chart is shown', async ({ bench, demo }) => {
  await bench.open('Track');
  await bench.expectRows(await demo.number('SELECT count(*) FROM "Track"'));
  await bench.grid.evaluate((grid) => grid.scrollTo({ top: 40_000, left: 200 }));
  const row = () => bench.grid.getByRole('row').nth(20).getAttribute('aria-rowindex');
  await expect.poll(async () => Number(await row())).toBeGreaterThan(1000);
  const before = await row();
  await bench.tab('Chart').click();
  await expect(bench.grid).toHaveCount(0);
  await bench.tab('Table').click();
  await expect(bench.cells.first()).toBeVisible();
  await expect.poll(row).toBe(before);
  expect(await bench.grid.evaluate(({ scrollLeft }) => scrollLeft)).toBe(200);
  // Another query starts at its first row.
  await bench.head('Name').click();
  await expect.poll(async () => Number(await row())).toBeLessThan(100);
});
