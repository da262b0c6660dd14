import type { Page } from '@playwright/test';
import { temporaryFolder } from '../../support/folders.ts';
import { Bench } from '../support/bench.ts';
import { chooseFromMenu, logInAs, servePeople } from '../support/people.ts';
import { serveShop } from '../support/shop.ts';
import { expect, test } from '../support/test.ts';
import { trayOf } from '../support/tray.ts';

async function edit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
}

/** Navigates away before the service ends, because the page's further requests would fail. */
async function leave(page: Page): Promise<void> {
  await page.goto('about:blank');
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save…' }).click();
}

test.describe('a record', () => {
  test.use({ forgiven: /status of (404|409|422)/ });

  test('is edited with all its digits, reviewed, undone, deleted and restored from the history', async ({
    page,
  }) => {
    await using shop = await serveShop(await temporaryFolder());
    const ada = () =>
      shop.rows('SELECT name, email, born, CAST(credit AS TEXT), notes FROM customer WHERE id = 1');
    const [before] = ada();

    await edit(page, `${shop.address}/#/record/customer/1`);
    // The database's refusal is shown at its field.
    await page.getByLabel('Email', { exact: true }).fill('cy@example.org');
    await save(page);
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
    await expect(page.getByText('Another row of customer has this email.')).toBeVisible();
    await page.getByLabel('Email', { exact: true }).fill('countess@example.org');
    // An invalid number is reported before anything is sent.
    await page.getByLabel('Credit', { exact: true }).fill('a lot');
    await save(page);
    await expect(page.getByLabel('Credit', { exact: true })).toBeFocused();
    // After visiting another page, the text is still there.
    await page.goto(`${shop.address}/#/record/customer/2`);
    await expect(page.getByRole('region', { name: 'Fields' })).toContainText('Bo');
    await edit(page, `${shop.address}/#/record/customer/1`);
    await expect(page.getByLabel('Credit', { exact: true })).toHaveValue('a lot');
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('countess@example.org');
    await page.getByLabel('Credit', { exact: true }).fill('9007199254740995');
    await page.getByLabel('Born', { exact: true }).fill('1815-12-11');
    await page.getByRole('button', { name: 'Set Notes to null' }).click();
    await save(page);
    const review = page.getByRole('dialog', { name: 'Review changes' });
    await expect(review.getByRole('row', { name: 'Credit 9007199254740993 9007199254740995' })).toBeVisible();
    await expect(review.getByRole('row')).toHaveCount(5);
    expect(ada()).toEqual([before]);
    await expect(review.getByLabel('Note for the history (optional)')).toBeFocused();
    await page.keyboard.type('As the letter says');
    await page.keyboard.press('Enter');
    await expect(review).toBeHidden();
    await expect(page.getByRole('region', { name: 'Fields' })).toContainText('countess@example.org');
    expect(ada()).toEqual([['Ada', 'countess@example.org', '1815-12-11', '9007199254740995', null]]);

    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone', { exact: true })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Fields' })).toContainText('ada@example.org');
    expect(ada()).toEqual([before]);

    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const removal = page.getByRole('dialog', { name: 'Delete Ada?' });
    await expect(
      removal.getByText('2 more rows that the database changes on its own: Purchase (2)'),
    ).toBeVisible();
    await removal.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('region', { name: 'Result', exact: true }).getByRole('status')).toHaveText(
      '2 rows',
    );
    expect(shop.rows('SELECT id FROM purchase')).toEqual([[12]]);

    await page.getByRole('link', { name: 'All changes' }).click();
    await expect(page.getByRole('article')).toHaveCount(3);
    await expect(page.getByRole('article').nth(2)).toContainText('As the letter says');
    await expect(page.getByRole('article').nth(2)).toContainText('undone');
    await page.getByRole('article').first().getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('article')).toHaveCount(4);
    // A second undo is not offered.
    await expect(page.getByText('Deleted: Ada')).toBeHidden({ timeout: 2_000 });
    expect(ada()).toEqual([before]);
    expect(shop.rows('SELECT id FROM purchase ORDER BY 1')).toEqual([[10], [11], [12]]);
    await leave(page);
  });

  test('that two people edit is resolved cell by cell, and a new one finds its reference by name', async ({
    page,
    browser,
  }) => {
    await using shop = await serveShop(await temporaryFolder());
    const address = `${shop.address}/#/record/purchase/10`;
    const other = await (await browser.newContext()).newPage();
    await edit(page, address);
    await edit(other, address);
    await expect(page.getByLabel('Total', { exact: true })).toHaveValue('5.5');

    await other.getByLabel('Total', { exact: true }).fill('6');
    await other.getByLabel('Note', { exact: true }).fill('theirs');
    await save(other);
    await other.getByRole('button', { name: 'Apply' }).click();
    await expect(other.getByRole('region', { name: 'Fields' })).toContainText('theirs');
    await other.close();

    await page.getByLabel('Total', { exact: true }).fill('8');
    await page.getByLabel('Note', { exact: true }).fill('mine');
    // After navigating away the edits are in the tray, and still in the form.
    await page.getByRole('link', { name: 'All changes' }).click();
    const tray = page.getByRole('region', { name: 'Changes that are not applied yet' });
    await expect(tray).toContainText('2 cells in 1 row changed');
    await edit(page, address);
    await expect(tray).toBeHidden();
    await expect(page.getByLabel('Total', { exact: true })).toHaveValue('8');
    await page.getByLabel('Placed', { exact: true }).fill('2024-05-09T10:00:00');
    await save(page);
    const total = page.getByRole('group', { name: /^Total: This is no longer as you saw it/ });
    await expect(total).toContainText('Expected5.5Yours8Now6');
    await total.getByRole('button', { name: 'Take theirs' }).click();
    await expect(page.getByLabel('Total', { exact: true })).toHaveValue('6');
    // Keyboard focus moves to the field.
    await expect(page.getByLabel('Total', { exact: true })).toBeFocused();
    const note = page.getByRole('group', { name: /^Note: This is no longer as you saw it/ });
    await expect(note).toContainText('ExpectedfirstYoursmineNowtheirs');
    await note.getByRole('button', { name: 'Keep mine' }).click();
    await save(page);
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Fields' })).toContainText('mine');
    expect(shop.rows('SELECT placed, total, note FROM purchase WHERE id = 10')).toEqual([
      ['2024-05-09T10:00:00', 6, 'mine'],
    ]);

    // The history of this record, and of another one.
    await page.getByRole('link', { name: 'History of Purchase 10' }).click();
    await expect(page.getByRole('article')).toHaveCount(2);
    // The conflicts of an undo are shown side by side, and nothing is changed.
    await page.getByRole('article').nth(1).getByRole('button', { name: 'Undo' }).click();
    const inTheWay = page.getByRole('region', { name: 'It cannot be undone as it is' });
    await expect(inTheWay.getByRole('row')).toHaveText([
      'FieldLeft by this changeNowWould become',
      'Notetheirsminefirst',
    ]);
    await expect(inTheWay).toBeFocused();
    await expect(page.getByRole('article')).toHaveCount(2);
    await page.getByLabel('Changes to').selectOption({ label: 'Customer' });
    await expect(page.getByText('Nothing has been changed here yet')).toBeVisible();
    await page.goto(address);
    await page.getByRole('link', { name: 'New Purchase' }).click();
    await page.getByRole('button', { name: /^Customer/ }).click();
    const finder = page.getByRole('combobox', { name: 'Find Customer by name or key' });
    await expect(page.getByRole('option', { name: /^Ada/ })).toBeVisible();
    await finder.fill('Cy');
    // Pressed before the search has answered: the previous list is not meant.
    await finder.press('Enter');
    await expect(finder).toBeHidden();
    await page.getByLabel('Placed', { exact: true }).fill('2025-01-01T00:00:00');
    await page.getByRole('button', { name: 'Add…' }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Purchase 13' })).toBeVisible();
    expect(shop.rows('SELECT customer_id, placed, total, note FROM purchase WHERE id = 13')).toEqual([
      [3, '2025-01-01T00:00:00', null, 'none'],
    ]);
    await leave(page);
  });
});

