import type { Locator } from '@playwright/test';
import { openRail } from './support/screens.ts';
import { expect, inLongRun, test } from './support/test.ts';

test.describe('the tree of fields', () => {
  test('lists relations first', inLongRun, async ({ bench }) => {
    await bench.open('Track');
    const items = bench.tree.getByRole('treeitem');
    const expandable = await items.evaluateAll((all) =>
      all.map((item) => item.hasAttribute('aria-expanded')),
    );
    const relations = expandable.filter(Boolean).length;
    expect(relations).toBeGreaterThan(3);
    expect(expandable.slice(0, relations).every(Boolean)).toBe(true);
    await expect(items.nth(relations)).toHaveText('Track ID');
  });

  test('ticks the counted field, and no other', async ({ bench, demo }) => {
    await bench.open('Track');
    await bench.chooseInTree('Invoice Line many', 'Track ID');
    await bench.take('Count of Invoice Line');
    const sales = await demo.rows(
      `SELECT count(l."TrackId") FROM "Track" t LEFT JOIN "InvoiceLine" l ON l."TrackId" = t."TrackId"
       GROUP BY t."TrackId" ORDER BY t."TrackId" LIMIT 8`,
    );
    await bench.expectColumn(
      'Count of Invoice Line',
      sales.map(([n]) => String(n)),
    );
    await expect(bench.treeItem('Track ID', 2)).toBeChecked();
    await expect(bench.treeItem('Invoice Line ID', 2)).not.toBeChecked();
    await bench.treeItem('Track ID', 2).click();
    await expect(bench.treeItem('Track ID', 2)).not.toBeChecked();
    await expect(bench.head('Count of Invoice Line')).toHaveCount(0);
  });

  test('counts only records with a value if the field may have none', inLongRun, async ({ bench, demo }) => {
    await bench.open('Album');
    await bench.chooseInTree('Track many', 'Composer');
    await bench.take('Count of Track with Composer');
    const known = await demo.rows(
      `SELECT count(t."Composer") FROM "Album" a LEFT JOIN "Track" t ON t."AlbumId" = a."AlbumId"
       GROUP BY a."AlbumId" ORDER BY a."AlbumId" LIMIT 8`,
    );
    await bench.expectColumn(
      'Count of Track › Composer',
      known.map(([n]) => String(n)),
    );
    await expect(bench.treeItem('Composer', 2)).toBeChecked();
  });

  test('counts related records with one click', inLongRun, async ({ bench, demo }) => {
    await bench.open('Artist');
    await bench.treeItem('Album many').hover();
    await bench.tree.getByRole('button', { name: 'Count of Album' }).click();
    const albums = await demo.rows(
      `SELECT count(a."AlbumId") FROM "Artist" r LEFT JOIN "Album" a ON a."ArtistId" = r."ArtistId"
       GROUP BY r."ArtistId" ORDER BY r."ArtistId" LIMIT 8`,
    );
    await bench.expectColumn(
      'Count of Album',
      albums.map(([n]) => String(n)),
    );
  });
});

/** The width that a control's content needs, compared with the width it has. */
const clipped = (element: HTMLElement) => {
  const given = element.getBoundingClientRect().width;
  element.style.cssText = 'inline-size: max-content; max-inline-size: none';
  const needed = element.getBoundingClientRect().width;
  element.style.cssText = '';
  return needed - given;
};

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('not on the screen');
  return box;
}

for (const [device, width] of [
  ['a desktop', 1280],
  ['a phone', 390],
] as const) {
  test(`both ends of a range of moments are fully visible on ${device}`, async ({ page, bench }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${bench.address}/#/entity/Invoice`);
    await expect(bench.status).toBeVisible();
    if (width < 500) await openRail(bench);
    await page.getByRole('button', { name: 'Add a filter' }).first().click();
    await bench.pickField('Invoice Date');
    await bench.filterForm.getByLabel('Condition').selectOption({ label: 'is between' });
    const form = await boxOf(bench.filterForm);
    const ends = ['From', 'To'].map((label) => bench.filterForm.getByLabel(label, { exact: true }));
    for (const end of ends) {
      await end.fill('2024-12-31T23:59:59');
      expect(await end.evaluate(clipped)).toBeLessThanOrEqual(0);
      const box = await boxOf(end);
      expect(box.x).toBeGreaterThanOrEqual(form.x);
      expect(box.x + box.width).toBeLessThanOrEqual(form.x + form.width);
    }
    const [from, to] = await Promise.all(ends.map(boxOf));
    const apart = from && to && (from.x + from.width <= to.x || from.y + from.height <= to.y);
    expect(apart).toBe(true);
  });
}
