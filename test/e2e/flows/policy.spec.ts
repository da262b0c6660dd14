import { temporaryFolder } from '../../support/folders.ts';
import { Bench } from '../support/bench.ts';
import {
  chooseFromMenu,
  credentials,
  logInAs,
  serveAdmin,
  servePeople,
  serveStored,
  shopPolicy,
} from '../support/people.ts';
import { expect, inLongRun, test } from '../support/test.ts';

// Refused requests are expected answers, but browsers log them to the console.
test.use({ forgiven: /status of (40[0134]|412)/ });

test('an admin creates the first policy with sentences, applies it, changes it and restores a version', async ({
  page,
}) => {
  await using service = await serveAdmin(['root', 'tom']);
  const bench = new Bench(page, service.address);
  const seenByTom = async () => {
    const headers = await credentials(service.address, 'tom');
    const catalog = await (await fetch(`${service.address}/api/database/catalog`, { headers })).json();
    return Object.entries<{ columns: { name: string }[] }>(catalog.entities).map(
      ([name, { columns }]) => `${name} ${columns.length}`,
    );
  };
  expect((await seenByTom()).length).toBeGreaterThan(5);
  await logInAs(page, service.address, 'root');
  await chooseFromMenu(page, 'root', 'Access');
  await expect(page.getByRole('note')).toContainText('There is no policy yet');

  await page.getByRole('button', { name: 'New role' }).click();
  const making = page.getByRole('dialog', { name: 'New role' });
  await making.getByLabel('Name of the role').fill('support');
  await making.getByRole('button', { name: 'New role' }).click();
  await page
    .getByRole('complementary', { name: 'support on All other entities' })
    .getByRole('link', { name: 'Close' })
    .click();

  // One tab stop; arrow keys move.
  const grid = page.getByRole('grid', { name: 'Roles and their rights on entities' });
  await expect(grid.getByRole('link', { name: /^support on Customer: not at all/ })).toBeVisible();
  await grid.getByRole('link', { name: /^support on All other entities/ }).focus();
  for (let row = 0; row < 4; row++) await page.keyboard.press('ArrowDown');
  await expect(grid.getByRole('link', { name: /^support on Customer:/ })).toBeFocused();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'support on Customer' });
  await expect(panel).toBeVisible();
  await expect(grid.getByRole('link', { name: /^support on Customer:/ })).toBeFocused();
  // On a narrow screen they replace each other, and the focus moves along.
  await page.setViewportSize({ width: 390, height: 800 });
  await panel.getByRole('link', { name: 'Close' }).press('Enter');
  await expect(grid.getByRole('link', { name: /^support on Customer:/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 720 });
  await panel.getByRole('button', { name: 'Set rights for this entity' }).click();
  await panel.getByRole('switch', { name: 'Read' }).check();
  await panel.getByLabel('Fields').selectOption({ label: 'All fields but…' });
  await panel.getByRole('checkbox', { name: 'Phone' }).uncheck();
  await panel.getByLabel('Fields').selectOption({ label: 'Only…' });
  await panel.getByLabel('Fields').selectOption({ label: 'All fields but…' });
  await expect(panel.getByRole('checkbox', { name: 'Phone' })).not.toBeChecked();
  await expect(panel.getByRole('checkbox', { name: 'Email' })).toBeChecked();

  await panel.getByRole('button', { name: 'Add a filter' }).click();
  await bench.pickField('Support Rep ID');
  const form = bench.filterForm;
  await form.getByRole('button', { name: 'Compare with the user' }).click();
  await form.getByLabel('User attribute').fill('employe');
  await form.getByRole('button', { name: 'Apply' }).click();
  await expect(panel.getByTitle('Change this filter')).toHaveText('Support Rep ID is the user’s employe');
  await panel.getByTitle('Change this filter').click();
  await form.getByLabel('User attribute').fill('employee');
  await form.getByRole('button', { name: 'Apply' }).click();
  await expect(panel.getByTitle('Change this filter')).toHaveText('Support Rep ID is the user’s employee');

  await page.getByRole('link', { name: 'Users', exact: true }).click();
  const tom = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'tom' }) });
  await tom.getByRole('checkbox', { name: 'support' }).check();
  await tom.getByLabel('Name').fill('employee');
  await tom.getByLabel('Value').fill('6');
  await tom.getByRole('button', { name: 'Add' }).click();
  await expect(tom).toContainText('employee = 6');

  await page.getByRole('button', { name: 'Review and apply' }).click();
  const review = page.getByRole('dialog', { name: 'What changes for users' });
  await expect(review.getByRole('listitem')).toHaveText([
    'New role: support',
    'support on Customer · Read: all fields but Phone · where Support Rep ID is the user’s employee (before: not at all)',
    'tom · roles: support (before: nothing)',
    'tom · user attributes: employee = 6 (before: nothing)',
  ]);
  await review.getByLabel('Note for the list of versions').fill('Support sees its customers');
  await review.getByRole('button', { name: 'Apply' }).click();
  await expect(review).toBeHidden();
  await expect(page.getByRole('note')).toHaveCount(0);
  expect(await seenByTom()).toEqual(['Customer 13']);

  // An invalid policy is reported while editing, and cannot be applied.
  await page.goto(`${service.address}/#/access/grant/support/Album`);
  const album = page.getByRole('complementary', { name: 'support on Album' });
  await album.getByRole('button', { name: 'Set rights for this entity' }).click();
  await album.getByRole('switch', { name: 'Read' }).check();
  await album.getByLabel('Fields').selectOption({ label: 'Only…' });
  for (const field of await album.getByRole('checkbox').all()) await field.uncheck();
  await expect(album.getByRole('alert')).toContainText('at least one column');
  const wrong = page.getByRole('link', { name: '/roles/support/Album/read/columns' });
  await expect(wrong).toHaveAttribute('href', '#/access/grant/support/Album');
  await page.getByRole('button', { name: 'Review and apply' }).click();
  await expect(review.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('button', { name: 'Review and apply' })).toHaveCount(0);

  await page.goto(`${service.address}/#/access/grant/support/Customer`);
  await panel.getByRole('switch', { name: 'Delete records' }).check();
  await panel.getByTitle('Change this filter').first().click();
  await form.getByLabel('Condition').selectOption({ label: 'has no value' });
  await form.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: 'Review and apply' }).click();
  await review.getByRole('button', { name: 'Apply' }).click();
  await expect(review).toBeHidden();
  await page.getByRole('link', { name: 'Versions' }).click();
  await expect(page.getByRole('button', { name: /^Version 2/ })).toContainText('in force by root');
  await page.getByRole('button', { name: /^Version 1/ }).click();
  await expect(page.getByRole('button', { name: /^Version 1/ })).toContainText('Support sees its customers');
  await page.getByRole('button', { name: 'Restore this version' }).click();
  await expect(page.getByRole('button', { name: /^Version 3/ })).toContainText('in force by root');
});

