/** Undeclared relations between files, confirmed and rejected on the map. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/folders.ts';
import { Bench } from '../support/bench.ts';
import { startService } from '../support/demo.ts';
import { expect, inLongRun, test } from '../support/test.ts';

/** The long run also checks what happens when the files change. */
for (const isChanging of [false, true]) {
  test(
    `relations found in files are confirmed and rejected, and take effect${isChanging ? ', even when the files change' : ''}`,
    isChanging ? inLongRun : {},
    async ({ page }) => {
      const folder = await temporaryFolder();
      const write = (file: string, text: string) => writeFile(join(folder, file), text);
      await write('customer.csv', 'customer_id,name\n1,Ann\n2,Bob\n3,Cid\n');
      await write('orders.csv', 'id,customer_id,referrer_customer_id\n10,1,2\n11,2,\n12,2,3\n');
      await write('torn.csv', 'id,name\n1\n');
      await using service = await startService(
        folder,
        '--state',
        `sqlite:///${join(await temporaryFolder(), 'state.sqlite')}`,
      );
      const bench = new Bench(page, service.address);
      const panel = page.getByRole('complementary', { name: 'Relations found in the files' });
      const openPanel = async (button: string) => {
        await bench.tab('Map').click();
        await page.getByRole('button', { name: button, exact: true }).click();
        await expect(panel).toBeVisible();
      };
      const under = (heading: string) =>
        panel.locator('section').filter({ has: page.getByRole('heading', { name: heading, exact: true }) });
      const [certain, weak] = [
        'Orders points to Customer by Customer ID',
        'Orders points to Customer by Referrer Customer ID',
      ];

      await page.goto(`${service.address}/`);
      await expect(page.getByText('torn.csv is left out: ')).toBeVisible();
      await bench.open('orders');
      // The certain relation is already in effect: customers are shown by name.
      await bench.expectColumn('Customer', ['Ann', 'Bob', 'Bob']);
      await bench.expectColumn('Referrer Customer ID', ['2', 'null', '3']);
      await openPanel('1 relation to confirm');
      await expect(under('Certain')).toContainText(certain);
      await expect(under('Certain')).toContainText('All 2 values are found there');
      await expect(under('Is this right?')).toContainText(weak);
      await expect(under('Is this right?')).toContainText('All 2 values are found there; 1 row has none');
      await panel.getByRole('button', { name: `Confirm: ${weak}`, exact: true }).click();
      await expect(under('Confirmed')).toContainText(weak);
      await panel.getByRole('button', { name: `Reject: ${certain}`, exact: true }).click();
      await expect(under('Rejected')).toContainText(certain);
      await expect(under('Is this right?')).toHaveCount(0);
      await expect(under('Certain')).toHaveCount(0);
      await bench.tab('Table').click();
      await bench.expectColumn('Referrer Customer', ['Bob', 'null', 'Cid']);
      await bench.expectColumn('Customer ID', ['1', '2', '2']);
      if (!isChanging) return;

      // A customer occurs twice, so a link could not lead to a single record.
      await write('customer.csv', 'customer_id,name\n1,Ann\n2,Bob\n2,Bert\n');
      await expect
        .poll(async () => (await fetch(`${service.address}/api/database/tables/customer`)).text())
        .toContain('Bert');
      await page.reload();
      await openPanel('Relations found');
      await expect(under('Confirmed')).toContainText(
        'No relation at the moment: values are repeated in Customer or missing there',
      );
      // And back: a confirmed relation is in effect again, and a rejected one can still be confirmed.
      await write('customer.csv', 'customer_id,name\n1,Ann\n2,Berta\n3,Cid\n');
      await expect
        .poll(async () => (await fetch(`${service.address}/api/database/tables/customer`)).text())
        .toContain('Berta');
      await page.reload();
      await openPanel('Relations found');
      await expect(under('Confirmed')).toContainText('All 2 values are found there; 1 row has none');
      await panel.getByRole('button', { name: `Confirm: ${certain}`, exact: true }).click();
      await expect(under('Rejected')).toHaveCount(0);
      await bench.tab('Table').click();
      await bench.expectColumn('Customer', ['Ann', 'Berta', 'Berta']);
    },
  );
}