test.describe('with a policy', () => {
  test.use({ forgiven: /status of 40[13]/ });

  test('a user sees the permitted actions only', async ({ page }) => {
    await using service = await servePeople({
      users: { eve: { roles: ['editor'] } },
      roles: { editor: { Genre: { read: true, update: true }, Artist: { read: true } } },
    });
    /** The service's answers to the three questions about an entity. */
    const answersFor = (entity: string) =>
      Promise.all(
        ['insert', 'update', 'delete'].map(async (action) => {
          const about = new RegExp(`why\\?entity=${entity}&action=${action}`);
          const answer = await page.waitForResponse((response) => about.test(response.url()));
          return (await answer.json()).allowed;
        }),
      );
    const ofGenre = answersFor('Genre');
    await logInAs(page, `${service.address}/#/record/Genre/1`, 'eve');
    expect(await ofGenre).toEqual([false, true, false]);
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: /^History of / })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'New Genre' })).toHaveCount(0);

    const ofArtist = answersFor('Artist');
    await page.goto(`${service.address}/#/record/Artist/1`);
    expect(await ofArtist).toEqual([false, false, false]);
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Edit|Delete)$/ })).toHaveCount(0);
    await leave(page);
  });

  test('fields that a user sees in some rows only are reviewed', async ({ page }) => {
    const rows = { func: { name: 'EQ', args: [{ attr: 'SupportRepId' }, { user: 'employee' }] } };
    await using service = await servePeople({
      users: { tom: { roles: ['names', 'support'], attributes: { employee: 6 } } },
      roles: {
        names: { Customer: { read: { columns: ['CustomerId', 'FirstName', 'LastName'] } } },
        support: { Customer: { read: { rows }, update: { rows } } },
      },
    });
    await logInAs(page, service.address, 'tom');
    await edit(page, `${service.address}/#/record/Customer/3`);
    await page.getByLabel('City', { exact: true }).fill('Vienna');
    await save(page);
    const review = page.getByRole('dialog', { name: 'Review changes' });
    await expect(review.getByRole('row', { name: /^City .+ Vienna$/ })).toBeVisible();
    await review.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText(/^Saved: /)).toBeVisible();
    await page.goto(`${service.address}/#/history`);
    await expect(page.getByRole('article')).toContainText(
      'Fields that you see in some rows only are left out',
    );
    await leave(page);
  });

  test('a logout asks before it discards pending edits', async ({ page }) => {
    await using service = await servePeople({
      users: { eve: { roles: ['editor'] } },
      roles: { editor: { Genre: { read: true, insert: true } } },
    });
    const browserDialogs: string[] = [];
    page.on('dialog', (dialog) => {
      browserDialogs.push(dialog.type());
      void dialog.accept();
    });
    const bench = new Bench(page, service.address);
    await logInAs(page, `${service.address}/#/entity/Genre`, 'eve');
    await bench.result.getByRole('button', { name: 'New row' }).click();
    await page.keyboard.type('Zouk');
    await page.keyboard.press('Enter');
    await expect(trayOf(page)).toContainText('1 new row');

    const question = page.getByRole('dialog', { name: 'Log out and lose your changes?' });
    await chooseFromMenu(page, 'eve', 'Log out');
    await question.getByRole('button', { name: 'Stay logged in' }).click();
    await expect(trayOf(page)).toContainText('1 new row');
    await page.reload();
    await expect(trayOf(page)).toContainText('1 new row');

    browserDialogs.length = 0;
    await chooseFromMenu(page, 'eve', 'Log out');
    await question.getByRole('button', { name: 'Log out' }).click();
    // The page restarts at Home: an address that is opened before would be left again.
    await expect(page.getByRole('dialog', { name: 'Log in to Joinery' })).toBeVisible();
    await logInAs(page, `${service.address}/#/entity/Genre`, 'eve');
    await expect(bench.result.getByRole('button', { name: 'New row' })).toBeVisible();
    await expect(trayOf(page)).toBeHidden();
    expect(browserDialogs).toEqual([]);
  });

  test('an undo that is not allowed says so', async ({ page }) => {
    await using service = await servePeople({
      users: { una: { roles: ['collector'] } },
      roles: { collector: { Genre: { read: true, insert: true } } },
    });
    await logInAs(page, service.address, 'una');
    await page.goto(`${service.address}/#/new/Genre`);
    await page.getByLabel('Name', { exact: true }).fill('Polka');
    await page.getByRole('button', { name: 'Add…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByText('This cannot be undone: You may not delete rows of Genre.')).toBeVisible();
    await leave(page);
  });
});
