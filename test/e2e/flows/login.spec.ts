import type { Page } from '@playwright/test';
import { Bench } from '../support/bench.ts';
import { expect, inLongRun, test, users } from '../support/test.ts';

// Refused requests are expected answers, but browsers log them to the console.
test.use({ forgiven: /status of 401/ });

async function login(page: Page, name: string, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Log in to Joinery' });
  await dialog.getByLabel('User name').fill(name);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
}

/** Ends the page's session without the page noticing. */
async function endSession(page: Page, address: string): Promise<void> {
  const status = await page.evaluate(async (base) => {
    const { username, sessionId } = JSON.parse(localStorage.getItem('joinery.session') ?? '{}');
    const credentials = String.fromCharCode(...new TextEncoder().encode(`${username}:${sessionId}`));
    const headers = { authorization: `Basic ${btoa(credentials)}`, 'x-requested-with': 'test' };
    return (await fetch(`${base}/api/logout`, { method: 'POST', headers })).status;
  }, address);
  expect(status).toBe(200);
}

test('a service without users asks for no login', inLongRun, async ({ page, demo }) => {
  await page.goto(demo.address);
  await expect(page.getByRole('link', { name: /^Genre/ })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the form is recognised by password managers', inLongRun, async ({ page, guarded }) => {
  await page.goto(guarded.address);
  const name = page.getByLabel('User name');
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute('autocomplete', 'username');
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await expect(password).toHaveAttribute('type', 'password');
  await password.fill('secret');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
});

for (const [name, password] of Object.entries(users)) {
  // Both log in in other tests, too.
  test(`${name} of the users file can log in`, inLongRun, async ({ page, guarded }) => {
    await page.goto(guarded.address);
    await login(page, name, password);
    await expect(page.getByRole('link', { name: /^Genre/ })).toBeVisible();
    await expect(page.getByRole('button', { name: `Signed in as ${name}` })).toBeVisible();
  });
}

test('nothing is shown before the login, and a wrong password is refused without saying what was wrong', async ({
  page,
  guarded,
}) => {
  await page.goto(guarded.address);
  await expect(page.getByRole('dialog', { name: 'Log in to Joinery' })).toBeVisible();
  await expect(page.getByText('Genre')).toHaveCount(0);
  await login(page, 'ada', 'wrong');
  await expect(page.getByRole('alert')).toHaveText('The user name or the password is wrong.');
  await login(page, 'nobody', 'correct horse');
  await expect(page.getByRole('alert')).toHaveText('The user name or the password is wrong.');
  await login(page, 'ada', users.ada);
  await expect(page.getByRole('link', { name: /^Genre/ })).toBeVisible();
});

test('a login survives a reload and extends to a second tab, and the logout ends both', async ({
  page,
  guarded,
}) => {
  await page.goto(guarded.address);
  await login(page, 'ada', users.ada);
  // A reload before the answer would abort the request.
  await expect(page.getByRole('link', { name: /^Genre/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: /^Genre/ })).toBeVisible();
  const second = await page.context().newPage();
  await second.goto(guarded.address);
  await expect(second.getByRole('link', { name: /^Genre/ })).toBeVisible();

  await page.getByRole('button', { name: 'Signed in as ada' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByLabel('User name')).toBeVisible();
  await expect(page.getByText('Genre')).toHaveCount(0);
  await expect(second.getByLabel('User name')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('User name')).toBeVisible();
});

test('a session that the service does not know is tried only once', inLongRun, async ({ page, guarded }) => {
  const tried: string[] = [];
  page.on('request', (request) => {
    if (request.headers().authorization) tried.push(request.url());
  });
  await page.addInitScript(() => {
    const stale = { username: 'ada', sessionId: 'of-a-service-before-this-one' };
    if (!sessionStorage.getItem('begun')) localStorage.setItem('joinery.session', JSON.stringify(stale));
    sessionStorage.setItem('begun', 'yes');
  });
  await page.goto(`${guarded.address}/#/entity/MediaType`);
  await expect(page.getByLabel('User name')).toBeVisible();
  expect(tried).toHaveLength(1);
  await login(page, 'ada', users.ada);
  await new Bench(page, guarded.address).expectRows(5);
});

test('a link is followed after the login', inLongRun, async ({ page, guarded }) => {
  const bench = new Bench(page, guarded.address);
  await page.goto(`${guarded.address}/#/entity/MediaType`);
  await login(page, 'ada', users.ada);
  await bench.expectRows(5);
});

async function logout(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Signed in as ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByLabel('User name')).toBeVisible();
}

test('saved queries, history and open pages of one user are not shown to the next one', async ({
  page,
  guarded,
}) => {
  const bench = new Bench(page, guarded.address);
  await page.clock.install();
  await page.goto(guarded.address);
  await login(page, 'ada', users.ada);
  await bench.open('Customer');
  await page.clock.fastForward(10_000);
  await bench.result.getByRole('button', { name: 'Save', exact: true }).click();
  const saving = page.getByRole('dialog', { name: 'Save this query' });
  await saving.getByLabel('Title').fill('Customers of Ada');
  await saving.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(bench.result.getByText('Customers of Ada')).toBeVisible();
  await bench.open('Invoice');
  await page.clock.fastForward(10_000);
  const remembered = page.getByRole('region', { name: 'Continue where you left off' });
  const openHome = () => page.getByTitle('Home').click();
  await openHome();
  await expect(remembered.getByRole('link')).toHaveCount(2);
  await bench.open('Customer');
  await logout(page, 'ada');

  await login(page, 'zoë', users.zoë);
  await expect(page.getByRole('heading', { name: 'What do you want to know?' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Genre/ })).toBeVisible();
  await expect(remembered).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Entities, records, queries, commands' }).fill('Customers of');
  await expect(page.getByText('No matches')).toBeVisible();
  await page.getByRole('combobox', { name: 'Entities, records, queries, commands' }).clear();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await logout(page, 'zoë');

  await login(page, 'ada', users.ada);
  await expect(remembered.getByRole('link', { name: /Customers of Ada/ })).toBeVisible();
  await expect(remembered.getByRole('link')).toHaveCount(2);
});

test(
  'a different user who logs in over an expired session starts at home',
  inLongRun,
  async ({ page, guarded }) => {
    const bench = new Bench(page, guarded.address);
    await page.goto(guarded.address);
    await login(page, 'ada', users.ada);
    await bench.open('Customer');
    await endSession(page, guarded.address);
    await bench.head('Customer ID').click();
    await expect(page.getByRole('dialog', { name: 'Log in to Joinery' })).toBeVisible();
    await login(page, 'zoë', users.zoë);
    await expect(page.getByRole('heading', { name: 'What do you want to know?' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Signed in as zoë' })).toBeVisible();
    expect(new URL(page.url()).hash).not.toContain('Customer');
  },
);

test('a session that expires during work asks for a login over the page, then repeats the request', async ({
  page,
  guarded,
  demo,
}) => {
  const bench = new Bench(page, guarded.address);
  await page.goto(guarded.address);
  await login(page, 'ada', users.ada);
  await bench.open('Customer');
  await bench.addFilter({ field: 'Country', condition: 'is', value: 'Brazil' });
  await bench.expectRows(await demo.number(`SELECT count(*) FROM "Customer" WHERE "Country" = 'Brazil'`));

  // A second after the login the page sends its preferences, which would trigger the next login too early.
  await page.waitForTimeout(1_500);
  await endSession(page, guarded.address);
  await bench.addFilter({ field: 'Newsletter', condition: 'is', value: 'yes' });
  const dialog = page.getByRole('dialog', { name: 'Log in to Joinery' });
  await expect(dialog).toContainText('Your session has expired. Log in to continue; your work is kept.');
  await expect(bench.cells.first()).toBeVisible();
  await expect(page.getByText('Country is “Brazil”').first()).toBeVisible();

  // A returning user only has to enter the password.
  await expect(dialog.getByLabel('User name')).toHaveValue('ada');
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type(users.ada);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(bench.filters).toHaveCount(2);
  await bench.expectRows(
    await demo.number(`SELECT count(*) FROM "Customer" WHERE "Country" = 'Brazil' AND "Newsletter"`),
  );
});
