import type { Page } from '@playwright/test';
import { expect, inLongRun, test } from '../support/test.ts';

test.beforeEach(async ({ bench }) => {
  await bench.open('Album');
  await bench.tab('Map').click();
});

/** The radio buttons are covered by their labels. */
async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('radio', { name, exact: true }).check({ force: true });
}

test('shows the entities, and which of them are in the query', inLongRun, async ({ page }) => {
  const map = page.getByRole('region', { name: 'Result', exact: true });
  await expect(map.getByRole('button', { name: /^Album/ }).first()).toBeVisible();
  await expect(map.getByRole('button', { name: /^Exchange Rate/ }).first()).toBeVisible();
  await choose(page, '1 step');
  await expect(map.getByRole('button', { name: /^Exchange Rate/ })).toHaveCount(0);
  await expect(map.getByRole('button', { name: 'Add Artist to the query' })).toBeVisible();
  await expect(map.getByRole('button', { name: 'Add Album to the query' })).toHaveCount(0);
});

test('a neighbour is added with one click, and one with many records asks how', async ({
  page,
  bench,
  demo,
}) => {
  await choose(page, '1 step');
  await page.getByRole('button', { name: 'Add Artist to the query' }).click();
  await expect(bench.sentence).toContainText('2 more fields');
  await page.getByRole('button', { name: 'Add Track to the query' }).click();
  const panel = page.getByRole('complementary', { name: 'Details of Track' });
  await panel.getByRole('button', { name: 'Count them' }).click();
  await bench.tab('Table').click();
  await expect(bench.head('Artist › Name')).toBeVisible();
  await bench.expectRows(await demo.number('SELECT count(*) FROM "Album"'));
  const counts = await demo.rows(
    'SELECT count(*) FROM "Track" GROUP BY "AlbumId" ORDER BY "AlbumId" LIMIT 5',
  );
  await bench.expectColumn(
    'Count of Track',
    counts.map(([count]) => String(count)),
  );
});

test('the list offers the same for the keyboard', inLongRun, async ({ page, bench }) => {
  await choose(page, 'List');
  const list = page.getByRole('list', { name: 'Map of entities and relations' });
  const artist = list.getByRole('button', { name: /^Artist/ });
  await expect(artist).toContainText('next to the query');
  await artist.focus();
  await page.keyboard.press('Enter');
  await expect(artist).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Add its name' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(list.getByRole('button', { name: /^Artist/ })).toContainText('in the query');
  await bench.tab('Table').click();
  await expect(bench.head('Artist › Name')).toBeVisible();
});

test('a search finds an entity, and a query can start there', inLongRun, async ({ page, bench }) => {
  await page.getByRole('searchbox', { name: 'Find an entity on the map' }).fill('gen');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'Details of Genre' });
  await expect(panel.getByText('No relation leads here directly from the query.')).toBeVisible();
  await panel.getByRole('link', { name: 'Start a query here' }).click();
  await bench.expectRows(25);
});
