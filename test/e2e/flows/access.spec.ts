import type { RunningCommand } from '../../support/command.ts';
import { payloads } from '../../support/payloads.ts';
import { Bench } from '../support/bench.ts';
import { chooseFromMenu, logInAs, servePeople, shopPolicy, tomsRepId } from '../support/people.ts';
import { expect, inLongRun, test } from '../support/test.ts';

// All tests share one service.
test.describe.configure({ mode: 'default' });
// Refused requests are expected answers, but browsers log them to the console.
test.use({ forgiven: /status of 40[134]/ });

let service: RunningCommand;

test.beforeAll(async () => {
  service = await servePeople(shopPolicy);
});
test.afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
});

test('an admin views as another user: clearly marked, read-only, in this tab only, and audited', async ({
  page,
  demo,
}) => {
  const bench = new Bench(page, service.address);
  const bar = page.getByRole('region', { name: 'View as another user' });
  const genre = page.getByRole('link', { name: /^Genre/ });
  const customer = page.getByRole('link', { name: /^Customer/ });
  await logInAs(page, service.address, 'root');
  await expect(genre).toBeVisible();
  await expect(bar).toHaveCount(0);

  await chooseFromMenu(page, 'root', 'View as…');
  const dialog = page.getByRole('dialog', { name: 'View as another user' });
  await dialog.getByLabel('Somebody with the role').selectOption('support');
  await expect(dialog.getByLabel('User', { exact: true })).toHaveValue('tom');
  await dialog.getByLabel('User', { exact: true }).fill('nobody');
  await dialog.getByRole('button', { name: 'Begin' }).click();
  await expect(dialog.getByRole('alert')).toContainText('There is no user called "nobody".');
  await dialog.getByLabel('User', { exact: true }).fill('tom');
  await dialog.getByRole('button', { name: 'Begin' }).click();

  await expect(bar).toContainText('You see everything as tom does.');
  await expect(customer).toBeVisible();
  await expect(genre).toHaveCount(0);
  await expect(page).toHaveTitle(/^As tom · /);

  const own = await demo.number(`SELECT count(*) FROM "Customer" WHERE "SupportRepId" = ${tomsRepId}`);
  await bench.open('Customer');
  await bench.expectRows(own);
  await expect(bar).toBeVisible();
  await bench.result.getByRole('button', { name: 'Save', exact: true }).click();
  const saving = page.getByRole('dialog', { name: 'Save this query' });
  await saving.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(saving.getByRole('alert')).toContainText('Nothing can be changed by this');
  await page.keyboard.press('Escape');
  await expect(saving).toBeHidden();

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('You see everything as tom does.')).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(bar.getByRole('button', { name: 'Stop viewing' })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.reload();
  await expect(bar).toBeVisible();
  await bench.expectRows(own);
  const other = await page.context().newPage();
  await other.goto(service.address);
  await expect(other.getByRole('link', { name: /^Genre/ })).toBeVisible();
  await expect(other.getByRole('region', { name: 'View as another user' })).toHaveCount(0);
  await other.close();

  await bar.getByRole('button', { name: 'Stop viewing' }).click();
  await expect(bar).toHaveCount(0);
  await bench.expectRows(await demo.number('SELECT count(*) FROM "Customer"'));

  await chooseFromMenu(page, 'root', 'Access');
  await page.getByRole('link', { name: 'Audit log' }).click();
  const entries = page.getByRole('table').getByRole('row');
  await expect(entries.filter({ hasText: 'root as tom' }).first()).toBeVisible();
  await page.getByLabel('Kind').selectOption({ label: 'Login' });
  await expect(entries).toHaveCount(2);
  await expect(entries.nth(1)).toContainText('root');
  await page.getByLabel('Kind').selectOption({ label: 'All kinds' });
  await page.getByRole('searchbox', { name: 'User name' }).fill('tom');
  await expect(entries.filter({ hasText: 'root as tom' }).first()).toBeVisible();
  await expect(entries.filter({ hasNotText: 'root as tom' })).toHaveCount(1);
});

test('a menu that is opened before the page has loaded stays open', inLongRun, async ({ page }) => {
  let goOn: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route(/\/api\/database\b/, async (route) => {
    if (route.request().headers().authorization !== undefined) await held;
    await route.continue();
  });
  await logInAs(page, service.address, 'tom');
  const tokens = page.getByRole('menuitem', { name: 'Tokens for programs' });
  await page.getByRole('button', { name: 'Signed in as tom' }).click();
  await expect(tokens).toBeVisible();
  goOn();
  // An open menu hides everything else from assistive technology.
  await expect(page.locator('h1')).toHaveText('What do you want to know?');
  await expect(tokens).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'What do you want to know?' })).toBeVisible();
});

test('a user who is not an admin creates a token with fewer rights, sees its use, and revokes it', async ({
  page,
  request,
}) => {
  const [, name = ''] = payloads;
  await logInAs(page, service.address, 'tom');
  await page.getByRole('button', { name: 'Signed in as tom' }).click();
  await expect(page.getByRole('menuitem', { name: 'Tokens for programs' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Access' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Tokens for programs' }).click();
  await page.getByRole('button', { name: 'Create a token' }).click();
  const making = page.getByRole('dialog', { name: 'Create a token' });
  await making.getByLabel('What it is for').fill(name);
  await making.getByRole('checkbox', { name: 'phones' }).uncheck();
  await making.getByRole('button', { name: 'Create a token' }).click();
  const made = page.getByRole('dialog', { name: `The token “${name}” was created` });
  const secret = (await made.locator('pre').textContent()) ?? '';
  await made.getByRole('button', { name: 'I have copied it' }).click();

  const row = page.getByRole('table', { name: 'Your tokens' }).getByRole('row').nth(1);
  await expect(row).toContainText(name);
  await expect(row).toContainText('support · read-only');
  await expect(row).toContainText('in 30 days');
  await expect(row).toContainText('never');
  await expect(page.getByText(secret)).toHaveCount(0);

  const me = () =>
    request.get(`${service.address}/api/me`, { headers: { authorization: `Bearer ${secret}` } });
  expect(await (await me()).json()).toMatchObject({ name: 'tom', roles: ['support'], via: 'token' });
  await page.reload();
  await expect(row).toContainText('this minute');

  await row.getByRole('button', { name: `Revoke the token “${name}”` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'You have no tokens' })).toBeVisible();
  expect((await me()).status()).toBe(401);

  // The admins' room is closed to them, however they get there.
  await page.goto(`${service.address}/#/access/audit`);
  await expect(page.getByRole('heading', { name: 'This page is for admins' })).toBeVisible();
});
