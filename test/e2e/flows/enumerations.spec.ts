/** Values of an enumeration are chosen from a list, in the grid and on the form. */
import type { Page } from '@playwright/test';
import { temporaryFolder } from '../../support/folders.ts';
import { createDatabase } from '../../support/servers.ts';
import { Bench } from '../support/bench.ts';
import { startService } from '../support/demo.ts';
import { expect, test } from '../support/test.ts';
import { apply, trayOf } from '../support/tray.ts';

const script = `
  create type state as enum ('new', 'in work', 'shipped', 'it''s back', '');
  create table parcel (id integer primary key, state state not null, earlier state, receiver text not null);
  insert into parcel values (1, 'new', 'shipped', 'Ada'), (2, 'shipped', null, 'Bo');
`;

async function serveParcels() {
  const database = await createDatabase('postgres');
  await database.run(script);
  const state = `sqlite:///${await temporaryFolder()}/state.sqlite`;
  const service = await startService('--edit', '--database', database.url, '--state', state);
  return {
    address: service.address,
    rows: () => database.rows('select id, state, earlier, receiver from parcel order by id'),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await database.drop();
    },
  };
}

const options = (page: Page) => page.getByRole('dialog').getByRole('option');

async function cellOf(bench: Bench, row: number, heading: string) {
  await bench.reveal(heading);
  return (await bench.column(heading)).nth(row - 1);
}

test('in the grid, the values are listed, found by typing, and chosen by key or mouse', async ({ page }) => {
  await using parcels = await serveParcels();
  const bench = new Bench(page, parcels.address);
  await bench.open('parcel');

  // In the order of the type, with the current value first in line for Enter; there is no null to choose.
  await (await cellOf(bench, 2, 'State')).click();
  await page.keyboard.press('F2');
  await expect(options(page)).toHaveText(['new', 'in work', 'shipped', "it's back", 'empty text']);
  await expect(options(page).nth(2)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(trayOf(page)).toBeHidden();

  // Typing opens the list and narrows it.
  await (await cellOf(bench, 1, 'State')).click();
  await page.keyboard.type('wor');
  await expect(options(page)).toHaveText(['in work']);
  await page.keyboard.press('Enter');
  await expect(await cellOf(bench, 1, 'State')).toContainText('in work');
  await page.keyboard.type('nothing like it');
  await expect(page.getByText('No matching value')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(await cellOf(bench, 1, 'State')).toContainText('in work');

  // Null is one of the values where the column allows it.
  await (await cellOf(bench, 1, 'Earlier')).click();
  await page.keyboard.press('F2');
  await options(page).filter({ hasText: 'null' }).click();
  await (await cellOf(bench, 2, 'Earlier')).click();
  await page.keyboard.type('back');
  await page.keyboard.press('Tab');
  await apply(page);
  expect(await parcels.rows()).toEqual([
    [1, 'in work', null, 'Ada'],
    [2, 'shipped', "it's back", 'Bo'],
  ]);
});

test('on the form of a record too', async ({ page }) => {
  await using parcels = await serveParcels();
  await page.goto(`${parcels.address}/#/record/parcel/1`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'State new' }).click();
  await expect(options(page)).toHaveText(['new', 'in work', 'shipped', "it's back", 'empty text']);
  await page.keyboard.type('SHIP');
  await expect(options(page)).toHaveText(['shipped']);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Earlier shipped' }).click();
  await options(page).filter({ hasText: 'null' }).click();
  await expect(page.getByRole('button', { name: 'State shipped' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Earlier null' })).toBeVisible();
  await page.getByRole('button', { name: 'Save…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
  await expect.poll(parcels.rows).toEqual([
    [1, 'shipped', null, 'Ada'],
    [2, 'shipped', null, 'Bo'],
  ]);
});
