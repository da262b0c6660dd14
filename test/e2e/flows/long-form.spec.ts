import { createDatabase } from '../../support/servers.ts';
import { startService } from '../support/demo.ts';
import { expect, test } from '../support/test.ts';

test.use({ forgiven: /net::ERR_FAILED/ });

test('what is wrong with a record as a whole is in view, however long its form is', async ({ page }) => {
  await using database = await createDatabase('sqlite');
  const columns = Array.from({ length: 40 }, (_, i) => `note_${i} TEXT`);
  await database.run(`CREATE TABLE long (id INTEGER PRIMARY KEY, ${columns.join(', ')}); INSERT INTO long (id) VALUES (1);
    CREATE TRIGGER closed BEFORE UPDATE ON long BEGIN SELECT raise(abort, 'closed'); END`);
  await using service = await startService('--edit', '--database', database.url);
  await page.goto(`${service.address}/#/record/long/1`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('form');
  await form.getByLabel('Note 39', { exact: true }).fill('last');

  const save = form.getByRole('button', { name: 'Save…' });
  await save.click();
  await expect(form.getByText('The database refused this change by a rule of its own.')).toBeInViewport();

  await form.getByLabel('Note 39', { exact: true }).fill('last one');
  await page.route('**/api/database/changes', (route) => route.abort());
  await save.click();
  await expect(form.getByText('Check that it is running and that you are connected.')).toBeInViewport();
});