test(
  'a refusal of a policy is reported once, and two admins do not overwrite each other',
  inLongRun,
  async ({ page }) => {
    const folder = await temporaryFolder();
    await using service = await serveStored(folder, {
      users: { root: {}, eve: { roles: ['admin'] } },
      roles: { shop: { Genre: { read: true } } },
    });
    await logInAs(page, service.address, 'eve');
    await page.goto(`${service.address}/#/access/users`);
    const eve = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'eve' }) });
    const review = page.getByRole('dialog', { name: 'What changes for users' });
    const isCheck = (url: URL) => url.pathname === '/api/policy/check';
    // The check of the edited policy has not answered yet.
    await page.route(isCheck, () => {});
    await eve.getByRole('checkbox', { name: 'admin' }).uncheck();
    await page.getByRole('button', { name: 'Review and apply' }).click();
    await review.getByRole('button', { name: 'Apply' }).click();
    await expect(review.getByRole('alert')).toHaveText(
      'There is a problem: With this policy you would not have the role admin any more, and no way back: let another admin take it from you.',
    );
    await page.unroute(isCheck);
    await review.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();

    await eve.getByRole('checkbox', { name: 'shop' }).check();
    const headers = {
      ...(await credentials(service.address, 'root')),
      'content-type': 'application/json',
      'if-match': '"1"',
    };
    const policy = { users: { eve: { roles: ['admin'] } }, roles: { shop: {}, other: {} } };
    const body = JSON.stringify({ policy });
    expect((await fetch(`${service.address}/api/policy`, { method: 'PUT', headers, body })).status).toBe(200);
    await page.getByRole('button', { name: 'Review and apply' }).click();
    await review.getByRole('button', { name: 'Apply' }).click();
    await expect(review.getByRole('alert')).toContainText('Somebody else has since changed the policy.');
  },
);

test('a policy in a file is read-only; an admin sees who can see a column, and why somebody cannot', async ({
  page,
}) => {
  await using service = await servePeople(shopPolicy);
  const bench = new Bench(page, service.address);
  await logInAs(page, service.address, 'root');
  await page.goto(`${service.address}/#/access/grant/support/Customer`);
  await expect(page.getByRole('note')).toContainText(/The policy is stored in the file .*policy\.json\./);
  const panel = page.getByRole('complementary', { name: 'support on Customer' });
  await expect(panel).toContainText(
    'all fields but Phone and Fax · where Support Rep ID is the user’s employee',
  );
  await expect(panel.getByRole('switch')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'New role' })).toHaveCount(0);

  await bench.open('Customer');
  await bench.columnMenu('Email', 'Who can see this…');
  const sight = page.getByRole('main');
  await expect(sight.getByRole('heading', { name: 'Who can see Email of Customer' })).toBeVisible();
  await expect(sight.getByRole('listitem')).toHaveText([
    'shop in all rows',
    'support in some rows',
    'root in all rows (shop)',
    'tom in some rows (support)',
    'una in no rows (support; not set for this user: employee)',
  ]);

  await chooseFromMenu(page, 'root', 'View as…');
  const dialog = page.getByRole('dialog', { name: 'View as another user' });
  await dialog.getByLabel('User', { exact: true }).fill('tom');
  await dialog.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByRole('link', { name: /^Customer/ })).toBeVisible();
  await bench.open('Customer');
  await page.getByRole('button', { name: 'Phone: why?' }).click();
  await expect(page.getByRole('note')).toContainText('No grant gives this column');
  await page.goto(`${service.address}/#/record/Customer/3`);
  await page.getByRole('button', { name: 'Why is this empty?' }).first().click();
  await expect(page.getByRole('note')).toHaveText('This user can see it: it has no value.');
  await page.goto(`${service.address}/#/record/Customer/2`);
  await expect(page.getByRole('note')).toContainText('No grant gives this row.');
  await page.goto(`${service.address}/#/entity/Genre`);
  await expect(page.getByRole('note')).toContainText('No role grants read on Genre.');
});
