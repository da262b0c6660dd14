import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../support/folders.ts';
import { Bench } from './support/bench.ts';
import { entityWith, field, linkTo, rowsOf } from './support/queries.ts';
import { addressOf, expectNoOverflow, openRail, screens } from './support/screens.ts';
import { serveShop } from './support/shop.ts';
import { expect, inLongRun, test } from './support/test.ts';

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  forgiven: /status of (401|504)/,
});

test.describe('on a phone nothing overflows the screen', () => {
  for (const screen of screens.filter(({ wideOnly }) => !wideOnly)) {
    // The axe tests also cover each screen at this width, though without touch.
    test(screen.name, inLongRun, async ({ page, demo, guarded, keeper, policed, shop }) => {
      const services = { demo, guarded, keeper, policed, shop };
      await screen.show(new Bench(page, addressOf(screen, services)));
      await expectNoOverflow(page);
      // Floating elements do not widen the page, but can still be cut off.
      for (const panel of await page.locator('[role="dialog"], [role="menu"], dialog[open]').all()) {
        const box = await panel.boundingBox();
        expect(box?.x ?? 0).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
      }
    });
  }
});

test('rows are cards that open as records', async ({ page, bench }) => {
  await page.goto(`${bench.address}/#/entity/Genre`);
  const cards = bench.result.getByRole('list', { name: 'Result: Genre' }).getByRole('listitem');
  await expect(cards.first()).toContainText('Rock');
  await cards.first().getByRole('button', { name: 'Open this record' }).tap();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rock');
});

test('cards of groups name their group, however many measures there are', async ({ page, bench }) => {
  const total = {
    ...field('Total'),
    selected: false,
    summaries: ['sum', 'avg', 'min', 'max', 'count'] as const,
  };
  const count = { ...field('InvoiceId'), selected: false, summaries: ['count'] as const };
  const root = { ...entityWith('Invoice'), attributes: [field('BillingCountry'), total, count] };
  await page.goto(linkTo(bench, { ...rowsOf(root), grouped: true }));
  await bench.expectRows(29);
  await expect(bench.result.getByText('Argentina')).toBeVisible();
});

test('the rail is a sheet in which a filter can be set', async ({ page, bench, demo }) => {
  await page.goto(`${bench.address}/#/entity/Customer`);
  await expect(bench.status).toHaveText('620 rows');
  await openRail(bench);
  const sheet = page.getByRole('dialog', { name: 'Query' });
  await bench.addFilter({ field: 'Country', condition: 'is', value: 'Brazil' }, sheet);
  await sheet.getByRole('button', { name: 'Close' }).tap();
  await expect(sheet).toBeHidden();
  await bench.expectRows(await demo.number(`SELECT count(*) FROM "Customer" WHERE "Country" = 'Brazil'`));
});

test('an import shows all columns and bad rows without scrolling sideways, and can be completed', async ({
  page,
}) => {
  const folder = await temporaryFolder();
  await using shop = await serveShop(folder);
  const long = 'word'.repeat(40);
  const choose = async (...lines: readonly string[]) => {
    const file = join(folder, 'people.csv');
    await writeFile(file, ['the_name_of_somebody_as_it_was_told_to_us;credit', ...lines].join('\n'));
    await page.getByLabel('Choose a file').setInputFiles(file);
    await page.getByLabel('the_name_of_somebody_as_it_was_told_to_us goes to').selectOption('name');
    await fits();
    await page.getByRole('button', { name: 'Check all rows' }).tap();
  };
  /** Neither the page nor a table on it scrolls sideways. */
  const fits = async () => {
    await expectNoOverflow(page);
    const hidden = await page
      .getByRole('table')
      .evaluateAll((tables) =>
        tables.map(({ parentElement: of }) => (of?.scrollWidth ?? 0) - (of?.clientWidth ?? 0)),
      );
    expect(Math.max(0, ...hidden)).toBe(0);
  };
  await page.goto(`${shop.address}/#/import/customer`);
  await choose('Gil;9007199254740993', `Ida;${long}`);
  await expect(page.getByText('1 row is invalid')).toBeVisible();
  await fits();
  await page.getByRole('button', { name: 'Another file' }).tap();
  await choose('Gil;1');
  await page.getByRole('button', { name: 'Import 1 row' }).tap();
  await expect(page.getByText('Imported into Customer')).toBeVisible();
  expect(shop.rows('SELECT name FROM customer ORDER BY id DESC LIMIT 1')).toEqual([['Gil']]);
  await fits();
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect(page.getByText('Everything is as it was before.')).toBeVisible();
  await page.goto('about:blank');
});

test('all touch targets are large enough', async ({ page, bench }) => {
  await page.goto(`${bench.address}/#/entity/Genre`);
  await expect(bench.status).toHaveText('25 rows');
  await openRail(bench);
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('button, a[href], select, input, [role="treeitem"]')]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ element }) => element.checkVisibility() && getComputedStyle(element).clipPath === 'none')
      .filter(({ box }) => box.width > 1 && box.height > 1)
      .filter(({ box }) => box.width < 24 || box.height < 24)
      .map(({ element, box }) => `${element.outerHTML.slice(0, 120)} ${box.width}×${box.height}`),
  );
  expect(small).toEqual([]);
});

test.describe('a user who prefers reduced motion', () => {
  test.use({ reducedMotion: 'reduce', viewport: { width: 1280, height: 800 }, isMobile: false });
  test('sees no motion', inLongRun, async ({ page, bench }) => {
    await bench.open('Track');
    await bench.rail.getByRole('button', { name: 'Add a filter' }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Go to anything' })).toBeVisible();
    const moving = await page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .filter((element) => {
          const { transitionDuration, animationDuration, animationName } = getComputedStyle(element);
          const longest = (text: string) => Math.max(...text.split(',').map(Number.parseFloat));
          return (
            longest(transitionDuration) > 0.05 ||
            (animationName !== 'none' && longest(animationDuration) > 0.05)
          );
        })
        .map((element) => element.outerHTML.slice(0, 120)),
    );
    expect(moving).toEqual([]);
  });
});
