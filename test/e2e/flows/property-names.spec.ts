import { createDatabase } from '../../support/servers.ts';
import { Bench } from '../support/bench.ts';
import { startService } from '../support/demo.ts';
import { expect, test } from '../support/test.ts';
import { apply, trayOf } from '../support/tray.ts';

// JavaScript finds a value under these names in every object, also where nobody has put one.
test('columns named like properties of every object are shown and edited', async ({ page }) => {
  await using database = await createDatabase('sqlite');
  await database.run(`CREATE TABLE car (id INTEGER PRIMARY KEY, constructor TEXT, "valueOf" INTEGER, "__proto__" TEXT);
    INSERT INTO car VALUES (1, 'Brabham', 1000, 'BT46'), (2, 'Tyrrell', 2000, NULL)`);
  await using service = await startService('--edit', '--database', database.url);
  const bench = new Bench(page, service.address);
  await bench.open('car');
  for (const [heading, texts] of [
    ['ID', ['1', '2']],
    ['Constructor', ['Brabham', 'Tyrrell']],
    ['Value Of', ['1,000', '2,000']],
    ['__proto__', ['BT46', 'null']],
  ] as const) {
    await bench.expectColumn(heading, texts);
  }

  await bench.result.getByRole('button', { name: 'New row' }).click();
  await page.keyboard.type('Lotus');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('72D');
  await page.keyboard.press('Enter');
  await expect(trayOf(page)).toContainText('1 new row');
  await apply(page);
  await bench.expectColumn('Constructor', ['Brabham', 'Tyrrell', 'Lotus']);

  // The form does not take them for edited or refused.
  await page.goto(`${service.address}/#/record/car/2`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('form');
  await expect(form.getByLabel('Constructor', { exact: true })).toHaveValue('Tyrrell');
  await form.getByLabel('Value Of', { exact: true }).fill('3000');
  await form.getByRole('button', { name: 'Save…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await database.rows('SELECT * FROM car ORDER BY id')).toEqual([
    [1, 'Brabham', 1000, 'BT46'],
    [2, 'Tyrrell', 3000, null],
    [3, 'Lotus', null, '72D'],
  ]);
});
