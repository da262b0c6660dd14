import { Bench } from './support/bench.ts';
import { entityWith, field, linkTo, rowsOf } from './support/queries.ts';
import { addressOf, expectNothingSticksOut, openRail, screens } from './support/screens.ts';
import { expect, inLongRun, test } from './support/test.ts';

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  forgiven: /status of (401|504)/,
});

test.describe('on a phone nothing sticks out of', () => {
  for (const screen of screens.filter(({ wideOnly }) => !wideOnly)) {
    // At this width, though not by touch, the tests of axe look at each of them as well.
    test(screen.name, inLongRun, async ({ page, demo, guarded, keeper, policed, shop }) => {
      const services = { demo, guarded, keeper, policed, shop };
      await screen.show(new Bench(page, addressOf(screen, services)));
      await expectNothingSticksOut(page);
      // What floats does not make the page wider, and is cut off all the same.
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

test('cards of groups say which group they are of, however much is measured', async ({ page, bench }) => {
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

test('the rail is a sheet in which a filter is set', async ({ page, bench, demo }) => {
  await page.goto(`${bench.address}/#/entity/Customer`);
  await expect(bench.status).toHaveText('620 rows');
  await openRail(bench);
  const sheet = page.getByRole('dialog', { name: 'Query' });
  await bench.addFilter({ field: 'Country', condition: 'is', value: 'Brazil' }, sheet);
  await sheet.getByRole('button', { name: 'Close' }).tap();
  await expect(sheet).toBeHidden();
  await bench.expectRows(await demo.number(`SELECT count(*) FROM "Customer" WHERE "Country" = 'Brazil'`));
});

test('everything to tap is large enough for a finger', async ({ page, bench }) => {
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

test.describe('who wants no motion', () => {
  test.use({ reducedMotion: 'reduce', viewport: { width: 1280, height: 800 }, isMobile: false });
  test('sees none', inLongRun, async ({ page, bench }) => {
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
